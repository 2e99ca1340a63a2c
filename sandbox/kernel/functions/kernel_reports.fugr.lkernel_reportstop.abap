FUNCTION-POOL kernel_conversion.
