# SPDX-License-Identifier: BSD-2-Clause
# A profile with inlined functions.

# inlined_profile: writes the file "calls".  In it,
# main and total both have discount inlined, and discount has clamp inlined in each of them;
# main has discount on two lines, and how often it was executed on one of these is an estimate;
# clamp was also called
inlined_profile() {
	cat >calls <<-'END'
		# callgrind format
		version: 1
		creator: by hand
		cmd: prog
		positions: line
		events: Ir
		summary: 1000
		ob=prog

		fl=shop.c
		fn=main
		1 100
		# inlined
		cfi=shop.c
		cfn=discount(int, int)
		calls=4 8
		2 200
		# inlined ~
		cfi=shop.c
		cfn=discount(int, int)
		calls=1000 8
		3 100
		# inlined
		cfi=shop.c
		cfn=discount(int, int)
		calls=5 8
		3 50
		cfi=list.h
		cfn=clamp
		calls=1 1
		4 20
		cfi=shop.c
		cfn=total
		calls=1 5
		4 530

		fn=discount(int, int)
		# hostfl=shop.c
		# hostfn=main
		8 250
		# inlined
		cfi=list.h
		cfn=clamp
		calls=9 1
		9 100

		fl=list.h
		fn=clamp
		# hostfn=main
		1 100

		fl=shop.c
		fn=total
		5 70
		# inlined
		cfi=shop.c
		cfn=discount(int, int)
		calls=7 8
		5 460

		fn=discount(int, int)
		# hostfn=total
		8 260
		# inlined
		cfi=list.h
		cfn=clamp
		calls=8 1
		9 200

		fl=list.h
		fn=clamp
		# hostfn=total
		1 200

		fn=clamp
		1 20
	END
}
