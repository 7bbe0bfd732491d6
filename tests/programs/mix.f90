! SPDX-License-Identifier: BSD-2-Clause
! Kernels in Fortran, as in mix.c.
module kernels
  implicit none
  integer, parameter :: n = 960
  real :: out(n)
contains
  ! axpy: Fl=1920 ByR=15368 ByW=7680
  subroutine axpy(k, x, y)
    double precision, value :: k
    double precision, intent(in) :: x(n)
    double precision, intent(inout) :: y(n)
    integer :: i
    do i = 1, n
      y(i) = k * x(i) + y(i)
    end do
  end subroutine

  ! halves: Fl=960 Div=960
  subroutine halves(x, y)
    real, intent(in) :: x(n), y(n)
    integer :: i
    do i = 1, n
      out(i) = x(i) / y(i)
    end do
  end subroutine
end module

program main
  use kernels
  implicit none
  double precision :: a(n), b(n)
  real :: c(n), d(n)
  a = 1
  b = 2
  c = 1
  d = 2
  call axpy(0.5d0, a, b)
  call halves(c, d)
  if (b(1) < 0 .or. out(1) < 0) stop 1
end program
