TYPE-POOL abap.

CONSTANTS abap_max_abs_type_name_ln TYPE i VALUE 200.
CONSTANTS abap_max_class_name_ln TYPE i VALUE 30.
CONSTANTS abap_max_intf_name_ln TYPE i VALUE 30.
CONSTANTS abap_max_comp_name_ln TYPE i VALUE 30.
CONSTANTS abap_max_key_name_ln TYPE i VALUE 255.
CONSTANTS abap_max_class_comp_name_ln TYPE i VALUE 61.
CONSTANTS abap_max_edit_mask_ln TYPE i VALUE 7.
CONSTANTS abap_max_help_id_ln TYPE i VALUE 62.
CONSTANTS abap_max_db_string_ln TYPE i VALUE 536870912.
CONSTANTS abap_max_db_rawstring_ln TYPE i VALUE 1073741824.

CONSTANTS abap_func_exporting TYPE i VALUE 10.
CONSTANTS abap_func_importing TYPE i VALUE 20.
CONSTANTS abap_func_tables TYPE i VALUE 30.
CONSTANTS abap_func_changing TYPE i VALUE 40.

TYPES abap_char1 TYPE c LENGTH 1.
TYPES abap_cr_lf TYPE c LENGTH 2.
TYPES abap_byte_order_mark TYPE x LENGTH 2.
TYPES abap_byte_order_utf8 TYPE x LENGTH 3.
TYPES abap_encoding TYPE c LENGTH 20.
TYPES abap_endian TYPE c LENGTH 1.
TYPES abap_typecategory TYPE c LENGTH 1.
TYPES abap_typepropkind TYPE c LENGTH 1.
TYPES abap_structkind TYPE c LENGTH 1.
TYPES abap_tablekind TYPE c LENGTH 1.
TYPES abap_keydefkind TYPE c LENGTH 1.
TYPES abap_classkind TYPE c LENGTH 1.
TYPES abap_intfkind TYPE c LENGTH 1.
TYPES abap_parmkind TYPE c LENGTH 1.
TYPES abap_visibility TYPE c LENGTH 1.
TYPES abap_editmask TYPE c LENGTH 7.
TYPES abap_helpid TYPE c LENGTH 62.
TYPES abap_abstypename TYPE c LENGTH 200.
TYPES abap_classname TYPE c LENGTH 30.
TYPES abap_intfname TYPE c LENGTH 30.
TYPES abap_typename TYPE c LENGTH 61.
TYPES abap_methname TYPE c LENGTH 61.
TYPES abap_attrname TYPE c LENGTH 61.
TYPES abap_evntname TYPE c LENGTH 61.
TYPES abap_parmname TYPE c LENGTH 30.
TYPES abap_excpname TYPE c LENGTH 30.
TYPES abap_compname TYPE c LENGTH 30.
TYPES abap_keyname TYPE c LENGTH 255.
TYPES abap_keycompname TYPE abap_keyname.
TYPES abap_typekind TYPE c LENGTH 1.
CONSTANTS abap_max_type_name_ln TYPE i VALUE 30.
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
TYPES abap_compdescr_tab TYPE STANDARD TABLE OF abap_compdescr WITH KEY name.

TYPES:
  BEGIN OF abap_componentdescr,
    name       TYPE string,
    type       TYPE REF TO cl_abap_datadescr,
    as_include TYPE abap_bool,
    suffix     TYPE string,
  END OF abap_componentdescr.
TYPES abap_component_tab TYPE STANDARD TABLE OF abap_componentdescr WITH KEY name.

TYPES:
  BEGIN OF abap_simple_componentdescr,
    name TYPE string,
    type TYPE REF TO cl_abap_datadescr,
  END OF abap_simple_componentdescr.
TYPES abap_component_view_tab TYPE STANDARD TABLE OF abap_simple_componentdescr WITH KEY name.
TYPES abap_component_symbol_tab TYPE HASHED TABLE OF abap_simple_componentdescr WITH UNIQUE KEY name.

TYPES:
  BEGIN OF abap_keydescr,
    name TYPE abap_keyname,
  END OF abap_keydescr.
TYPES abap_keydescr_tab TYPE STANDARD TABLE OF abap_keydescr WITH KEY name.

TYPES:
  BEGIN OF abap_table_keycompdescr,
    name TYPE abap_keycompname,
  END OF abap_table_keycompdescr.
TYPES abap_table_keycompdescr_tab TYPE STANDARD TABLE OF abap_table_keycompdescr WITH DEFAULT KEY.

TYPES:
  BEGIN OF abap_table_keydescr,
    components  TYPE abap_table_keycompdescr_tab,
    name        TYPE abap_compname,
    is_primary  TYPE abap_bool,
    access_kind TYPE abap_tablekind,
    is_unique   TYPE abap_bool,
    key_kind    TYPE abap_keydefkind,
  END OF abap_table_keydescr.
