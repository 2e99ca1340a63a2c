INCLUDE lkernel_systemtop.
INCLUDE lkernel_systemuxx.
