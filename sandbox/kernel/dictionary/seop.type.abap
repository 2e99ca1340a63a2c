TYPE-POOL seop.

TYPES seop_source_string TYPE string_table.
TYPES seop_include_ext_app TYPE c LENGTH 5.
TYPES:
  BEGIN OF seop_method_w_include,
    cpdkey  TYPE seocpdkey,
    incname TYPE progname,
  END OF seop_method_w_include.
TYPES seop_methods_w_include TYPE STANDARD TABLE OF seop_method_w_include WITH DEFAULT KEY.

CONSTANTS seop_ext_class_locals_def TYPE seop_include_ext_app VALUE 'CCDEF'.
CONSTANTS seop_ext_class_locals_imp TYPE seop_include_ext_app VALUE 'CCIMP'.
CONSTANTS seop_ext_class_macros TYPE seop_include_ext_app VALUE 'CCMAC'.
CONSTANTS seop_ext_class_testclasses TYPE seop_include_ext_app VALUE 'CCAU'.
