/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Instructions that only the kernel can execute are not here, nor those that access as many bytes as
 * registers say: xsave and its relatives, the tiles of AMX.  Names that no processor has do no harm.
 */
#include "x86_table.h"

static const struct suffix floats[] = {{"ps", 32, false}, {"pd", 64, false},
    {"ph", 16, false}, {"ss", 32, true}, {"sd", 64, true}, {"sh", 16, true},
    {NULL, 0, false}};

static const struct suffix packed[] = {
    {"ps", 32, false}, {"pd", 64, false}, {"ph", 16, false}, {NULL, 0, false}};

static const struct suffix integers[] = {{"b", 8, false}, {"w", 16, false},
    {"d", 32, false}, {"q", 64, false}, {NULL, 0, false}};

/* of shuffles and moves, which may name a number of lanes and their bits */
static const struct suffix elements[] = {{"", 0, false}, {"8", 0, false},
    {"16", 0, false}, {"32", 0, false}, {"64", 0, false}, {"128", 0, false},
    {"32x2", 0, false}, {"32x4", 0, false}, {"32x8", 0, false},
    {"64x2", 0, false}, {"64x4", 0, false}, {NULL, 0, false}};

static const struct suffix conditions[] = {{"o", 0, false}, {"no", 0, false},
    {"b", 0, false}, {"ae", 0, false}, {"e", 0, false}, {"ne", 0, false},
    {"be", 0, false}, {"a", 0, false}, {"s", 0, false}, {"ns", 0, false},
    {"p", 0, false}, {"np", 0, false}, {"l", 0, false}, {"ge", 0, false},
    {"le", 0, false}, {"g", 0, false}, {NULL, 0, false}};

/* clang-format off */

