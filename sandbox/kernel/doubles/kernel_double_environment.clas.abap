"! A test environment: test doubles of the runner on the global abap.sandbox, known by a number.
CLASS kernel_double_environment DEFINITION PUBLIC FINAL CREATE PRIVATE.
  PUBLIC SECTION.
    INTERFACES if_osql_test_environment.
    INTERFACES if_cds_test_environment.
    INTERFACES if_cds_access_control_double.
    CLASS-METHODS of_tables
      IMPORTING
        !names        TYPE if_osql_test_environment=>ty_t_sobjnames
      RETURNING
        VALUE(result) TYPE REF TO kernel_double_environment.
    CLASS-METHODS of_views
      IMPORTING
        !entities     TYPE if_cds_test_environment=>ty_entities
      RETURNING
        VALUE(result) TYPE REF TO kernel_double_environment.
    METHODS insert
      IMPORTING
        !rows         TYPE ANY TABLE
        !name         TYPE csequence OPTIONAL
      RETURNING
        VALUE(result) TYPE string.
    METHODS clear
      IMPORTING
        !name TYPE csequence.
  PRIVATE SECTION.
    DATA number TYPE i.
    METHODS insert_plain
      IMPORTING
        !rows         TYPE ANY TABLE
        !parameters   TYPE if_osql_param_values_config=>ty_parameter_value_pairs
        !nulls        TYPE if_osql_null_values_config=>ty_element_names
      RETURNING
        VALUE(result) TYPE REF TO kernel_double_stub.
    METHODS stub
      IMPORTING
        !name         TYPE csequence
      RETURNING
        VALUE(result) TYPE REF TO kernel_double_stub.
    METHODS clear_all.
    METHODS redirect
      IMPORTING
        !on TYPE abap_bool.
    METHODS end.
ENDCLASS.

CLASS kernel_double_environment IMPLEMENTATION.
  METHOD of_tables.
    DATA number TYPE i.
    WRITE '@KERNEL const list = names.array().map(line => line.get().trim());'.
    WRITE '@KERNEL number.set(abap.sandbox.doubles.ofTables(list));'.
    result = NEW #( ).
    result->number = number.
  ENDMETHOD.

  METHOD of_views.
    DATA number TYPE i.
    WRITE '@KERNEL const names = table => table.array().map(line => line.get().name.get().trim());'.
    WRITE '@KERNEL const list = entities.array().map(line => line.get()).map(view => ({'.
    WRITE '@KERNEL   entity: view.i_for_entity.get().trim(), dependencies: names(view.i_dependency_list),'.
    WRITE '@KERNEL   base: view.i_select_base_dependencies.get() === "X", associations: view.test_associations.get() === "X" }));'.
    WRITE '@KERNEL number.set(abap.sandbox.doubles.ofViews(list));'.
    result = NEW #( ).
    result->number = number.
  ENDMETHOD.

  METHOD insert.
    result = name.
    IF result IS INITIAL.
      WRITE '@KERNEL const table = rows.getPointer ? rows.getPointer() : rows;'.
      WRITE '@KERNEL const row = table.getRowType();'.
      WRITE '@KERNEL result.set(row.getDDICName?.() || row.getQualifiedName?.() || "");'.
    ENDIF.
    WRITE '@KERNEL result.set(abap.sandbox.doubles.nameOf(this.#number.get(), result.get()));'.
    WRITE '@KERNEL await abap.sandbox.doubles.insert(this.#number.get(), result.get(), rows);'.
  ENDMETHOD.

  METHOD insert_plain.
    IF parameters IS NOT INITIAL.
      WRITE '@KERNEL abap.sandbox.unsupported("test data for values of the parameters of a view");'.
    ENDIF.
    IF nulls IS NOT INITIAL.
      WRITE '@KERNEL abap.sandbox.unsupported("test data with null values");'.
    ENDIF.
    result = NEW #( environment = me name = insert( rows ) ).
  ENDMETHOD.

  METHOD clear.
    WRITE '@KERNEL abap.sandbox.doubles.clear(this.#number.get(), name.get());'.
  ENDMETHOD.

  METHOD stub.
    DATA found TYPE string.
    WRITE '@KERNEL found.set(abap.sandbox.doubles.nameOf(this.#number.get(), name.get()));'.
    result = NEW #( environment = me name = found ).
  ENDMETHOD.

  METHOD clear_all.
    WRITE '@KERNEL abap.sandbox.doubles.clear(this.#number.get());'.
  ENDMETHOD.

  METHOD redirect.
    WRITE '@KERNEL abap.sandbox.doubles.redirect(this.#number.get(), on.get() === "X");'.
  ENDMETHOD.

  METHOD end.
    WRITE '@KERNEL abap.sandbox.doubles.destroy(this.#number.get());'.
  ENDMETHOD.

  METHOD if_osql_test_environment~insert_test_data.
    r_result = insert_plain( rows = i_data parameters = i_parameter_values nulls = i_null_values ).
  ENDMETHOD.

  METHOD if_osql_test_environment~get_double.
    r_result = stub( i_name ).
  ENDMETHOD.

  METHOD if_osql_test_environment~clear_doubles.
    clear_all( ).
  ENDMETHOD.

  METHOD if_osql_test_environment~enable_double_redirection.
    redirect( abap_true ).
  ENDMETHOD.

  METHOD if_osql_test_environment~disable_double_redirection.
    redirect( abap_false ).
  ENDMETHOD.

  METHOD if_osql_test_environment~get_access_control_double.
    rv_access_control_double = me.
  ENDMETHOD.

  METHOD if_osql_test_environment~destroy.
    end( ).
  ENDMETHOD.

  METHOD if_cds_test_environment~insert_test_data.
    r_result = insert_plain( rows = i_data parameters = i_parameter_values nulls = i_null_values ).
  ENDMETHOD.

  METHOD if_cds_test_environment~get_double.
    r_result = stub( i_name ).
  ENDMETHOD.

  METHOD if_cds_test_environment~clear_doubles.
    clear_all( ).
  ENDMETHOD.

  METHOD if_cds_test_environment~enable_double_redirection.
    redirect( abap_true ).
  ENDMETHOD.

  METHOD if_cds_test_environment~disable_double_redirection.
    redirect( abap_false ).
  ENDMETHOD.

  METHOD if_cds_test_environment~get_access_control_double.
    r_result = me.
  ENDMETHOD.

  METHOD if_cds_test_environment~destroy.
    end( ).
  ENDMETHOD.

  METHOD if_cds_access_control_double~disable_access_control.
    RETURN.
  ENDMETHOD.

  METHOD if_cds_access_control_double~enable_access_control.
    WRITE '@KERNEL abap.sandbox.unsupported("access control in ABAP SQL");'.
  ENDMETHOD.
ENDCLASS.
