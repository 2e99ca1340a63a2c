FUNCTION-POOL kernel_dictionary.
