INCLUDE lkernel_webtop.
INCLUDE lkernel_webuxx.
