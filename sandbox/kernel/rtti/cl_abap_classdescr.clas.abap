CLASS cl_abap_classdescr DEFINITION PUBLIC INHERITING FROM cl_abap_objectdescr FINAL CREATE PROTECTED GLOBAL FRIENDS cl_abap_typedescr.
  PUBLIC SECTION.
    CONSTANTS:
      classkind_common   TYPE abap_classkind VALUE 'C',
      classkind_final    TYPE abap_classkind VALUE 'F',
      classkind_abstract TYPE abap_classkind VALUE 'A'.

    DATA class_kind        TYPE abap_classkind READ-ONLY.
    DATA create_visibility TYPE abap_visibility READ-ONLY.

    METHODS constructor
      IMPORTING
        !key TYPE string.
    CLASS-METHODS load_class.
    CLASS-METHODS get_class_name
      IMPORTING
        !p_object     TYPE REF TO object
      RETURNING
        VALUE(p_name) TYPE abap_abstypename.
    METHODS get_super_class_type
      RETURNING
        VALUE(p_descr_ref) TYPE REF TO cl_abap_classdescr
      EXCEPTIONS
        super_class_not_found.
    METHODS get_friend_types
      RETURNING
        VALUE(p_friends_tab) TYPE abap_frndtypes_tab.
    METHODS is_shared_memory_enabled
      RETURNING
        VALUE(p_is_shared_memory_enabled) TYPE abap_bool.
    METHODS is_instantiatable REDEFINITION.
ENDCLASS.

CLASS cl_abap_classdescr IMPLEMENTATION.
  METHOD constructor.
    super->constructor( key ).
    kind = kind_class.
    type_kind = typekind_class.
    WRITE '@KERNEL const declared = abap.sandbox.descriptions.declaration(key.get());'.
    WRITE '@KERNEL this.class_kind.set(declared?.kind ?? "C");'.
    WRITE '@KERNEL this.create_visibility.set(declared?.create ?? "U");'.
  ENDMETHOD.

  METHOD load_class.
    " the class is there
    RETURN.
  ENDMETHOD.

  METHOD get_class_name.
    WRITE '@KERNEL const object = p_object.get();'.
    WRITE '@KERNEL if (object) p_name.set(abap.sandbox.descriptions.classNameOf(object.constructor.INTERNAL_NAME));'.
  ENDMETHOD.

  METHOD get_super_class_type.
    DATA name TYPE string.
    WRITE '@KERNEL name.set(abap.sandbox.descriptions.superOf(this.key.get()));'.
    IF name IS INITIAL.
      RAISE super_class_not_found.
    ENDIF.
    p_descr_ref = CAST #( describe_class( name ) ).
  ENDMETHOD.

  METHOD get_friend_types.
    DATA name TYPE string.
    DATA friend TYPE REF TO cl_abap_typedescr.
    WRITE '@KERNEL for (const each of abap.sandbox.descriptions.declaration(this.key.get())?.friends ?? []) {'.
    WRITE '@KERNEL name.set(abap.sandbox.descriptions.keyOf(each));'.
    IF name IS NOT INITIAL.
      friend = describe_class( name ).
      APPEND friend TO p_friends_tab.
    ENDIF.
    WRITE '@KERNEL }'.
  ENDMETHOD.

  METHOD is_shared_memory_enabled.
    WRITE '@KERNEL p_is_shared_memory_enabled.set(abap.sandbox.descriptions.declaration(this.key.get())?.isShared ? "X" : "");'.
  ENDMETHOD.

  METHOD is_instantiatable.
    p_result = xsdbool( class_kind <> classkind_abstract AND create_visibility = public ).
  ENDMETHOD.
ENDCLASS.
