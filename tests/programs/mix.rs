// SPDX-License-Identifier: BSD-2-Clause
// Kernels in Rust, as in mix.c.

const N: usize = 960;

// sum: Fl=960
#[inline(never)]
#[no_mangle]
fn sum(a: &[f64; N]) -> f64 {
    let mut s = 0.0;
    for x in a {
        s += x;
    }
    s
}

// axpy: Fl=1920 ByR=15368 ByW=7680
#[inline(never)]
#[no_mangle]
fn axpy(k: f64, x: &[f64; N], y: &mut [f64; N]) {
    for i in 0..N {
        y[i] += k * x[i];
    }
}

fn main() {
    let a = [1.0; N];
    let mut b = [2.0; N];
    axpy(0.5, &a, &mut b);
    std::process::exit((sum(&b) < 0.0) as i32);
}
