// SPDX-License-Identifier: BSD-2-Clause

// Regions of a Go program.  Copy this file beside your tests, and give it their package.
//
//	func BenchmarkParse(b *testing.B) {
//		for i := 0; i < b.N; i++ {
//			Region("Parse", func() { Parse(text) })
//		}
//	}
//
//	go test -c -o bench.test
//	cg-collect -q --reproducible --cache-sim=no --client-stdout=out \
//	    ./bench.test -test.bench=. -test.benchtime=10x | cg-sum --by=region
//
// --reproducible shows the program a processor whose instructions Valgrind knows; without
// it, Go may use others.  What other goroutines do for a region does not belong to it,
// because they have threads of their own.  Outside of cg-collect, a region costs two system
// calls.
package main

import (
	"runtime"
	"syscall"
	"unsafe"
)

const (
	regionRequest = 0x43475247 // not a request of prctl's: it fails with EINVAL
	regionEnter   = 0
	regionLeave   = 1
)

// Region runs f as a region of that name.  It ends also if f panics.
func Region(name string, f func()) {
	text := append([]byte(name), 0)
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	request(regionEnter, text)
	defer request(regionLeave, text)
	f()
}

func request(what uintptr, name []byte) {
	syscall.RawSyscall(syscall.SYS_PRCTL, regionRequest, what,
		uintptr(unsafe.Pointer(&name[0])))
}
