FUNCTION-POOL kernel_web.
