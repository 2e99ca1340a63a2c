INCLUDE lkernel_everydaytop.
INCLUDE lkernel_everydayuxx.
