"! Packages as objects, read from TDEVC. Making a package is refused: the development tools do that.
CLASS cl_package_factory DEFINITION PUBLIC ABSTRACT FINAL CREATE PRIVATE.
  PUBLIC SECTION.
    CLASS-METHODS load_package
      IMPORTING
        !i_package_name  TYPE devclass
        !i_force_reload  TYPE abap_bool DEFAULT abap_false
      EXPORTING
        VALUE(e_package) TYPE REF TO if_package
      EXCEPTIONS
        object_not_existing
        unexpected_error
        intern_err
        no_access
        object_locked_and_modified.
    CLASS-METHODS create_new_package
      IMPORTING
        !i_reuse_deleted_object TYPE abap_bool DEFAULT abap_true
        !i_suppress_dialog      TYPE abap_bool DEFAULT abap_false
      EXPORTING
        VALUE(e_package)        TYPE REF TO if_package
      CHANGING
        !c_package_data         TYPE scompkdtln
      EXCEPTIONS
        object_already_existing
        object_just_created
        not_authorized
        wrong_name_prefix
        undefined_name
        reserved_local_name
        invalid_package_name
        short_text_missing
        software_component_invalid
        layer_invalid
        author_not_existing
        component_not_existing
        component_missing
        prefix_in_use
        unexpected_error
        intern_err
        no_access.
ENDCLASS.

CLASS cl_package_factory IMPLEMENTATION.
  METHOD load_package.
    CLEAR e_package.
    SELECT SINGLE * FROM tdevc WHERE devclass = @i_package_name INTO @DATA(attributes).
    IF sy-subrc <> 0.
      RAISE object_not_existing.
    ENDIF.
    DATA(text) = attributes-ctext.
    SELECT SINGLE ctext FROM tdevct WHERE devclass = @i_package_name AND spras = @sy-langu INTO @text.
    e_package = NEW kernel_package(
      attributes = attributes
      text       = text ).
  ENDMETHOD.

  METHOD create_new_package.
    WRITE '@KERNEL abap.sandbox.unsupported("CL_PACKAGE_FACTORY=>CREATE_NEW_PACKAGE");'.
  ENDMETHOD.
ENDCLASS.
