CLASS cl_abap_refdescr DEFINITION PUBLIC INHERITING FROM cl_abap_datadescr CREATE PUBLIC.
  PUBLIC SECTION.
    METHODS constructor
      IMPORTING
        !value TYPE REF TO data.
    METHODS get_referenced_type
      RETURNING
        VALUE(p_descr_ref) TYPE REF TO cl_abap_typedescr.
ENDCLASS.

CLASS cl_abap_refdescr IMPLEMENTATION.
  METHOD constructor.
    super->constructor( value ).
    kind = kind_ref.
  ENDMETHOD.

  METHOD get_referenced_type.
    DATA name TYPE string.
    DATA data TYPE REF TO data.
    WRITE '@KERNEL const reference = this.value.getPointer();'.
    WRITE '@KERNEL name.set(reference.getQualifiedName?.() ?? "");'.
    IF name IS NOT INITIAL.
      p_descr_ref = describe_by_name( name ).
      RETURN.
    ENDIF.
    WRITE '@KERNEL data.assign(reference.getType?.()?.clone?.());'.
    IF data IS BOUND.
      p_descr_ref = describe_by_data_ref( data ).
    ENDIF.
  ENDMETHOD.
ENDCLASS.
