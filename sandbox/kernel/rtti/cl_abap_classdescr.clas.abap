CLASS cl_abap_classdescr DEFINITION PUBLIC INHERITING FROM cl_abap_objectdescr CREATE PUBLIC.
  PUBLIC SECTION.
    METHODS constructor
      IMPORTING
        !name TYPE string.
    CLASS-METHODS get_class_name
      IMPORTING
        !p_object     TYPE REF TO object
      RETURNING
        VALUE(p_name) TYPE string.
    METHODS get_super_class_type
      RETURNING
        VALUE(p_descr_ref) TYPE REF TO cl_abap_classdescr
      EXCEPTIONS
        super_class_not_found.
ENDCLASS.

CLASS cl_abap_classdescr IMPLEMENTATION.
  METHOD constructor.
    super->constructor( name ).
    kind = kind_class.
    type_kind = typekind_class.
    absolute_name = |\\CLASS={ name }|.
  ENDMETHOD.

  METHOD get_class_name.
    WRITE '@KERNEL p_name.set("\\CLASS=" + (p_object.get()?.constructor.INTERNAL_NAME ?? ""));'.
  ENDMETHOD.

  METHOD get_super_class_type.
    DATA own TYPE string.
    DATA name TYPE string.
    own = get_relative_name( ).
    WRITE '@KERNEL name.set(abap.Classes[own.get()]?.STATIC_SUPER?.INTERNAL_NAME ?? "");'.
    IF name IS INITIAL.
      RAISE super_class_not_found.
    ENDIF.
    p_descr_ref = NEW #( name ).
  ENDMETHOD.
ENDCLASS.
