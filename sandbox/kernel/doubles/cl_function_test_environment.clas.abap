"! Replaces function modules by test doubles until the test class ends.
CLASS cl_function_test_environment DEFINITION PUBLIC FINAL CREATE PRIVATE.
  PUBLIC SECTION.
    INTERFACES if_function_test_environment.
    CLASS-METHODS create
      IMPORTING
        !function_modules              TYPE if_function_test_environment=>tt_function_dependencies
      RETURNING
        VALUE(function_test_environment) TYPE REF TO if_function_test_environment.
ENDCLASS.

CLASS cl_function_test_environment IMPLEMENTATION.
  METHOD create.
    DATA missing TYPE sxco_fm_name.
    WRITE '@KERNEL const list = function_modules.array().map(line => line.get());'.
    WRITE '@KERNEL missing.set(abap.sandbox.functionDoubles.create(list) ?? "");'.
    IF missing IS NOT INITIAL.
      RAISE EXCEPTION TYPE cx_ftd_exception
        EXPORTING
          textid   = cx_ftd_exception=>function_module_not_found
          function = missing.
    ENDIF.
    CREATE OBJECT function_test_environment TYPE cl_function_test_environment.
  ENDMETHOD.

  METHOD if_function_test_environment~get_double.
    DATA is_there TYPE abap_bool.
    DATA handle TYPE REF TO kernel_function_double.
    WRITE '@KERNEL const found = abap.sandbox.functionDoubles.find(function_name.get());'.
    WRITE '@KERNEL is_there.set(found === undefined ? "" : "X");'.
    IF is_there = abap_false.
      RAISE EXCEPTION TYPE cx_ftd_exception
        EXPORTING
          textid   = cx_ftd_exception=>test_double_not_found
          function = function_name.
    ENDIF.
    handle = NEW #( ).
    WRITE '@KERNEL handle.get().double = found;'.
    result = handle.
  ENDMETHOD.

  METHOD if_function_test_environment~clear_doubles.
    WRITE '@KERNEL for (const each of abap.sandbox.functionDoubles.all()) each.clear();'.
  ENDMETHOD.

  METHOD if_function_test_environment~disable_doubles.
    WRITE '@KERNEL for (const each of abap.sandbox.functionDoubles.all()) each.isActive = false;'.
  ENDMETHOD.

  METHOD if_function_test_environment~enable_doubles.
    WRITE '@KERNEL for (const each of abap.sandbox.functionDoubles.all()) each.isActive = true;'.
  ENDMETHOD.
ENDCLASS.
