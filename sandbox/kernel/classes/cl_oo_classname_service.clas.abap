"! Names of the programs that a class or an interface consists of.
CLASS cl_oo_classname_service DEFINITION PUBLIC ABSTRACT FINAL CREATE PRIVATE.
  PUBLIC SECTION.
    CLASS-METHODS get_classpool_name
      IMPORTING
        !clsname      TYPE seoclsname
      RETURNING
        VALUE(result) TYPE progname.
    CLASS-METHODS get_interfacepool_name
      IMPORTING
        !clsname      TYPE seoclsname
      RETURNING
        VALUE(result) TYPE progname.
    CLASS-METHODS get_pubsec_name
      IMPORTING
        !clsname      TYPE seoclsname
      RETURNING
        VALUE(result) TYPE progname.
    CLASS-METHODS get_prosec_name
      IMPORTING
        !clsname      TYPE seoclsname
      RETURNING
        VALUE(result) TYPE progname.
    CLASS-METHODS get_prisec_name
      IMPORTING
        !clsname      TYPE seoclsname
      RETURNING
        VALUE(result) TYPE progname.
    CLASS-METHODS get_ccdef_name
      IMPORTING
        !clsname      TYPE seoclsname
      RETURNING
        VALUE(result) TYPE progname.
    CLASS-METHODS get_ccimp_name
      IMPORTING
        !clsname      TYPE seoclsname
      RETURNING
        VALUE(result) TYPE progname.
    CLASS-METHODS get_ccmac_name
      IMPORTING
        !clsname      TYPE seoclsname
      RETURNING
        VALUE(result) TYPE progname.
    CLASS-METHODS get_ccau_name
      IMPORTING
        !clsname      TYPE seoclsname
      RETURNING
        VALUE(result) TYPE progname.
    CLASS-METHODS get_cl_name
      IMPORTING
        !clsname      TYPE seoclsname
      RETURNING
        VALUE(result) TYPE progname.
    CLASS-METHODS get_cs_name
      IMPORTING
        !clsname      TYPE seoclsname
      RETURNING
        VALUE(result) TYPE progname.
    CLASS-METHODS get_ct_name
      IMPORTING
        !clsname      TYPE seoclsname
      RETURNING
        VALUE(result) TYPE progname.
    "! The class or interface that an include program or pool belongs to.
    CLASS-METHODS get_clsname_by_include
      IMPORTING
        !incname      TYPE progname
      RETURNING
        VALUE(result) TYPE seoclsname.
    CLASS-METHODS get_intfsec_name
      IMPORTING
        !clsname      TYPE seoclsname
      RETURNING
        VALUE(result) TYPE progname.
    CLASS-METHODS get_method_include
      IMPORTING
        !mtdkey       TYPE seocpdkey
      RETURNING
        VALUE(result) TYPE progname
      EXCEPTIONS
        class_not_existing
        method_not_existing.
    CLASS-METHODS get_all_method_includes
      IMPORTING
        !clsname      TYPE seoclsname
      RETURNING
        VALUE(result) TYPE seop_methods_w_include
      EXCEPTIONS
        class_not_existing.
    CLASS-METHODS get_method_by_include
      IMPORTING
        !incname      TYPE progname
      RETURNING
        VALUE(mtdkey) TYPE seocpdkey
      EXCEPTIONS
        class_not_existing
        method_not_existing.
  PRIVATE SECTION.
    "! The name, filled with equals signs to 30 characters, and the ending of the part.
    CLASS-METHODS named
      IMPORTING
        !clsname      TYPE seoclsname
        !ending       TYPE csequence
      RETURNING
        VALUE(result) TYPE progname.
    CLASS-METHODS is_existing
      IMPORTING
        !clsname      TYPE seoclsname
      RETURNING
        VALUE(result) TYPE abap_bool.
ENDCLASS.

CLASS cl_oo_classname_service IMPLEMENTATION.
  METHOD named.
    result = |{ to_upper( clsname ) WIDTH = 30 PAD = '=' }{ ending }|.
  ENDMETHOD.

  METHOD get_classpool_name.
    result = named(
      clsname = clsname
      ending  = 'CP' ).
  ENDMETHOD.

  METHOD get_interfacepool_name.
    result = named(
      clsname = clsname
      ending  = 'IP' ).
  ENDMETHOD.

  METHOD get_pubsec_name.
    result = named(
      clsname = clsname
      ending  = 'CU' ).
  ENDMETHOD.

  METHOD get_prosec_name.
    result = named(
      clsname = clsname
      ending  = 'CO' ).
  ENDMETHOD.

  METHOD get_prisec_name.
    result = named(
      clsname = clsname
      ending  = 'CI' ).
  ENDMETHOD.

  METHOD get_ccdef_name.
    result = named(
      clsname = clsname
      ending  = 'CCDEF' ).
  ENDMETHOD.

  METHOD get_ccimp_name.
    result = named(
      clsname = clsname
      ending  = 'CCIMP' ).
  ENDMETHOD.

  METHOD get_ccmac_name.
    result = named(
      clsname = clsname
      ending  = 'CCMAC' ).
  ENDMETHOD.

  METHOD get_ccau_name.
    result = named(
      clsname = clsname
      ending  = 'CCAU' ).
  ENDMETHOD.

  METHOD get_cl_name.
    result = named(
      clsname = clsname
      ending  = 'CL' ).
  ENDMETHOD.

  METHOD get_cs_name.
    result = named(
      clsname = clsname
      ending  = 'CS' ).
  ENDMETHOD.

  METHOD get_ct_name.
    result = named(
      clsname = clsname
      ending  = 'CT' ).
  ENDMETHOD.

  METHOD get_clsname_by_include.
    result = condense( val = substring( val = |{ incname WIDTH = 30 }| len = 30 ) del = `=` from = `` ).
  ENDMETHOD.

  METHOD is_existing.
    SELECT SINGLE clsname FROM seoclass INTO @DATA(found) WHERE clsname = @clsname.
    IF sy-subrc = 0.
      result = abap_true.
      RETURN.
    ENDIF.
    cl_abap_typedescr=>describe_by_name(
      EXPORTING
        p_name         = clsname
      EXCEPTIONS
        type_not_found = 1 ).
    result = xsdbool( sy-subrc = 0 ).
  ENDMETHOD.

  METHOD get_intfsec_name.
    result = named(
      clsname = clsname
      ending  = 'IU' ).
  ENDMETHOD.

  METHOD get_method_include.
    IF is_existing( mtdkey-clsname ) = abap_false.
      RAISE class_not_existing.
    ENDIF.
    WRITE '@KERNEL abap.sandbox.unsupported("CL_OO_CLASSNAME_SERVICE=>GET_METHOD_INCLUDE");'.
  ENDMETHOD.

  METHOD get_all_method_includes.
    IF is_existing( clsname ) = abap_false.
      RAISE class_not_existing.
    ENDIF.
    WRITE '@KERNEL abap.sandbox.unsupported("CL_OO_CLASSNAME_SERVICE=>GET_ALL_METHOD_INCLUDES");'.
  ENDMETHOD.

  METHOD get_method_by_include.
    WRITE '@KERNEL abap.sandbox.unsupported("CL_OO_CLASSNAME_SERVICE=>GET_METHOD_BY_INCLUDE");'.
  ENDMETHOD.
ENDCLASS.
