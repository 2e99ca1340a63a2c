FUNCTION-POOL kernel_reports.
INCLUDE lkernel_reportstop.
INCLUDE lkernel_reportsuxx.
