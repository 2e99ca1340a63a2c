"! Names of the include programs of classes and interfaces. The numbers of method includes are not known here.
CLASS cl_oo_classname_service DEFINITION PUBLIC FINAL CREATE PRIVATE.
  PUBLIC SECTION.
    CLASS-METHODS get_classpool_name
      IMPORTING
        !clsname      TYPE seoclsname
      RETURNING
        VALUE(result) TYPE programm.
    CLASS-METHODS get_interfacepool_name
      IMPORTING
        !clsname      TYPE seoclsname
      RETURNING
        VALUE(result) TYPE programm.
    CLASS-METHODS get_intfsec_name
      IMPORTING
        !clsname      TYPE seoclsname
      RETURNING
        VALUE(result) TYPE programm.
    CLASS-METHODS get_ccdef_name
      IMPORTING
        !clsname      TYPE seoclsname
      RETURNING
        VALUE(result) TYPE programm.
    CLASS-METHODS get_ccimp_name
      IMPORTING
        !clsname      TYPE seoclsname
      RETURNING
        VALUE(result) TYPE programm.
    CLASS-METHODS get_ccmac_name
      IMPORTING
        !clsname      TYPE seoclsname
      RETURNING
        VALUE(result) TYPE programm.
    CLASS-METHODS get_ccau_name
      IMPORTING
        !clsname      TYPE seoclsname
      RETURNING
        VALUE(result) TYPE programm.
    CLASS-METHODS get_cl_name
      IMPORTING
        !clsname      TYPE seoclsname
      RETURNING
        VALUE(result) TYPE programm.
    CLASS-METHODS get_cs_name
      IMPORTING
        !clsname      TYPE seoclsname
      RETURNING
        VALUE(result) TYPE programm.
    CLASS-METHODS get_ct_name
      IMPORTING
        !clsname      TYPE seoclsname
      RETURNING
        VALUE(result) TYPE programm.
    CLASS-METHODS get_pubsec_name
      IMPORTING
        !clsname      TYPE seoclsname
      RETURNING
        VALUE(result) TYPE programm.
    CLASS-METHODS get_prosec_name
      IMPORTING
        !clsname      TYPE seoclsname
      RETURNING
        VALUE(result) TYPE programm.
    CLASS-METHODS get_prisec_name
      IMPORTING
        !clsname      TYPE seoclsname
      RETURNING
        VALUE(result) TYPE programm.
    "! The class or interface that an include program or pool belongs to.
    CLASS-METHODS get_clsname_by_include
      IMPORTING
        !incname      TYPE programm
      RETURNING
        VALUE(result) TYPE seoclsname.
    CLASS-METHODS get_method_include
      IMPORTING
        !mtdkey       TYPE seocpdkey
      RETURNING
        VALUE(result) TYPE programm
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
  PRIVATE SECTION.
    CLASS-METHODS name_of
      IMPORTING
        !clsname      TYPE seoclsname
        !part         TYPE csequence
      RETURNING
        VALUE(result) TYPE programm.
    CLASS-METHODS is_existing
      IMPORTING
        !clsname      TYPE seoclsname
      RETURNING
        VALUE(result) TYPE abap_bool.
ENDCLASS.

CLASS cl_oo_classname_service IMPLEMENTATION.
  METHOD name_of.
    result = |{ to_upper( clsname ) WIDTH = 30 PAD = '=' }{ part }|.
  ENDMETHOD.

  METHOD get_classpool_name.
    result = name_of( clsname = clsname part = 'CP' ).
  ENDMETHOD.

  METHOD get_interfacepool_name.
    result = name_of( clsname = clsname part = 'IP' ).
  ENDMETHOD.

  METHOD get_intfsec_name.
    result = name_of( clsname = clsname part = 'IU' ).
  ENDMETHOD.

  METHOD get_ccdef_name.
    result = name_of( clsname = clsname part = 'CCDEF' ).
  ENDMETHOD.

  METHOD get_ccimp_name.
    result = name_of( clsname = clsname part = 'CCIMP' ).
  ENDMETHOD.

  METHOD get_ccmac_name.
    result = name_of( clsname = clsname part = 'CCMAC' ).
  ENDMETHOD.

  METHOD get_ccau_name.
    result = name_of( clsname = clsname part = 'CCAU' ).
  ENDMETHOD.

  METHOD get_cl_name.
    result = name_of( clsname = clsname part = 'CL' ).
  ENDMETHOD.

  METHOD get_cs_name.
    result = name_of( clsname = clsname part = 'CS' ).
  ENDMETHOD.

  METHOD get_ct_name.
    result = name_of( clsname = clsname part = 'CT' ).
  ENDMETHOD.

  METHOD get_pubsec_name.
    result = name_of( clsname = clsname part = 'CU' ).
  ENDMETHOD.

  METHOD get_prosec_name.
    result = name_of( clsname = clsname part = 'CO' ).
  ENDMETHOD.

  METHOD get_prisec_name.
    result = name_of( clsname = clsname part = 'CI' ).
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

  METHOD get_method_include.
    IF is_existing( mtdkey-clsname ) = abap_false.
      RAISE class_not_existing.
    ENDIF.
    WRITE '@KERNEL abap.sandbox.unsupported("include programs of methods");'.
  ENDMETHOD.

  METHOD get_all_method_includes.
    IF is_existing( clsname ) = abap_false.
      RAISE class_not_existing.
    ENDIF.
    WRITE '@KERNEL abap.sandbox.unsupported("include programs of methods");'.
  ENDMETHOD.
ENDCLASS.
