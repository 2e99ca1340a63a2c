CLASS cl_abap_refdescr DEFINITION PUBLIC INHERITING FROM cl_abap_datadescr FINAL CREATE PROTECTED GLOBAL FRIENDS cl_abap_typedescr.
  PUBLIC SECTION.
    METHODS constructor
      IMPORTING
        !value TYPE REF TO data.
    CLASS-METHODS load_class.
    CLASS-METHODS get
      IMPORTING
        !p_referenced_type TYPE REF TO cl_abap_typedescr
      RETURNING
        VALUE(p_result)    TYPE REF TO cl_abap_refdescr
      RAISING
        cx_sy_ref_creation.
    CLASS-METHODS create
      IMPORTING
        !p_referenced_type TYPE REF TO cl_abap_typedescr
      RETURNING
        VALUE(p_result)    TYPE REF TO cl_abap_refdescr
      RAISING
        cx_sy_ref_creation.
    CLASS-METHODS get_by_name
      IMPORTING
        !p_referenced_type_name TYPE csequence
      RETURNING
        VALUE(p_result)         TYPE REF TO cl_abap_refdescr
      RAISING
        cx_sy_ref_creation
        cx_sy_unknown_type.
    CLASS-METHODS create_by_name
      IMPORTING
        !p_referenced_type_name TYPE csequence
      RETURNING
        VALUE(p_result)         TYPE REF TO cl_abap_refdescr
      RAISING
        cx_sy_ref_creation
        cx_sy_unknown_type.
    CLASS-METHODS get_ref_to_data
      RETURNING
        VALUE(p_result) TYPE REF TO cl_abap_refdescr.
    CLASS-METHODS get_ref_to_object
      RETURNING
        VALUE(p_result) TYPE REF TO cl_abap_refdescr.
    METHODS get_referenced_type
      RETURNING
        VALUE(p_descr_ref) TYPE REF TO cl_abap_typedescr.
    METHODS kernel_is_like REDEFINITION.
ENDCLASS.

CLASS cl_abap_refdescr IMPLEMENTATION.
  METHOD constructor.
    super->constructor( value ).
    kind = kind_ref.
  ENDMETHOD.

  METHOD load_class.
    " the class is there
    RETURN.
  ENDMETHOD.

  METHOD get.
    DATA data TYPE REF TO data.
    DATA name TYPE string.
    DATA referenced TYPE REF TO data.
    IF p_referenced_type IS NOT BOUND.
      RAISE EXCEPTION TYPE cx_sy_ref_creation.
    ENDIF.
    CASE p_referenced_type->kind.
      WHEN kind_class OR kind_intf.
        name = condense( p_referenced_type->absolute_name ).
        WRITE '@KERNEL data.assign(new abap.types.ABAPObject({ qualifiedName: abap.sandbox.descriptions.keyOf(name.get().split("=").pop()), RTTIName: name.get() }));'.
      WHEN OTHERS.
        referenced = CAST cl_abap_datadescr( p_referenced_type )->kernel_value( ).
        WRITE '@KERNEL data.assign(new abap.types.DataReference(referenced.getPointer().clone()));'.
    ENDCASE.
    p_result = CAST #( describe_by_data_ref( data ) ).
  ENDMETHOD.

  METHOD create.
    p_result = get( p_referenced_type ).
  ENDMETHOD.

  METHOD get_by_name.
    DATA type TYPE REF TO cl_abap_typedescr.
    CASE to_upper( p_referenced_type_name ).
      WHEN `DATA`.
        p_result = get_ref_to_data( ).
        RETURN.
      WHEN `OBJECT`.
        p_result = get_ref_to_object( ).
        RETURN.
    ENDCASE.
    describe_by_name(
      EXPORTING
        p_name         = p_referenced_type_name
      RECEIVING
        p_descr_ref    = type
      EXCEPTIONS
        type_not_found = 1 ).
    IF sy-subrc <> 0.
      RAISE EXCEPTION TYPE cx_sy_unknown_type EXPORTING type_name = |{ p_referenced_type_name }|.
    ENDIF.
    p_result = get( type ).
  ENDMETHOD.

  METHOD create_by_name.
    p_result = get_by_name( p_referenced_type_name ).
  ENDMETHOD.

  METHOD get_ref_to_data.
    DATA data TYPE REF TO data.
    p_result = CAST #( describe_by_data( data ) ).
  ENDMETHOD.

  METHOD get_ref_to_object.
    DATA object TYPE REF TO object.
    p_result = CAST #( describe_by_data( object ) ).
  ENDMETHOD.

  METHOD get_referenced_type.
    DATA name TYPE string.
    DATA data TYPE REF TO data.
    WRITE '@KERNEL const reference = this.value.getPointer();'.
    WRITE '@KERNEL name.set(reference.getRTTIName?.() ?? reference.getQualifiedName?.() ?? "");'.
    IF name IS NOT INITIAL.
      p_descr_ref = describe_by_name( name ).
      RETURN.
    ENDIF.
    WRITE '@KERNEL data.assign(reference.getType?.()?.clone?.());'.
    IF data IS BOUND.
      p_descr_ref = describe_by_data_ref( data ).
    ENDIF.
  ENDMETHOD.

  METHOD kernel_is_like.
    result = super->kernel_is_like( other ).
    IF result = abap_false.
      RETURN.
    ENDIF.
    DATA(own) = get_referenced_type( ).
    DATA(foreign) = CAST cl_abap_refdescr( other )->get_referenced_type( ).
    result = xsdbool( own IS BOUND AND foreign IS BOUND AND own->absolute_name = foreign->absolute_name
      OR own IS NOT BOUND AND foreign IS NOT BOUND ).
  ENDMETHOD.
ENDCLASS.
