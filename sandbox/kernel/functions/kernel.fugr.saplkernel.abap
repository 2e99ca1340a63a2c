INCLUDE lkerneltop.
INCLUDE lkerneluxx.
