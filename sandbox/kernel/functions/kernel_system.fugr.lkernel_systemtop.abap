FUNCTION-POOL kernel_system.
