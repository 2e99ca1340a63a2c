CLASS cl_package_helper DEFINITION PUBLIC ABSTRACT FINAL CREATE PRIVATE.
  PUBLIC SECTION.
    CLASS-METHODS check_package_existence
      IMPORTING
        !i_package_name          TYPE devclass
      EXPORTING
        VALUE(e_package_exists)  TYPE abap_bool
      EXCEPTIONS
        intern_err.
    CLASS-METHODS check_package_name
      IMPORTING
        !i_package_name        TYPE devclass
      EXPORTING
        VALUE(e_package_type)  TYPE char1
      EXCEPTIONS
        undefined_name
        wrong_name_prefix
        reserved_local_name
        invalid_package_name.
ENDCLASS.

CLASS cl_package_helper IMPLEMENTATION.
  METHOD check_package_existence.
    SELECT SINGLE devclass FROM tdevc WHERE devclass = @i_package_name INTO @DATA(name).
    e_package_exists = xsdbool( sy-subrc = 0 AND name IS NOT INITIAL ).
  ENDMETHOD.

  METHOD check_package_name.
    CLEAR e_package_type.
    IF i_package_name IS INITIAL.
      RAISE undefined_name.
    ENDIF.
    WRITE '@KERNEL abap.sandbox.unsupported("CL_PACKAGE_HELPER=>CHECK_PACKAGE_NAME");'.
  ENDMETHOD.
ENDCLASS.
