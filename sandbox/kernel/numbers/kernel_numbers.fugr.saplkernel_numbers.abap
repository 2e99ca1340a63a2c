INCLUDE lkernel_numberstop.
INCLUDE lkernel_numbersuxx.
