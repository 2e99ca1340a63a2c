"! The source of a class or interface of the data folder, or of a library.
CLASS cl_oo_clif_source DEFINITION PUBLIC CREATE PUBLIC.
  PUBLIC SECTION.
    INTERFACES if_oo_clif_source.
    ALIASES get_source FOR if_oo_clif_source~get_source.
    ALIASES set_source FOR if_oo_clif_source~set_source.
    ALIASES lock FOR if_oo_clif_source~lock.
    ALIASES unlock FOR if_oo_clif_source~unlock.
    ALIASES save FOR if_oo_clif_source~save.
    METHODS constructor
      IMPORTING
        !clif_name TYPE csequence
        !version   TYPE r3state OPTIONAL
      RAISING
        cx_oo_clif_not_exists.
  PRIVATE SECTION.
    DATA lines TYPE rswsourcet.
ENDCLASS.

CLASS cl_oo_clif_source IMPLEMENTATION.
  METHOD constructor.
    " without a version it is the newest one: a draft, where there is one
    SELECT state, source FROM kernel_sources
      WHERE clsname = @( to_upper( clif_name ) )
      ORDER BY state DESCENDING
      INTO TABLE @DATA(states).
    IF version IS NOT INITIAL.
      DELETE states WHERE state <> version.
    ENDIF.
    IF states IS INITIAL.
      RAISE EXCEPTION NEW cx_oo_clif_not_exists( ).
    ENDIF.
    SPLIT states[ 1 ]-source AT |\n| INTO TABLE lines.
  ENDMETHOD.

  METHOD if_oo_clif_source~get_source.
    source = lines.
  ENDMETHOD.

  METHOD if_oo_clif_source~set_source.
    WRITE '@KERNEL abap.sandbox.unsupported("changing the source of a class by IF_OO_CLIF_SOURCE");'.
  ENDMETHOD.

  METHOD if_oo_clif_source~lock.
    WRITE '@KERNEL abap.sandbox.unsupported("changing the source of a class by IF_OO_CLIF_SOURCE");'.
  ENDMETHOD.

  METHOD if_oo_clif_source~unlock.
    RETURN.
  ENDMETHOD.

  METHOD if_oo_clif_source~save.
    WRITE '@KERNEL abap.sandbox.unsupported("changing the source of a class by IF_OO_CLIF_SOURCE");'.
  ENDMETHOD.
ENDCLASS.
