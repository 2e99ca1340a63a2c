TYPE-POOL seop.

TYPES seop_source_string TYPE string_table.
TYPES seop_include_ext_app TYPE c LENGTH 5.

CONSTANTS seop_ext_class_locals_def TYPE seop_include_ext_app VALUE 'CCDEF'.
CONSTANTS seop_ext_class_locals_imp TYPE seop_include_ext_app VALUE 'CCIMP'.
CONSTANTS seop_ext_class_macros TYPE seop_include_ext_app VALUE 'CCMAC'.
CONSTANTS seop_ext_class_testclasses TYPE seop_include_ext_app VALUE 'CCAU'.
