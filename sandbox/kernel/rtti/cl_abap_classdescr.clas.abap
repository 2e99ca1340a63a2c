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
  PROTECTED SECTION.
    "! Of a local class with the program that it belongs to.
    CLASS-METHODS absolute_class
      IMPORTING
        !name         TYPE string
      RETURNING
        VALUE(result) TYPE string.
  PRIVATE SECTION.
    "! The name that the runtime keeps the class under.
    DATA key TYPE string.
ENDCLASS.

CLASS cl_abap_classdescr IMPLEMENTATION.
  METHOD constructor.
    super->constructor( name ).
    key = name.
    kind = kind_class.
    type_kind = typekind_class.
    absolute_name = absolute_class( name ).
  ENDMETHOD.

  METHOD get_class_name.
    DATA key TYPE string.
    WRITE '@KERNEL key.set(p_object.get()?.constructor.INTERNAL_NAME ?? "");'.
    p_name = absolute_class( key ).
  ENDMETHOD.

  METHOD absolute_class.
    SPLIT name AT `-` INTO DATA(type) DATA(owner) DATA(local).
    IF local IS INITIAL.
      result = |\\CLASS={ name }|.
    ELSEIF type = `CLAS`.
      result = |\\CLASS-POOL={ owner }\\CLASS={ local }|.
    ELSEIF type = `FUGR`.
      result = |\\PROGRAM=SAPL{ owner }\\CLASS={ local }|.
    ELSE.
      result = |\\PROGRAM={ owner }\\CLASS={ local }|.
    ENDIF.
  ENDMETHOD.

  METHOD get_super_class_type.
    DATA own TYPE string.
    DATA name TYPE string.
    own = key.
    WRITE '@KERNEL name.set(abap.Classes[own.get()]?.STATIC_SUPER?.INTERNAL_NAME ?? "");'.
    IF name IS INITIAL.
      RAISE super_class_not_found.
    ENDIF.
    p_descr_ref = NEW #( name ).
  ENDMETHOD.
ENDCLASS.
