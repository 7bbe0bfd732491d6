# SPDX-License-Identifier: BSD-2-Clause
# Instructions of x86-64, each with what one execution of it does.  Nothing runs them.
.intel_syntax noprefix
.globl _start
.type _start, @function
_start:
# --- general registers
mov eax, ebx                            #
mov rax, qword ptr [rdi+8]              # ByR=8
mov dword ptr [rdi], 1                  # ByW=4
mov byte ptr [rdi], al                  # ByW=1
mov ax, word ptr [rip+0x100]            # ByR=2
mov rax, qword ptr fs:0x28              # ByR=8
movabs al, ds:0x1122334455667788        # ByR=1
movabs ds:0x1122334455667788, rax       # ByW=8
movzx eax, byte ptr [rsi]               # ByR=1
movsxd rax, dword ptr [rsi]             # ByR=4
movnti dword ptr [rsi], eax             # ByW=4
movbe eax, dword ptr [rsi]              # ByR=4
cmovne rax, qword ptr [rsi]             # ByR=8
setb byte ptr [rsi]                     # ByW=1
lea rax, [rdi+rsi*4+16]                 #
nop word ptr [rax+rax*1+0]              #
prefetcht0 byte ptr [rsi]               #
clflush byte ptr [rsi]                  #
endbr64                                 #
add rax, qword ptr [rsi]                # ByR=8
add qword ptr [rsi], rax                # ByR=8 ByW=8
lock add dword ptr [rsi], 1             # ByR=4 ByW=4
inc word ptr [rsi]                      # ByR=2 ByW=2
neg byte ptr [rsi]                      # ByR=1 ByW=1
shl dword ptr [rsi], 3                  # ByR=4 ByW=4
xchg dword ptr [rsi], eax               # ByR=4 ByW=4
lock xadd qword ptr [rsi], rax          # ByR=8 ByW=8
lock cmpxchg dword ptr [rsi], ecx       # ByR=4 ByW=4
lock cmpxchg16b xmmword ptr [rsi]       # ByR=16 ByW=16
bts dword ptr [rsi], 3                  # ByR=4 ByW=4
bt dword ptr [rsi], 3                   # ByR=4
cmp dword ptr [rsi], 5                  # ByR=4
cmp eax, dword ptr [rsi]                # ByR=4
test byte ptr [rsi], 1                  # ByR=1
mul qword ptr [rsi]                     # ByR=8
imul eax, dword ptr [rsi], 7            # ByR=4
idiv ecx                                # Div=1
div qword ptr [rsi]                     # Div=1 ByR=8
popcnt rax, qword ptr [rsi]             # ByR=8
shlx rax, qword ptr [rsi], rcx          # ByR=8
bswap eax                               #
cqo                                     #
rdtsc                                   #
# --- the stack, jumps and calls
push rbx                                # ByW=8
push bx                                 # ByW=2
push 5                                  # ByW=8
push qword ptr [rsi]                    # ByR=8 ByW=8
pop rbx                                 # ByR=8
pop qword ptr [rsi]                     # ByR=8 ByW=8
leave                                   # ByR=8
call _start                             # ByW=8 Cl=1
call rax                                # ByW=8 Cl=1
call qword ptr [rax]                    # ByR=8 ByW=8 Cl=1
ret                                     # ByR=8
repz ret                                # ByR=8
jmp _start                              # Br=1
notrack jmp rax                         # Br=1
jmp qword ptr [rip+0x200]               # ByR=8 Br=1
jne _start                              # Br=1
jrcxz 1f                                # Br=1
1: loop 1b                              # Br=1
# --- strings: once, because nothing counts the accesses here
movsb                                   # ByR=1 ByW=1
stosq                                   # ByW=8
lodsd                                   # ByR=4
scasw                                   # ByR=2
cmpsb                                   # ByR=2
xlatb                                   # ByR=1
# --- x87
fld tbyte ptr [rsi]                     # ByR=10
fld qword ptr [rsi]                     # ByR=8
fild word ptr [rsi]                     # ByR=2
fstp tbyte ptr [rsi]                    # ByW=10
fistp qword ptr [rsi]                   # ByW=8
fadd dword ptr [rsi]                    # Fl=1 ByR=4
faddp st(1), st                         # Fl=1
fiadd word ptr [rsi]                    # Fl=1 ByR=2
fdivrp st(1), st                        # Fl=1 Div=1
fsqrt                                   # Fl=1 Div=1
fsin                                    # Fl=1
fchs                                    #
fucomip st, st(1)                       #
fldcw word ptr [rsi]                    # ByR=2
fnstcw word ptr [rsi]                   # ByW=2
fnstenv [rsi]                           # ByW=28
fxsave [rsi]                            # ByW=512
fxrstor64 [rsi]                         # ByR=512
# --- SSE and SSE2: floating point
movss xmm0, dword ptr [rsi]             # ByR=4
movsd qword ptr [rsi], xmm0             # ByW=8
movaps xmm0, xmmword ptr [rsi]          # ByR=16
movups xmmword ptr [rsi], xmm0          # ByW=16
movhps xmm0, qword ptr [rsi]            # ByR=8
movlpd qword ptr [rsi], xmm0            # ByW=8
addss xmm0, xmm1                        # Fl=1
addsd xmm0, qword ptr [rsi]             # Fl=1 ByR=8
mulps xmm0, xmmword ptr [rsi]           # Fl=4 FlV=4 ByR=16
subpd xmm0, xmm1                        # Fl=2 FlV=2
divss xmm0, xmm1                        # Fl=1 Div=1
divps xmm0, xmm1                        # Fl=4 FlV=4 Div=4
sqrtsd xmm0, xmm1                       # Fl=1 Div=1
sqrtpd xmm0, xmmword ptr [rsi]          # Fl=2 FlV=2 Div=2 ByR=16
rsqrtps xmm0, xmm1                      # Fl=4 FlV=4
maxsd xmm0, xmm1                        # Fl=1
minps xmm0, xmm1                        # Fl=4 FlV=4
haddpd xmm0, xmm1                       # Fl=2 FlV=2
addsubps xmm0, xmm1                     # Fl=4 FlV=4
dpps xmm0, xmm1, 255                    # Fl=7 FlV=7
ucomisd xmm0, qword ptr [rsi]           # ByR=8
cmpltps xmm0, xmm1                      #
andpd xmm0, xmmword ptr [rsi]           # ByR=16
xorps xmm0, xmm0                        #
cvtsi2sd xmm0, dword ptr [rsi]          # ByR=4
cvtsi2ss xmm0, qword ptr [rsi]          # ByR=8
cvttsd2si rax, qword ptr [rsi]          # ByR=8
cvtps2pd xmm0, qword ptr [rsi]          # ByR=8
unpcklps xmm0, xmmword ptr [rsi]        # ByR=16
movddup xmm0, qword ptr [rsi]           # ByR=8
roundsd xmm0, qword ptr [rsi], 1        # ByR=8
ldmxcsr dword ptr [rsi]                 # ByR=4
stmxcsr dword ptr [rsi]                 # ByW=4
# --- MMX to SSE4.2: integers
paddb mm0, qword ptr [rsi]              # IntV=8 ByR=8
movdqu xmm0, xmmword ptr [rsi]          # ByR=16
movntdq xmmword ptr [rsi], xmm0         # ByW=16
movd xmm0, dword ptr [rsi]              # ByR=4
movq qword ptr [rsi], xmm0              # ByW=8
paddd xmm0, xmm1                        # IntV=4
paddq xmm0, xmmword ptr [rsi]           # IntV=2 ByR=16
psubusb xmm0, xmm1                      # IntV=16
pmullw xmm0, xmm1                       # IntV=8
pmuludq xmm0, xmm1                      # IntV=2
pmaddwd xmm0, xmm1                      # IntV=12
psadbw xmm0, xmm1                       # IntV=30
pcmpeqb xmm0, xmm1                      # IntV=16
pcmpeqd xmm0, xmm0                      #
pand xmm0, xmm1                         # IntV=2
pxor xmm0, xmm1                         # IntV=2
pxor xmm0, xmm0                         #
psrld xmm0, 3                           # IntV=4
pslldq xmm0, 4                          #
pshufb xmm0, xmmword ptr [rsi]          # ByR=16
pmovmskb eax, xmm0                      #
pmovzxbd xmm0, dword ptr [rsi]          # ByR=4
pinsrw xmm0, word ptr [rsi], 1          # ByR=2
pextrb byte ptr [rsi], xmm0, 1          # ByW=1
phaddd xmm0, xmm1                       # IntV=4
ptest xmm0, xmm1                        # IntV=2
pcmpistri xmm0, xmmword ptr [rsi], 4    # IntV=16 ByR=16
maskmovdqu xmm0, xmm1                   # ByW=16
aesenc xmm0, xmmword ptr [rsi]          # IntV=1 ByR=16
pclmulqdq xmm0, xmm1, 17                # IntV=1
# --- AVX, AVX2 and FMA
vaddpd ymm0, ymm1, ymmword ptr [rsi]    # Fl=4 FlV=4 ByR=32
vaddss xmm0, xmm1, dword ptr [rsi]      # Fl=1 ByR=4
vsqrtps ymm0, ymm1                      # Fl=8 FlV=8 Div=8
vfmadd231pd ymm0, ymm1, ymmword ptr [rsi]       # Fl=8 FlV=8 ByR=32
vfnmsub213ss xmm0, xmm1, dword ptr [rsi]        # Fl=2 ByR=4
vfmaddsub132ps xmm0, xmm1, xmm2         # Fl=8 FlV=8
vbroadcastss ymm0, dword ptr [rsi]      # ByR=4
vbroadcastf128 ymm0, xmmword ptr [rsi]  # ByR=16
vinsertf128 ymm0, ymm1, xmmword ptr [rsi], 1    # ByR=16
vextractf128 xmmword ptr [rsi], ymm0, 1 # ByW=16
vmaskmovps ymmword ptr [rsi], ymm0, ymm1        # ByW=32
vmaskmovpd ymm0, ymm1, ymmword ptr [rsi]        # ByR=32
vpaddb ymm0, ymm1, ymmword ptr [rsi]    # IntV=32 ByR=32
vpmulld ymm0, ymm1, ymm2                # IntV=8
vpsllvq ymm0, ymm1, ymm2                # IntV=4
vpxor ymm0, ymm1, ymm2                  # IntV=4
vpxor xmm0, xmm1, xmm1                  #
vpmaddubsw ymm0, ymm1, ymm2             # IntV=48
vpmovsxwd ymm0, xmmword ptr [rsi]       # ByR=16
vpbroadcastb ymm0, byte ptr [rsi]       # ByR=1
vcmpnge_uqps ymm0, ymm1, ymm2           #
vcvtpd2ps xmm0, ymmword ptr [rsi]       # ByR=32
vzeroupper                              #
vgatherdps ymm0, dword ptr [rsi+ymm1*4], ymm2   # ByR=32
vgatherdpd ymm0, qword ptr [rsi+xmm1*8], ymm2   # ByR=32
vgatherqps xmm0, dword ptr [rsi+ymm1*4], xmm2   # ByR=16
vgatherqps xmm0, dword ptr [rsi+xmm1*4], xmm2   # ByR=8
vpgatherdq xmm0, qword ptr [rsi+xmm1*8], xmm2   # ByR=16
vpdpbusd ymm0, ymm1, ymm2               # IntV=64
# --- AVX-512
vaddps zmm0{k1}{z}, zmm1, zmmword ptr [rsi]     # Fl=16 FlV=16 ByR=64
vmulpd zmm0, zmm1, qword bcst [rsi]     # Fl=8 FlV=8 ByR=8
vdivpd zmm0, zmm1, zmm2, {rn-sae}       # Fl=8 FlV=8 Div=8
vfmadd213ps zmm0, zmm1, dword bcst [rsi]        # Fl=32 FlV=32 ByR=4
vfmadd231sd xmm0{k1}, xmm1, xmm2        # Fl=2
vrcp14ps zmm0, zmm1                     # Fl=16 FlV=16
vscalefpd ymm17, ymm1, ymm2             # Fl=4 FlV=4
vrndscaleps zmm0, zmm1, 3               #
vmovups zmmword ptr [rsi]{k1}, zmm0     # ByW=64
vmovdqu8 zmm0{k1}, zmmword ptr [rsi]    # ByR=64
vpaddd zmm0, zmm1, zmm2                 # IntV=16
vpternlogd zmm0, zmm1, zmm2, 150        # IntV=16
vpandq ymm17, ymm1, ymm2                # IntV=4
vpcmpltub k1, zmm0, zmm1                # IntV=64
vpcmpeqd k1, zmm0, zmmword ptr [rsi]    # IntV=16 ByR=64
vptestmd k1, zmm0, zmm1                 # IntV=16
vpopcntq zmm0, zmm1                     # IntV=8
vpmadd52luq zmm0, zmm1, zmm2            # IntV=16
vpdpwssd zmm0, zmm1, zmm2               # IntV=64
vpconflictd zmm0, zmm1                  # IntV=16
vdpbf16ps zmm0, zmm1, zmm2              # Fl=64 FlV=64
vaddph zmm0, zmm1, zmm2                 # Fl=32 FlV=32
vgatherdpd zmm0{k1}, qword ptr [rsi+ymm1*8]     # ByR=64
vgatherqps ymm0{k1}, dword ptr [rsi+zmm1*4]     # ByR=32
vscatterdps dword ptr [rsi+zmm1*4]{k1}, zmm0    # ByW=64
vpscatterqd dword ptr [rsi+zmm1*4]{k1}, ymm0    # ByW=32
vpmovdb xmmword ptr [rsi], zmm0         # ByW=16
vpmovqd ymmword ptr [rsi]{k1}, zmm0     # ByW=32
vcompresspd zmmword ptr [rsi]{k1}, zmm0 # ByW=64
vpexpandd zmm0{k1}{z}, zmmword ptr [rsi]        # ByR=64
vpermt2ps zmm0, zmm1, zmmword ptr [rsi] # ByR=64
vbroadcasti32x4 zmm0, xmmword ptr [rsi] # ByR=16
vextracti64x4 ymmword ptr [rsi], zmm0, 1        # ByW=32
vcvtqq2pd zmm0, zmmword ptr [rsi]       # ByR=64
kmovw k1, word ptr [rsi]                # ByR=2
kmovq qword ptr [rsi], k1               # ByW=8
kortestd k1, k2                         #
kandw k1, k2, k3                        #
valignd zmm0, zmm1, zmmword ptr [rsi], 1        # ByR=64
aesdec xmm0, xmm1                       # IntV=1
vaesenc zmm0, zmm1, zmm2                # IntV=4
vpclmulhqhqdq ymm0, ymm1, ymm2          # IntV=2
# --- not known: what they access depends on registers, or nobody has told us
xsave [rsi]                             # UNKNOWN
tdpbssd tmm0, tmm1, tmm2                # UNKNOWN
vphaddbw xmm0, xmm1                     # UNKNOWN
.size _start, .-_start
