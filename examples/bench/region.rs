// SPDX-License-Identifier: BSD-2-Clause
//! Regions of a Rust program.  Copy this file to src/, and declare it: `mod region;`
//!
//!	#[test]
//!	fn parses() {
//!		let text = make_text();
//!		let tree = region!("parse small", parse(&text));
//!		assert!(tree.is_whole());
//!	}
//!
//!	cargo test --release --no-run		# prints the path of the binary
//!	cg-collect -q --cache-sim=no --client-stdout=out target/release/deps/... |
//!	    cg-sum --by=region
//!
//! A region ends with its expression, also by `?`, return and a panic.  Outside of
//! cg-collect, and on other processors than x86-64 and arm64, it has no effect.
#![allow(dead_code)]

/// 'R' and 'G' in the upper bytes, as in cg-tools/regions.h
pub const ENTER: usize = 0x5247_0000;
pub const LEAVE: usize = 0x5247_0001;

/// The region that was entered is left when this is dropped.
pub struct Region(pub *const u8);

impl Drop for Region {
    fn drop(&mut self) {
        request(LEAVE, self.0);
    }
}

/// Valgrind recognises the sequence of rotations, which add up to whole turns.
#[inline(always)]
pub fn request(code: usize, name: *const u8) {
    let words = [code, name as usize];
    #[cfg(target_arch = "x86_64")]
    unsafe {
        std::arch::asm!(
            "rol rdi, 3", "rol rdi, 13", "rol rdi, 61", "rol rdi, 51", "xchg rbx, rbx",
            in("rax") &words, inout("rdx") 0usize => _);
    }
    #[cfg(target_arch = "aarch64")]
    unsafe {
        std::arch::asm!(
            "ror x12, x12, #3", "ror x12, x12, #13", "ror x12, x12, #51",
            "ror x12, x12, #61", "orr x10, x10, x10",
            in("x4") &words, inout("x3") 0usize => _);
    }
    let _ = words;
}

/// region!("name", expression): its value.  The name is a literal.
#[macro_export]
macro_rules! region {
    ($name:literal, $code:expr) => {{
        let name = concat!($name, "\0").as_ptr();
        $crate::region::request($crate::region::ENTER, name);
        let _region = $crate::region::Region(name);
        $code
    }};
}
