TYPE-POOL abap.

CONSTANTS abap_max_comp_name_ln TYPE i VALUE 30.
CONSTANTS abap_max_type_name_ln TYPE i VALUE 30.

TYPES abap_char1 TYPE c LENGTH 1.
TYPES abap_encoding TYPE c LENGTH 20.
TYPES abap_endian TYPE c LENGTH 1.
TYPES abap_classname TYPE c LENGTH 30.
TYPES abap_typename TYPE c LENGTH 30.
TYPES abap_methname TYPE c LENGTH 61.
TYPES abap_attrname TYPE c LENGTH 61.
TYPES abap_parmname TYPE c LENGTH 30.
TYPES abap_compname TYPE c LENGTH 30.
TYPES abap_keyname TYPE c LENGTH 30.
TYPES abap_typekind TYPE c LENGTH 1.
TYPES abap_msgid TYPE c LENGTH 20.
TYPES abap_sortorder TYPE abap_bool.

TYPES:
  BEGIN OF abap_sortorder_line,
    name       TYPE c LENGTH 132,
    descending TYPE abap_bool,
    astext     TYPE abap_bool,
  END OF abap_sortorder_line.
TYPES abap_sortorder_tab TYPE STANDARD TABLE OF abap_sortorder_line WITH DEFAULT KEY.

TYPES:
  BEGIN OF abap_parmbind,
    name  TYPE abap_parmname,
    kind  TYPE c LENGTH 1,
    value TYPE REF TO data,
  END OF abap_parmbind.
TYPES abap_parmbind_tab TYPE HASHED TABLE OF abap_parmbind WITH UNIQUE KEY name.

TYPES:
  BEGIN OF abap_excpbind,
    name  TYPE abap_parmname,
    value TYPE i,
  END OF abap_excpbind.
TYPES abap_excpbind_tab TYPE HASHED TABLE OF abap_excpbind WITH UNIQUE KEY name.

TYPES:
  BEGIN OF abap_func_parmbind,
    name      TYPE abap_parmname,
    kind      TYPE i,
    value     TYPE REF TO data,
    tables_wa TYPE REF TO data,
  END OF abap_func_parmbind.
TYPES abap_func_parmbind_tab TYPE SORTED TABLE OF abap_func_parmbind WITH UNIQUE KEY name kind.

TYPES:
  BEGIN OF abap_func_excpbind,
    name    TYPE abap_parmname,
    value   TYPE i,
    message TYPE REF TO data,
  END OF abap_func_excpbind.
TYPES abap_func_excpbind_tab TYPE HASHED TABLE OF abap_func_excpbind WITH UNIQUE KEY name.

TYPES:
  BEGIN OF abap_compdescr,
    length    TYPE i,
    decimals  TYPE i,
    type_kind TYPE abap_typekind,
    name      TYPE abap_compname,
  END OF abap_compdescr.
TYPES abap_compdescr_tab TYPE STANDARD TABLE OF abap_compdescr WITH DEFAULT KEY.

TYPES:
  BEGIN OF abap_componentdescr,
    name       TYPE string,
    type       TYPE REF TO cl_abap_datadescr,
    as_include TYPE abap_bool,
    suffix     TYPE string,
  END OF abap_componentdescr.
TYPES abap_component_tab TYPE STANDARD TABLE OF abap_componentdescr WITH DEFAULT KEY.

TYPES:
  BEGIN OF abap_simple_componentdescr,
    name TYPE string,
    type TYPE REF TO cl_abap_datadescr,
  END OF abap_simple_componentdescr.
TYPES abap_simple_component_tab TYPE STANDARD TABLE OF abap_simple_componentdescr WITH KEY name.

TYPES:
  BEGIN OF abap_keydescr,
    name TYPE abap_keyname,
  END OF abap_keydescr.
TYPES abap_keydescr_tab TYPE STANDARD TABLE OF abap_keydescr WITH DEFAULT KEY.

TYPES:
  BEGIN OF abap_table_keydescr,
    name            TYPE abap_keyname,
    is_primary      TYPE abap_bool,
    access_kind     TYPE c LENGTH 1,
    is_unique       TYPE abap_bool,
    key_kind        TYPE c LENGTH 1,
    components      TYPE abap_keydescr_tab,
  END OF abap_table_keydescr.
TYPES abap_table_keydescr_tab TYPE STANDARD TABLE OF abap_table_keydescr WITH DEFAULT KEY.

TYPES:
  BEGIN OF abap_callstack_line,
    mainprogram TYPE c LENGTH 40,
    include     TYPE c LENGTH 40,
    line        TYPE i,
    blocktype   TYPE c LENGTH 12,
    blockname   TYPE c LENGTH 61,
    flag_system TYPE c LENGTH 1,
  END OF abap_callstack_line.
TYPES abap_callstack TYPE STANDARD TABLE OF abap_callstack_line WITH DEFAULT KEY.

TYPES:
  BEGIN OF abap_trans_srcbind,
    name  TYPE string,
    value TYPE REF TO data,
  END OF abap_trans_srcbind.
TYPES abap_trans_srcbind_tab TYPE STANDARD TABLE OF abap_trans_srcbind WITH DEFAULT KEY.

TYPES:
  BEGIN OF abap_trans_resbind,
    name  TYPE string,
    value TYPE REF TO data,
  END OF abap_trans_resbind.
TYPES abap_trans_resbind_tab TYPE STANDARD TABLE OF abap_trans_resbind WITH DEFAULT KEY.

TYPES:
  BEGIN OF abap_methdescr,
    name       TYPE abap_methname,
    visibility TYPE c LENGTH 1,
    is_class   TYPE abap_bool,
  END OF abap_methdescr.
TYPES abap_methdescr_tab TYPE STANDARD TABLE OF abap_methdescr WITH DEFAULT KEY.

TYPES:
  BEGIN OF abap_attrdescr,
    name        TYPE abap_attrname,
    type_kind   TYPE abap_typekind,
    visibility  TYPE c LENGTH 1,
    is_class    TYPE abap_bool,
    is_constant TYPE abap_bool,
  END OF abap_attrdescr.
TYPES abap_attrdescr_tab TYPE STANDARD TABLE OF abap_attrdescr WITH DEFAULT KEY.

TYPES:
  BEGIN OF abap_intfdescr,
    name TYPE abap_classname,
  END OF abap_intfdescr.
TYPES abap_intfdescr_tab TYPE STANDARD TABLE OF abap_intfdescr WITH DEFAULT KEY.