TYPES abap_table_keydescr_tab TYPE STANDARD TABLE OF abap_table_keydescr WITH NON-UNIQUE KEY name.

TYPES:
  BEGIN OF abap_key_alias_pair,
    name  TYPE abap_compname,
    alias TYPE abap_compname,
  END OF abap_key_alias_pair.
TYPES abap_key_alias_map TYPE SORTED TABLE OF abap_key_alias_pair WITH NON-UNIQUE KEY name.

TYPES:
  BEGIN OF abap_callstack_line,
    mainprogram TYPE c LENGTH 40,
    include     TYPE c LENGTH 40,
    line        TYPE i,
    blocktype   TYPE c LENGTH 12,
    blockname   TYPE string,
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
  BEGIN OF abap_parmdescr,
    length      TYPE i,
    decimals    TYPE i,
    type_kind   TYPE abap_typekind,
    name        TYPE abap_parmname,
    parm_kind   TYPE abap_parmkind,
    by_value    TYPE abap_bool,
    is_optional TYPE abap_bool,
  END OF abap_parmdescr.
TYPES abap_parmdescr_tab TYPE STANDARD TABLE OF abap_parmdescr WITH KEY name.

TYPES:
  BEGIN OF abap_excpdescr,
    name         TYPE abap_excpname,
    is_resumable TYPE abap_bool,
  END OF abap_excpdescr.
TYPES abap_excpdescr_tab TYPE STANDARD TABLE OF abap_excpdescr WITH KEY name.

TYPES:
  BEGIN OF abap_frnddescr,
    name TYPE abap_classname,
  END OF abap_frnddescr.
TYPES abap_frnddescr_tab TYPE STANDARD TABLE OF abap_frnddescr WITH KEY name.
TYPES abap_frndtypes_tab TYPE STANDARD TABLE OF REF TO cl_abap_typedescr WITH KEY table_line.

TYPES:
  BEGIN OF abap_intfdescr,
    name         TYPE abap_intfname,
    is_inherited TYPE abap_bool,
  END OF abap_intfdescr.
TYPES abap_intfdescr_tab TYPE STANDARD TABLE OF abap_intfdescr WITH KEY name.

TYPES:
  BEGIN OF abap_typedef,
    name         TYPE abap_typename,
    alias_for    TYPE abap_typename,
    visibility   TYPE abap_visibility,
    is_interface TYPE abap_bool,
    is_inherited TYPE abap_bool,
  END OF abap_typedef.
TYPES abap_typedef_tab TYPE STANDARD TABLE OF abap_typedef WITH KEY name.

TYPES:
  BEGIN OF abap_attrdescr,
    length       TYPE i,
    decimals     TYPE i,
    name         TYPE abap_attrname,
    type_kind    TYPE abap_typekind,
    visibility   TYPE abap_visibility,
    is_interface TYPE abap_bool,
    is_inherited TYPE abap_bool,
    is_class     TYPE abap_bool,
    is_constant  TYPE abap_bool,
    is_virtual   TYPE abap_bool,
    is_read_only TYPE abap_bool,
    alias_for    TYPE abap_attrname,
  END OF abap_attrdescr.
TYPES abap_attrdescr_tab TYPE STANDARD TABLE OF abap_attrdescr WITH KEY name.

TYPES:
  BEGIN OF abap_methdescr,
    parameters       TYPE abap_parmdescr_tab,
    exceptions       TYPE abap_excpdescr_tab,
    name             TYPE abap_methname,
    for_event        TYPE abap_evntname,
    of_class         TYPE abap_classname,
    visibility       TYPE abap_visibility,
    is_interface     TYPE abap_bool,
    is_inherited     TYPE abap_bool,
    is_redefined     TYPE abap_bool,
    is_abstract      TYPE abap_bool,
    is_final         TYPE abap_bool,
    is_class         TYPE abap_bool,
    alias_for        TYPE abap_methname,
    is_raising_excps TYPE abap_bool,
  END OF abap_methdescr.
TYPES abap_methdescr_tab TYPE STANDARD TABLE OF abap_methdescr WITH KEY name.

TYPES:
  BEGIN OF abap_evntdescr,
    parameters   TYPE abap_parmdescr_tab,
    name         TYPE abap_evntname,
    visibility   TYPE abap_visibility,
    is_interface TYPE abap_bool,
    is_inherited TYPE abap_bool,
    is_class     TYPE abap_bool,
    alias_for    TYPE abap_evntname,
  END OF abap_evntdescr.
TYPES abap_evntdescr_tab TYPE STANDARD TABLE OF abap_evntdescr WITH KEY name.