const struct x86_row x86_table[] = {
	/* --- whole numbers in general registers --- */
	{"mov movabs movnti movbe movdiri", no_suffix, .access = X86_WRITES},
	{"movzx movsx movsxd bswap bsf bsr popcnt lzcnt tzcnt crc32 "
	 "andn bextr blsi blsmsk blsr bzhi pdep pext rorx sarx shlx shrx "
	 "mulx adcx adox", .suffixes = no_suffix},
	{"cmov", .suffixes = conditions},
	{"set", conditions, .access = X86_WRITES},
	{"lea nop nopw nopl prefetch prefetcht0 prefetcht1 prefetcht2 "
	 "prefetchnta prefetchw prefetchwt1 prefetchit0 prefetchit1 clflush "
	 "clflushopt clwb cldemote", no_suffix, .access = X86_IGNORES},
	{"add adc sub sbb and or xor inc dec neg not shl sal shr sar rol ror "
	 "rcl rcr shld shrd xchg xadd cmpxchg cmpxchg8b cmpxchg16b bts btr "
	 "btc", no_suffix, .access = X86_CHANGES},
	{"aadd aand aor axor cmpoxadd cmpnoxadd cmpbxadd cmpnbxadd cmpzxadd "
	 "cmpnzxadd cmpbexadd cmpnbexadd cmpsxadd cmpnsxadd cmppxadd "
	 "cmpnpxadd cmplxadd cmpnlxadd cmplexadd cmpnlexadd", no_suffix,
	    .access = X86_CHANGES},
	{"cmp test bt mul imul", no_suffix, .access = X86_READS},
	{"div idiv", no_suffix, .access = X86_READS, .flags = X86_DIVIDES},
	{"cbw cwde cdqe cwd cdq cqo cld std clc stc cmc lahf sahf salc "
	 "endbr64 endbr32 pause cpuid rdtsc rdtscp rdrand rdseed rdpid rdpkru "
	 "wrpkru rdpmc xgetbv ud0 ud1 ud2 int int1 int3 into hlt syscall "
	 "sysenter lfence mfence sfence serialize rdfsbase rdgsbase wrfsbase "
	 "wrgsbase xtest xend xabort incsspd incsspq rdsspd rdsspq aaa aad "
	 "aam aas daa das tpause umwait", .suffixes = no_suffix},
	{"monitor mwait umonitor", .suffixes = no_suffix},

	/* --- jumps, calls and the stack --- */
	{"j", conditions, .flags = X86_BRANCHES},
	{"jmp", no_suffix, .access = X86_READS, .flags = X86_BRANCHES},
	{"jcxz jecxz jrcxz loop loope loopne xbegin", no_suffix,
	    .flags = X86_BRANCHES},
	{"call", no_suffix, .access = X86_READS,
	    .flags = X86_CALLS | X86_PUSHES},
	{"push pushf", no_suffix, .access = X86_READS, .flags = X86_PUSHES},
	{"pop popf", no_suffix, .access = X86_WRITES, .flags = X86_POPS},
	{"ret leave", no_suffix, .flags = X86_POPS},

	/* --- strings --- */
	{"movs stos", no_suffix, .access = X86_WRITES, .flags = X86_STRING},
	{"cmps lods scas", no_suffix, .access = X86_READS,
	    .flags = X86_STRING},
	{"xlat", no_suffix, .access = X86_READS},

	/* --- x87 --- */
	{"fadd faddp fiadd fsub fsubp fsubr fsubrp fisub fisubr fmul fmulp "
	 "fimul fscale fsin fcos fsincos fptan fpatan f2xm1 fyl2x fyl2xp1",
	    no_suffix, .access = X86_READS, .kind = X86_FLOAT,
	    .operations = 1},
	{"fdiv fdivp fdivr fdivrp fidiv fidivr fsqrt fprem fprem1", no_suffix,
	    .access = X86_READS, .kind = X86_FLOAT, .operations = 1,
	    .flags = X86_DIVIDES},
	{"fld fild fbld fcom fcomp fcompp fcomi fcomip fucom fucomp fucompp "
	 "fucomi fucomip ficom ficomp fldcw", no_suffix, .access = X86_READS},
	{"fst fstp fist fistp fisttp fbstp fstcw fnstcw fstsw fnstsw",
	    no_suffix, .access = X86_WRITES},
	{"fld1 fldz fldpi fldl2e fldl2t fldlg2 fldln2 fabs fchs fxch fxam "
	 "ftst frndint fxtract fcmovb fcmove fcmovbe fcmovu fcmovnb fcmovne "
	 "fcmovnbe fcmovnu fincstp fdecstp ffree ffreep finit fninit fclex "
	 "fnclex fwait fnop emms femms", .suffixes = no_suffix},
	{"fnstenv fstenv", no_suffix, .access = X86_WRITES, .size = 28},
	{"fldenv", no_suffix, .access = X86_READS, .size = 28},
	{"fnsave fsave", no_suffix, .access = X86_WRITES, .size = 108},
	{"frstor", no_suffix, .access = X86_READS, .size = 108},
	{"fxsave fxsave64", no_suffix, .access = X86_WRITES, .size = 512},
	{"fxrstor fxrstor64", no_suffix, .access = X86_READS, .size = 512},
	{"stmxcsr", no_suffix, .access = X86_WRITES, .flags = X86_VEX},
	{"ldmxcsr", no_suffix, .access = X86_READS, .flags = X86_VEX},

	/* --- floating point in vector registers --- */
	{"add sub mul min max", floats, .kind = X86_FLOAT, .operations = 1,
	    .flags = X86_VEX},
	{"div sqrt", floats, .kind = X86_FLOAT, .operations = 1,
	    .flags = X86_VEX | X86_DIVIDES},
	{"rcp rsqrt hadd hsub addsub", floats, .kind = X86_FLOAT,
	    .operations = 1, .flags = X86_VEX},
	{"vrcp14 vrsqrt14 vrcp28 vrsqrt28 vexp2 vrange vreduce vscalef",
	    floats, .kind = X86_FLOAT, .operations = 1},
	{"vfmadd132 vfmadd213 vfmadd231 vfmsub132 vfmsub213 vfmsub231 "
	 "vfnmadd132 vfnmadd213 vfnmadd231 vfnmsub132 vfnmsub213 vfnmsub231 "
	 "vfmaddsub132 vfmaddsub213 vfmaddsub231 vfmsubadd132 vfmsubadd213 "
	 "vfmsubadd231", floats, .kind = X86_FLOAT, .operations = 2},
	/* FMA4 */
	{"vfmadd vfmsub vfnmadd vfnmsub vfmaddsub vfmsubadd", floats,
	    .kind = X86_FLOAT, .operations = 2},
	/* complex numbers of two halves */
	{"vfmaddcph vfcmaddcph", no_suffix, .kind = X86_FLOAT,
	    .operations = 8, .lane = 32},
	{"vfmulcph vfcmulcph", no_suffix, .kind = X86_FLOAT, .operations = 6,
	    .lane = 32},
	{"vfmaddcsh vfcmaddcsh", no_suffix, .kind = X86_FLOAT,
	    .operations = 8},
	{"vfmulcsh vfcmulcsh", no_suffix, .kind = X86_FLOAT, .operations = 6},
	{"vdpbf16ps", no_suffix, .kind = X86_FLOAT, .operations = 4,
	    .lane = 32},
	{"dpps", no_suffix, .kind = X86_FLOAT, .operations = 7, .lane = 128,
	    .flags = X86_VEX},
	{"dppd", no_suffix, .kind = X86_FLOAT, .operations = 3, .lane = 128,
	    .flags = X86_VEX},
	{"mov mova movu movnt movh movl movmsk unpckh unpckl shuf blend "
	 "blendv and andn or xor cmp cmpeq cmplt cmple cmpunord cmpneq cmpnlt "
	 "cmpnle cmpord comi ucomi round", floats, .flags = X86_VEX},
	{"vcmpeq_uq vcmpnge vcmpngt vcmpfalse vcmpneq_oq vcmpge vcmpgt "
	 "vcmptrue vcmpeq_os vcmplt_oq vcmple_oq vcmpunord_s vcmpneq_us "
	 "vcmpnlt_uq vcmpnle_uq vcmpord_s vcmpeq_us vcmpnge_uq vcmpngt_uq "
	 "vcmpfalse_os vcmpneq_os vcmpge_oq vcmpgt_oq vcmptrue_us vtest "
	 "vpermil vperm vpermi2 vpermt2 vmaskmov vblendm vcompress vexpand "
	 "vrndscale vgetexp vgetmant vfpclass vfixupimm", .suffixes = floats},
	{"vfpclass", .suffixes = (const struct suffix[]){{"psx", 32, false},
	    {"psy", 32, false}, {"psz", 32, false}, {"pdx", 64, false},
	    {"pdy", 64, false}, {"pdz", 64, false}, {NULL, 0, false}}},
	{"insertps extractps movddup movsldup movshdup movhlps movlhps",
	    no_suffix, .flags = X86_VEX},
	{"vbroadcastss vbroadcastsd vmovsh vmovw vzeroall vzeroupper",
	    .suffixes = no_suffix},
	{"cvtdq2pd cvtdq2ps cvtpd2dq cvtpd2ps cvtps2dq cvtps2pd cvtsd2si "
	 "cvtsd2ss cvtsi2sd cvtsi2ss cvtss2sd cvtss2si cvttpd2dq cvttps2dq "
	 "cvttsd2si cvttss2si", no_suffix, .flags = X86_VEX},
	{"cvtpi2ps cvtpi2pd cvtps2pi cvtpd2pi cvttps2pi cvttpd2pi", .suffixes = no_suffix},
	{"vcvtph2ps vcvtps2ph vcvtph2psx vcvtps2phx vcvtph2pd vcvtpd2ph "
	 "vcvtsh2ss vcvtsh2sd vcvtss2sh vcvtsd2sh vcvtsh2si vcvtsh2usi "
	 "vcvttsh2si vcvttsh2usi vcvtsi2sh vcvtusi2sh vcvtusi2ss vcvtusi2sd "
	 "vcvtss2usi vcvtsd2usi vcvttss2usi vcvttsd2usi vcvtne2ps2bf16 "
	 "vcvtneps2bf16 vcvtdq2ph vcvtudq2ph vcvtqq2ph vcvtuqq2ph vcvtw2ph "
	 "vcvtuw2ph vcvtph2w vcvtph2uw vcvttph2w vcvttph2uw vcvtph2dq "
	 "vcvtph2udq vcvttph2dq vcvttph2udq vcvtph2qq vcvtph2uqq vcvttph2qq "
	 "vcvttph2uqq vbcstnebf162ps vbcstnesh2ps vcvtneebf162ps "
	 "vcvtneobf162ps vcvtneeph2ps vcvtneoph2ps vcvtudq2pd vcvtudq2ps vcvtuqq2pd vcvtuqq2ps vcvtqq2pd "
	 "vcvtqq2ps vcvtps2udq vcvtpd2udq vcvttps2udq vcvttpd2udq vcvtps2qq "
	 "vcvtpd2qq vcvttps2qq vcvttpd2qq vcvtps2uqq vcvtpd2uqq vcvttps2uqq "
	 "vcvttpd2uqq", .suffixes = no_suffix},
	/* with the width of what they read from memory */
	{"vcvtpd2dq vcvtpd2ps vcvttpd2dq vcvtpd2udq vcvttpd2udq vcvtqq2ps "
	 "vcvtuqq2ps vcvtneps2bf16 vcvtpd2ph vcvtqq2ph vcvtuqq2ph vcvtdq2ph "
	 "vcvtudq2ph vcvtps2phx", .suffixes = (const struct suffix[]){{"x", 0, false},
	    {"y", 0, false}, {"z", 0, false}, {NULL, 0, false}}},

	/* --- integers in vector registers --- */
	{"padd psub pcmpeq pcmpgt", integers, .kind = X86_INTEGER,
	    .operations = 1, .flags = X86_VEX | X86_CLEARS},
	{"pabs pmaxs pmaxu pmins pminu pavg padds paddus psubs psubus pmull "
	 "pmulh pmulhu pmulhrs psign psll psrl psra phadd phadds phsub phsubs",
	    integers, .kind = X86_INTEGER, .operations = 1,
	    .flags = X86_VEX},
	{"vpsllv vpsrlv vpsrav vprol vpror vprolv vprorv vpshld vpshrd "
	 "vpshldv vpshrdv vpopcnt vpconflict vplzcnt vpternlog vptestm "
	 "vptestnm vpcmp vpcmpu vpcmplt vpcmple vpcmpneq vpcmpnlt vpcmpnle "
	 "vpcmpequ vpcmpltu vpcmpleu vpcmpnequ vpcmpnltu vpcmpnleu vpand "
	 "vpandn vpor", integers, .kind = X86_INTEGER, .operations = 1},
	{"vpxor", integers, .kind = X86_INTEGER, .operations = 1,
	    .flags = X86_CLEARS},
	{"pand por", no_suffix, .kind = X86_INTEGER, .operations = 1,
	    .lane = 64, .flags = X86_VEX},
	{"pxor pandn", no_suffix, .kind = X86_INTEGER, .operations = 1,
	    .lane = 64, .flags = X86_VEX | X86_CLEARS},
	{"ptest pmuludq pmuldq", no_suffix, .kind = X86_INTEGER,
	    .operations = 1, .lane = 64, .flags = X86_VEX},
	{"pmulhuw pmulhrsw phminposuw", no_suffix, .kind = X86_INTEGER,
	    .operations = 1, .lane = 16, .flags = X86_VEX},
	/* products and their sums */
	{"pmaddwd", no_suffix, .kind = X86_INTEGER, .operations = 3,
	    .lane = 32, .flags = X86_VEX},
	{"pmaddubsw", no_suffix, .kind = X86_INTEGER, .operations = 3,
	    .lane = 16, .flags = X86_VEX},
	{"vpmadd52luq vpmadd52huq", no_suffix, .kind = X86_INTEGER,
	    .operations = 2, .lane = 64},
	{"vpdpbusd vpdpbusds vpdpbssd vpdpbssds vpdpbsud vpdpbsuds vpdpbuud "
	 "vpdpbuuds", no_suffix, .kind = X86_INTEGER, .operations = 8,
	    .lane = 32},
	{"vpdpwssd vpdpwssds vpdpwusd vpdpwusds vpdpwsud vpdpwsuds vpdpwuud "
	 "vpdpwuuds", no_suffix, .kind = X86_INTEGER, .operations = 4,
	    .lane = 32},
	/* differences and their sums */
	{"psadbw", no_suffix, .kind = X86_INTEGER, .operations = 15,
	    .lane = 64, .flags = X86_VEX},
	{"mpsadbw", no_suffix, .kind = X86_INTEGER, .operations = 7,
	    .lane = 16, .flags = X86_VEX},
	{"vdbpsadbw", no_suffix, .kind = X86_INTEGER, .operations = 7,
	    .lane = 16},
	{"vpshufbitqmb vpmultishiftqb", no_suffix, .kind = X86_INTEGER,
	    .operations = 1, .lane = 8},
	{"gf2p8mulb gf2p8affineqb gf2p8affineinvqb pcmpestri pcmpestrm "
	 "pcmpistri pcmpistrm", no_suffix, .kind = X86_INTEGER,
	    .operations = 1, .lane = 8, .flags = X86_VEX},
	{"aesenc aesenclast aesdec aesdeclast aesimc aeskeygenassist "
	 "pclmulqdq pclmullqlqdq pclmulhqlqdq pclmullqhqdq pclmulhqhqdq",
	    no_suffix, .kind = X86_INTEGER, .operations = 1, .lane = 128,
	    .flags = X86_VEX},
	{"sha1rnds4 sha1nexte sha1msg1 sha1msg2 sha256rnds2 sha256msg1 "
	 "sha256msg2", no_suffix, .kind = X86_INTEGER, .operations = 1,
	    .lane = 128},
	{"movq movd movdqa movdqu movntdq movntdqa lddqu pmovmskb pshufb "
	 "pshufd pshufhw pshuflw palignr packsswb packssdw packuswb packusdw "
	 "punpckhbw punpckhwd punpckhdq punpckhqdq punpcklbw punpcklwd "
	 "punpckldq punpcklqdq pslldq psrldq pblendw pblendvb pinsrb pinsrw "
	 "pinsrd pinsrq pextrb pextrw pextrd pextrq pmovsxbw pmovsxbd "
	 "pmovsxbq pmovsxwd pmovsxwq pmovsxdq pmovzxbw pmovzxbd pmovzxbq "
	 "pmovzxwd pmovzxwq pmovzxdq", no_suffix, .flags = X86_VEX},
	{"pshufw movq2dq movdq2q movntq", .suffixes = no_suffix},
	{"maskmovdqu", no_suffix, .flags = X86_VEX | X86_IMPLICIT,
	    .size = 16},
	{"maskmovq", no_suffix, .flags = X86_IMPLICIT, .size = 8},
	{"vmovdqa vmovdqu vbroadcastf vbroadcasti vinsertf vinserti vextractf "
	 "vextracti vperm2f vperm2i vshuff vshufi", .suffixes = elements},
	{"vpbroadcast vpblend vpblendm vpmaskmov vpcompress vpexpand vperm "
	 "vpermi2 vpermt2 valign vpmovm2", .suffixes = integers},
	{"vpbroadcastmb2q vpbroadcastmw2d vpmovb2m vpmovw2m vpmovd2m vpmovq2m "
	 "vpmovwb vpmovdb vpmovdw vpmovqb vpmovqw vpmovqd vpmovswb vpmovsdb "
	 "vpmovsdw vpmovsqb vpmovsqw vpmovsqd vpmovuswb vpmovusdb vpmovusdw "
	 "vpmovusqb vpmovusqw vpmovusqd", .suffixes = no_suffix},
	{"vgatherd vscatterd", packed, .flags = X86_GATHERS, .size = 32},
	{"vgatherq vscatterq", packed, .flags = X86_GATHERS, .size = 64},
	{"vpgatherd vpscatterd", integers, .flags = X86_GATHERS, .size = 32},
	{"vpgatherq vpscatterq", integers, .flags = X86_GATHERS, .size = 64},
	{"vgatherpf0d vgatherpf0q vgatherpf1d vgatherpf1q vscatterpf0d "
	 "vscatterpf0q vscatterpf1d vscatterpf1q", packed,
	    .access = X86_IGNORES},
	/* masks */
	{"kmov kadd kand kandn knot kor kortest kshiftl kshiftr ktest kxnor "
	 "kxor", .suffixes = integers},
	{"kunpckbw kunpckwd kunpckdq", .suffixes = no_suffix},
};

/* clang-format on */

const size_t x86_table_rows = sizeof(x86_table) / sizeof(*x86_table);
