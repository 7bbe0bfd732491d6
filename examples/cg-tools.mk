# SPDX-License-Identifier: BSD-2-Clause
# Targets for a makefile that builds a program: include it after the rules of that
# program.
#
#	CG_RUN = ./bench --short
#	CG_NEEDS = bench
#	include cg-tools.mk
#
#	make profile	runs the program and keeps its profile
#	make baseline	keeps the profile as the baseline; commit that file
#	make gate	fails if the program costs more than the baseline permits,
#			and shows the functions that changed most
#	make table	writes the largest changes as a table in Markdown,
#			$(CG_DIR)/table.md
#	make report	writes an HTML page of the profile, $(CG_DIR)/report.html
#
# A program is profiled again when one of the files in CG_NEEDS has changed.  With
# --reproducible, a baseline from your desk holds on a CI machine, too, if compiler
# and libraries are the same.
#
# If the program has regions, for example the benchmarks of a harness, each is judged
# and has a row with
#
#	CG_BY = region
#	CG_LIMITS = Ir=+1%|+10000,region=.

# the command to profile, and the files it consists of
CG_RUN ?= $(error set CG_RUN to the command to profile)
CG_NEEDS ?= $(firstword $(CG_RUN))
# the directory of everything but the baseline, not to be committed
CG_DIR ?= cg
CG_BASELINE ?= baseline.cg.gz
# as in cg-diff --limit, separated by blanks; a dollar sign is written $$
CG_LIMITS ?= Ir=+1%|+10000
# what the table has rows for: function, file or region
CG_BY ?= function
# what to count: options of cg-collect
CG_COLLECT ?= --reproducible --cache-sim=no
# the report has no other sources than those in these directories
CG_SOURCES ?= .

CG_PROFILE = $(CG_DIR)/profile.cg.gz

profile: $(CG_PROFILE)

# paths are made relative, so that they are the same in every clone
$(CG_PROFILE): $(CG_NEEDS)
	@mkdir -p $(CG_DIR)
	cg-collect -q --expect-success $(CG_COLLECT) --client-stdout=$(CG_DIR)/output \
	    -o $(CG_DIR)/run.cg $(CG_RUN)
	cg-filter --strip-prefix='$(CURDIR)' -o $@ $(CG_DIR)/run.cg

baseline: $(CG_PROFILE)
	cg-filter -o $(CG_BASELINE) $(CG_PROFILE)
	@echo 'Commit $(CG_BASELINE).'

# after a new baseline, if both are made at once
gate: $(CG_PROFILE) $(filter baseline,$(MAKECMDGOALS))
	@[ -f $(CG_BASELINE) ] || { echo '$(CG_BASELINE) is missing:' \
	    'run "make baseline" and commit it' >&2; exit 1; }
	cg-diff $(CG_LIMITS:%=--limit='%') -o $(CG_DIR)/change.cg \
	    $(CG_BASELINE) $(CG_PROFILE)

table: $(CG_DIR)/table.md

# always, because CG_BASELINE can be newer
$(CG_DIR)/table.md: $(CG_PROFILE) FORCE
	cg-diff --by=$(CG_BY) --format=markdown -o $@ $(CG_BASELINE) $(CG_PROFILE)

FORCE:

report: $(CG_DIR)/report.html

$(CG_DIR)/report.html: $(CG_PROFILE)
	cg-annotate --format=html $(CG_SOURCES:%=--sources='%') -o $@ \
	    $(CG_PROFILE)

.PHONY: profile baseline gate table report FORCE
