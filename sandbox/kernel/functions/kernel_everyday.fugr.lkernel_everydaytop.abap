FUNCTION-POOL kernel_everyday.
