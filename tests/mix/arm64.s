// SPDX-License-Identifier: BSD-2-Clause
// Instructions of arm64, each with what one execution of it does.  Nothing runs them.
.arch armv8.6-a+sve+bf16+i8mm+crypto+fp16
.globl _start
.type _start, %function
_start:
// --- general registers
add x0, x1, x2                          // #
add sp, sp, #16                         // #
and x0, x1, #0xff                       // #
neg w0, w1                              // #
mov w0, #16                             // #
madd x0, x1, x2, x3                     // #
smull x0, w1, w2                        // #
udiv w0, w1, w2                         // # Div=1
sdiv x0, x1, x2                         // # Div=1
csel x0, x1, x2, ne                     // #
ubfx x0, x1, #3, #4                     // #
adrp x0, _start                         // #
nop                                     // #
// --- jumps and calls
b _start                                // # Br=1
b.ne _start                             // # Br=1
cbz x0, _start                          // # Br=1
tbnz w0, #3, _start                     // # Br=1
br x3                                   // # Br=1
bl _start                               // # Cl=1
blr x3                                  // # Cl=1
ret                                     // #
// --- loads and stores
ldr w0, [x1]                            // # ByR=4
ldr x0, [x1, x2, lsl #3]                // # ByR=8
ldr x0, _start                          // # ByR=8
ldrb w0, [x1], #1                       // # ByR=1
ldrsb x0, [x1]                          // # ByR=1
ldrh w0, [x1]                           // # ByR=2
ldrsw x0, [x1]                          // # ByR=4
ldur q0, [x1, #-16]                     // # ByR=16
ldr d0, [x1]                            // # ByR=8
ldr h0, [x1]                            // # ByR=2
str s0, [x1, #4]!                       // # ByW=4
str xzr, [x1]                           // # ByW=8
strb wzr, [x1]                          // # ByW=1
stur x0, [sp, #-8]                      // # ByW=8
ldp x29, x30, [sp], #32                 // # ByR=16
stp x29, x30, [sp, #-32]!               // # ByW=16
ldp q0, q1, [x0]                        // # ByR=32
stp s0, s1, [x0]                        // # ByW=8
ldpsw x0, x1, [x2]                      // # ByR=8
ldnp d0, d1, [x2]                       // # ByR=16
ldxr x0, [x1]                           // # ByR=8
ldaxrb w0, [x1]                         // # ByR=1
stxr w2, x0, [x1]                       // # ByW=8
stlxrh w2, w0, [x1]                     // # ByW=2
stxp w2, x0, x3, [x1]                   // # ByW=16
ldar w0, [x1]                           // # ByR=4
stlr x0, [x1]                           // # ByW=8
ldadd w0, w1, [x2]                      // # ByR=4 ByW=4
ldaddalb w0, w1, [x2]                   // # ByR=1 ByW=1
swpal x0, x1, [x2]                      // # ByR=8 ByW=8
cas w0, w1, [x2]                        // # ByR=4 ByW=4
caspal x0, x1, x2, x3, [x4]             // # ByR=16 ByW=16
prfm pldl1keep, [x0]                    // #
ld1 {v0.16b}, [x0]                      // # ByR=16
ld1 {v0.4s-v3.4s}, [x0], #64            // # ByR=64
ld2 {v0.8b, v1.8b}, [x0]                // # ByR=16
st4 {v30.2d, v31.2d, v0.2d, v1.2d}, [x0]            // # ByW=64
ld1 {v0.s}[1], [x0]                     // # ByR=4
st2 {v0.h, v1.h}[2], [x0]               // # ByW=4
ld1r {v0.4s}, [x0]                      // # ByR=4
ld3r {v0.2d, v1.2d, v2.2d}, [x0]        // # ByR=24
// --- floating point
fadd d0, d1, d2                         // # Fl=1
fmul s0, s1, s2                         // # Fl=1
fmul d0, d1, v2.d[0]                    // # Fl=1
fmadd d0, d1, d2, d3                    // # Fl=2
fnmsub s0, s1, s2, s3                   // # Fl=2
fdiv d0, d1, d2                         // # Fl=1 Div=1
fsqrt s0, s1                            // # Fl=1 Div=1
fmax d0, d1, d2                         // # Fl=1
fabs d0, d1                             // #
fcmp d0, d1                             // #
fcvtzs w0, d1                           // #
scvtf d0, w1                            // #
fmov d0, #1.0                           // #
fadd v0.4s, v1.4s, v2.4s                // # Fl=4 FlV=4
fadd v0.8h, v1.8h, v2.8h                // # Fl=8 FlV=8
fmla v0.2d, v1.2d, v2.d[0]              // # Fl=4 FlV=4
fmls v0.2s, v1.2s, v2.2s                // # Fl=4 FlV=4
fdiv v0.4s, v1.4s, v2.4s                // # Fl=4 FlV=4 Div=4
fsqrt v0.2d, v1.2d                      // # Fl=2 FlV=2 Div=2
faddp v0.4s, v1.4s, v2.4s               // # Fl=4 FlV=4
faddp d0, v1.2d                         // # Fl=1 FlV=1
fmaxv s0, v1.4s                         // # Fl=3 FlV=3
frecps v0.4s, v1.4s, v2.4s              // # Fl=8 FlV=8
fabd v0.2d, v1.2d, v2.2d                // # Fl=4 FlV=4
fcmgt v0.4s, v1.4s, v2.4s               // #
scvtf v0.4s, v1.4s                      // #
bfdot v0.4s, v1.8h, v2.8h               // # Fl=16 FlV=16
// --- integers in vectors
add v0.4s, v1.4s, v2.4s                 // # IntV=4
add d0, d1, d2                          // # IntV=1
mul v0.8h, v1.8h, v2.8h                 // # IntV=8
mla v0.4s, v1.4s, v2.4s                 // # IntV=8
saddl2 v0.4s, v1.8h, v2.8h              // # IntV=4
umlal v0.2d, v1.2s, v2.2s               // # IntV=4
addhn2 v0.16b, v1.8h, v2.8h             // # IntV=8
addv b0, v1.16b                         // # IntV=15
addp v0.4s, v1.4s, v2.4s                // # IntV=4
uaddlp v0.8h, v1.16b                    // # IntV=8
cmeq v0.16b, v1.16b, #0                 // # IntV=16
shl v0.4s, v1.4s, #3                    // # IntV=4
usra v0.2d, v1.2d, #3                   // # IntV=4
umax v0.16b, v1.16b, v2.16b             // # IntV=16
sdot v0.4s, v1.16b, v2.16b              // # IntV=32
smmla v0.4s, v1.16b, v2.16b             // # IntV=64
and v0.16b, v1.16b, v2.16b              // # IntV=2
eor v0.8b, v1.8b, v2.8b                 // # IntV=1
eor v0.16b, v1.16b, v1.16b              // #
aese v0.16b, v1.16b                     // # IntV=2
mov v0.16b, v1.16b                      // #
movi v0.2d, #0                          // #
dup v0.4s, w1                           // #
umov w0, v1.s[1]                        // #
zip1 v0.4s, v1.4s, v2.4s                // #
tbl v0.16b, {v1.16b}, v2.16b            // #
xtn v0.8b, v1.8h                        // #
ushll v0.8h, v1.8b, #2                  // # IntV=8
// --- SVE: the code does not say how long its vectors are
fadd z0.s, z1.s, z2.s                   // # UNKNOWN
ld1w {z0.s}, p0/z, [x0]                 // # UNKNOWN
whilelo p0.s, x0, x1                    // # UNKNOWN
.size _start, .-_start
