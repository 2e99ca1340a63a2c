"! A class or interface with its members.
CLASS cl_abap_objectdescr DEFINITION PUBLIC INHERITING FROM cl_abap_typedescr ABSTRACT CREATE PUBLIC.
  PUBLIC SECTION.
    CONSTANTS:
      public    TYPE abap_visibility VALUE 'U',
      protected TYPE abap_visibility VALUE 'O',
      private   TYPE abap_visibility VALUE 'I'.
    CONSTANTS:
      exporting TYPE abap_parmkind VALUE 'E',
      importing TYPE abap_parmkind VALUE 'I',
      changing  TYPE abap_parmkind VALUE 'C',
      receiving TYPE abap_parmkind VALUE 'R',
      returning TYPE abap_parmkind VALUE 'R'.

    DATA interfaces TYPE abap_intfdescr_tab READ-ONLY.
    DATA types      TYPE abap_typedef_tab READ-ONLY.
    DATA attributes TYPE abap_attrdescr_tab READ-ONLY.
    DATA methods    TYPE abap_methdescr_tab READ-ONLY.
    DATA events     TYPE abap_evntdescr_tab READ-ONLY.

    "! @parameter key | the name that the runtime keeps the type under
    METHODS constructor
      IMPORTING
        !key TYPE string.
    METHODS get_interface_type
      IMPORTING
        !p_name            TYPE any
      RETURNING
        VALUE(p_descr_ref) TYPE REF TO cl_abap_intfdescr
      EXCEPTIONS
        interface_not_found.
    METHODS get_type
      IMPORTING
        !p_name            TYPE any
      RETURNING
        VALUE(p_descr_ref) TYPE REF TO cl_abap_typedescr
      EXCEPTIONS
        type_not_found.
    METHODS get_attribute_type
      IMPORTING
        !p_name            TYPE any
      RETURNING
        VALUE(p_descr_ref) TYPE REF TO cl_abap_datadescr
      EXCEPTIONS
        attribute_not_found.
    METHODS get_method_parameter_type
      IMPORTING
        !p_method_name     TYPE any
        !p_parameter_name  TYPE any
      RETURNING
        VALUE(p_descr_ref) TYPE REF TO cl_abap_datadescr
      EXCEPTIONS
        parameter_not_found
        method_not_found.
    METHODS get_event_parameter_type
      IMPORTING
        !p_event_name      TYPE any
        !p_parameter_name  TYPE any
      RETURNING
        VALUE(p_descr_ref) TYPE REF TO cl_abap_datadescr
      EXCEPTIONS
        parameter_not_found
        event_not_found.
    METHODS applies_to
      IMPORTING
        !p_object_ref TYPE REF TO object
      RETURNING
        VALUE(p_bool) TYPE abap_bool.
    METHODS applies_to_class
      IMPORTING
        !p_classname  TYPE any
      RETURNING
        VALUE(p_bool) TYPE abap_bool.
  PROTECTED SECTION.
    "! The name that the runtime keeps the type under.
    DATA key TYPE string.
ENDCLASS.

CLASS cl_abap_objectdescr IMPLEMENTATION.
  METHOD constructor.
    super->constructor( ).
    me->key = key.
    WRITE '@KERNEL this.absolute_name.set(abap.sandbox.descriptions.classNameOf(key.get()));'.
    WRITE '@KERNEL abap.sandbox.descriptions.describe(key.get(), this);'.
  ENDMETHOD.

  METHOD get_interface_type.
    DATA name TYPE string.
    name = to_upper( p_name ).
    IF NOT line_exists( interfaces[ name = name ] ).
      RAISE interface_not_found.
    ENDIF.
    p_descr_ref = CAST #( describe_by_name( name ) ).
  ENDMETHOD.

  METHOD get_type.
    DATA data TYPE REF TO data.
    DATA name TYPE string.
    name = p_name.
    WRITE '@KERNEL data.assign(abap.sandbox.descriptions.declaredType(this.key.get(), name.get()));'.
    IF data IS NOT BOUND.
      RAISE type_not_found.
    ENDIF.
    p_descr_ref = describe_by_data_ref( data ).
  ENDMETHOD.

  METHOD get_attribute_type.
    DATA data TYPE REF TO data.
    DATA name TYPE string.
    name = p_name.
    WRITE '@KERNEL data.assign(abap.sandbox.descriptions.memberType(this.key.get(), name.get()));'.
    IF data IS NOT BOUND.
      RAISE attribute_not_found.
    ENDIF.
    p_descr_ref = CAST #( describe_by_data_ref( data ) ).
  ENDMETHOD.

  METHOD get_method_parameter_type.
    DATA data TYPE REF TO data.
    DATA method TYPE string.
    DATA parameter TYPE string.
    method = to_upper( p_method_name ).
    parameter = p_parameter_name.
    IF NOT line_exists( methods[ name = method ] ).
      RAISE method_not_found.
    ENDIF.
    WRITE '@KERNEL data.assign(abap.sandbox.descriptions.parameterType(this.key.get(), ["methods", method.get(), parameter.get()]));'.
    IF data IS NOT BOUND.
      RAISE parameter_not_found.
    ENDIF.
    p_descr_ref = CAST #( describe_by_data_ref( data ) ).
  ENDMETHOD.

  METHOD get_event_parameter_type.
    DATA data TYPE REF TO data.
    DATA event TYPE string.
    DATA parameter TYPE string.
    event = to_upper( p_event_name ).
    parameter = p_parameter_name.
    IF NOT line_exists( events[ name = event ] ).
      RAISE event_not_found.
    ENDIF.
    WRITE '@KERNEL data.assign(abap.sandbox.descriptions.parameterType(this.key.get(), ["events", event.get(), parameter.get()]));'.
    IF data IS NOT BOUND.
      RAISE parameter_not_found.
    ENDIF.
    p_descr_ref = CAST #( describe_by_data_ref( data ) ).
  ENDMETHOD.

  METHOD applies_to.
    IF p_object_ref IS NOT BOUND.
      RETURN.
    ENDIF.
    WRITE '@KERNEL const name = p_object_ref.get().constructor.INTERNAL_NAME;'.
    WRITE '@KERNEL p_bool.set(abap.sandbox.descriptions.isA(name, this.key.get()) ? "X" : "");'.
  ENDMETHOD.

  METHOD applies_to_class.
    DATA name TYPE string.
    name = kernel_internal_name=>rtti_to_internal( p_classname ).
    WRITE '@KERNEL const other = abap.sandbox.descriptions.keyOf(name.get());'.
    WRITE '@KERNEL p_bool.set(abap.sandbox.descriptions.isA(other, this.key.get()) ? "X" : "");'.
  ENDMETHOD.
ENDCLASS.
