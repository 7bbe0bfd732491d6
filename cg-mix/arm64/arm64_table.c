/* SPDX-License-Identifier: BSD-2-Clause */
/* Those of SVE and SME are not here, because the code does not say how long their vectors are. */
#include "arm64_table.h"

static const struct suffix conditions[] = {{"eq", 0, false}, {"ne", 0, false},
    {"cs", 0, false}, {"cc", 0, false}, {"mi", 0, false}, {"pl", 0, false},
    {"vs", 0, false}, {"vc", 0, false}, {"hi", 0, false}, {"ls", 0, false},
    {"ge", 0, false}, {"lt", 0, false}, {"gt", 0, false}, {"le", 0, false},
    {"al", 0, false}, {"nv", 0, false}, {NULL, 0, false}};

/* the order of an atomic access, and its size */
static const struct suffix orders[] = {{"", 0, false}, {"a", 0, false},
    {"l", 0, false}, {"al", 0, false}, {"b", 8, false}, {"ab", 8, false},
    {"lb", 8, false}, {"alb", 8, false}, {"h", 16, false}, {"ah", 16, false},
    {"lh", 16, false}, {"alh", 16, false}, {NULL, 0, false}};

static const struct suffix sizes[] = {
    {"", 0, false}, {"b", 8, false}, {"h", 16, false}, {NULL, 0, false}};

/* of loads, which may extend the sign */
static const struct suffix loaded[] = {{"", 0, false}, {"b", 8, false},
    {"h", 16, false}, {"sb", 8, false}, {"sh", 16, false}, {"sw", 32, false},
    {NULL, 0, false}};

/* of the upper half of a vector */
static const struct suffix halves[] = {
    {"", 0, false}, {"2", 0, false}, {NULL, 0, false}};

/* clang-format off */

const struct arm64_row arm64_table[] = {
	/* --- whole numbers, also in vectors --- */
	{"add sub neg abs mul cmeq cmge cmgt cmhi cmhs cmle cmlt cmtst shl "
	 "addp addv smax smin umax umin smaxp sminp umaxp uminp smaxv sminv "
	 "umaxv uminv saddlv uaddlv saddlp uaddlp sabd uabd shadd uhadd shsub "
	 "uhsub srhadd urhadd sqadd uqadd sqsub uqsub suqadd usqadd sqabs "
	 "sqneg sqdmulh sqrdmulh sshl ushl srshl urshl sqshl uqshl sqrshl "
	 "uqrshl sqshlu sshr ushr srshr urshr sli sri clz cls cnt rbit "
	 "urecpe ursqrte pmul", no_suffix, .kind = ARM64_INTEGER,
	    .operations = 1},
	{"saddl uaddl saddw uaddw ssubl usubl ssubw usubw sabdl uabdl smull "
	 "umull sqdmull pmull addhn subhn raddhn rsubhn shrn rshrn sqshrn "
	 "uqshrn sqrshrn uqrshrn sqshrun sqrshrun sshll ushll", halves,
	    .kind = ARM64_INTEGER, .operations = 1},
	{"mla mls sadalp uadalp saba uaba ssra usra srsra ursra sqrdmlah "
	 "sqrdmlsh", no_suffix, .kind = ARM64_INTEGER, .operations = 2},
	{"smlal umlal smlsl umlsl sqdmlal sqdmlsl sabal uabal", halves,
	    .kind = ARM64_INTEGER, .operations = 2},
	{"sdot udot usdot sudot", no_suffix, .kind = ARM64_INTEGER,
	    .operations = 8},
	{"smmla ummla usmmla", no_suffix, .kind = ARM64_INTEGER,
	    .operations = 16},
	{"aese aesd aesmc aesimc sha1c sha1p sha1m sha1h sha1su0 sha1su1 "
	 "sha256h sha256h2 sha256su0 sha256su1 sha512h sha512h2 sha512su0 "
	 "sha512su1 eor3 bcax rax1 xar sm3ss1 sm3tt1a sm3tt1b sm3tt2a "
	 "sm3tt2b sm3partw1 sm3partw2 sm4e sm4ekey and orr eor bic orn mvn "
	 "not", no_suffix, .kind = ARM64_LOGIC, .operations = 1},
	{"sdiv udiv", no_suffix, .flags = ARM64_DIVIDES},
	{"adds subs cmp cmn negs adc adcs sbc sbcs ngc ngcs madd msub mneg "
	 "smulh umulh smaddl umaddl smsubl umsubl smnegl umnegl ands eon bics "
	 "tst mov movz movk movn lsl lsr asr ror lslv lsrv asrv rorv ubfx "
	 "sbfx bfi bfxil bfc ubfiz sbfiz bfm sbfm ubfm sxtb sxth sxtw uxtb "
	 "uxth uxtw extr rev rev16 rev32 rev64 csel csinc csinv csneg cset "
	 "csetm cinc cinv cneg ccmp ccmn adr adrp crc32b crc32h crc32w "
	 "crc32x crc32cb crc32ch crc32cw crc32cx ctz", .suffixes = no_suffix},
	{"nop hint bti paciasp autiasp pacibsp autibsp paciaz autiaz pacibz "
	 "autibz paciza autiza pacia autia pacib autib pacda autda pacdb "
	 "autdb pacga pacia1716 autia1716 xpaclri xpaci xpacd yield wfe wfi "
	 "sev sevl isb dsb dmb sb ssbb pssbb csdb esb mrs msr svc brk hlt udf "
	 "clrex prfm prfum cfinv setf8 setf16 rmif", .suffixes = no_suffix},

	/* --- jumps and calls --- */
	{"b cbz cbnz tbz tbnz br braa brab braaz brabz", no_suffix,
	    .flags = ARM64_BRANCHES},
	{"b. bc.", conditions, .flags = ARM64_BRANCHES},
	{"bl blr blraa blrab blraaz blrabz", no_suffix, .flags = ARM64_CALLS},
	{"ret retaa retab", .suffixes = no_suffix},

	/* --- floating point --- */
	{"fadd fsub fmul fnmul fmulx fmax fmin fmaxnm fminnm fmaxp fminp "
	 "fmaxnmp fminnmp fmaxv fminv fmaxnmv fminnmv faddp fcadd frecpe "
	 "frsqrte", no_suffix, .kind = ARM64_FLOAT, .operations = 1},
	{"fmadd fmsub fnmadd fnmsub fmla fmls fmlal fmlal2 fmlsl fmlsl2 "
	 "bfmlalb bfmlalt fabd fcmla frecps frsqrts", no_suffix,
	    .kind = ARM64_FLOAT, .operations = 2},
	{"bfdot", no_suffix, .kind = ARM64_FLOAT, .operations = 4},
	{"bfmmla", no_suffix, .kind = ARM64_FLOAT, .operations = 8},
	{"fdiv fsqrt", no_suffix, .kind = ARM64_FLOAT, .operations = 1,
	    .flags = ARM64_DIVIDES},
	{"fmov fabs fneg fcmp fcmpe fccmp fccmpe fcsel fcmeq fcmge fcmgt "
	 "fcmle fcmlt facge facgt facle faclt fcvt fcvtn fcvtn2 fcvtl fcvtl2 "
	 "fcvtxn fcvtxn2 fcvtas fcvtau fcvtms fcvtmu fcvtns fcvtnu fcvtps "
	 "fcvtpu fcvtzs fcvtzu fjcvtzs scvtf ucvtf frinta frinti frintm "
	 "frintn frintp frintx frintz frint32x frint32z frint64x frint64z "
	 "frecpx bfcvt bfcvtn bfcvtn2", .suffixes = no_suffix},

	/* --- moves in vectors --- */
	{"movi mvni dup ins umov smov ext zip1 zip2 uzp1 uzp2 trn1 trn2 tbl "
	 "tbx bsl bit bif", .suffixes = no_suffix},
	{"xtn sqxtn uqxtn sqxtun sxtl uxtl shll", .suffixes = halves},

	/* --- loads and stores --- */
	{"ldr ldur ldtr", loaded, .kind = ARM64_LOAD, .registers = 1},
	{"ldapur", loaded, .kind = ARM64_LOAD, .registers = 1},
	{"ldxr ldaxr ldar ldlar ldapr", sizes, .kind = ARM64_LOAD,
	    .registers = 1},
	{"ldp ldnp ldxp ldaxp", no_suffix, .kind = ARM64_LOAD, .registers = 2},
	{"ldpsw", no_suffix, .kind = ARM64_LOAD, .registers = 2, .bytes = 4},
	{"ldraa ldrab", no_suffix, .kind = ARM64_LOAD, .registers = 1},
	{"str stur sttr stlr stllr stlur", sizes, .kind = ARM64_STORE,
	    .registers = 1},
	{"stp stnp", no_suffix, .kind = ARM64_STORE, .registers = 2},
	/* the first register is the status */
	{"stxr stlxr", sizes, .kind = ARM64_STORE, .operand = 1,
	    .registers = 1},
	{"stxp stlxp", no_suffix, .kind = ARM64_STORE, .operand = 1,
	    .registers = 2},
	{"ldadd ldclr ldset ldeor ldsmax ldsmin ldumax ldumin swp cas stadd "
	 "stclr stset steor stsmax stsmin stumax stumin", orders,
	    .kind = ARM64_CHANGE, .registers = 1},
	{"casp caspa caspl caspal", no_suffix, .kind = ARM64_CHANGE,
	    .registers = 2},
	{"ld1 ld2 ld3 ld4", no_suffix, .kind = ARM64_LOAD_LIST},
	{"ld1r ld2r ld3r ld4r", no_suffix, .kind = ARM64_LOAD_EQUAL},
	{"st1 st2 st3 st4", no_suffix, .kind = ARM64_STORE_LIST},
};

/* clang-format on */

const size_t arm64_table_rows = sizeof(arm64_table) / sizeof(*arm64_table);
