"! The arguments of a call of a test double; the runner gives it its member.
CLASS kernel_function_call DEFINITION PUBLIC FINAL CREATE PUBLIC.
  PUBLIC SECTION.
    INTERFACES if_ftd_input_arguments.
    INTERFACES if_ftd_arguments_iterator.
  PRIVATE SECTION.
    DATA index TYPE i.
    METHODS check_name
      IMPORTING
        !kind   TYPE abap_parmkind
        !name   TYPE abap_parmname
        !textid TYPE scx_t100key
      RAISING
        cx_ftd_parameter_not_found.
ENDCLASS.

CLASS kernel_function_call IMPLEMENTATION.
  METHOD check_name.
    DATA is_known TYPE abap_bool.
    WRITE '@KERNEL is_known.set(this.call.namesOf(kind.get()).includes(name.get().trim().toUpperCase()) ? "X" : "");'.
    IF is_known = abap_false.
      RAISE EXCEPTION TYPE cx_ftd_parameter_not_found
        EXPORTING
          textid    = textid
          parameter = name.
    ENDIF.
  ENDMETHOD.

  METHOD if_ftd_input_arguments~get_importing_parameter.
    check_name( kind = 'I' name = name textid = cx_ftd_parameter_not_found=>importing_parmeter_not_found ).
    WRITE '@KERNEL const found = this.call.valueOf("I", name.get());'.
    WRITE '@KERNEL if (found !== undefined) result.assign(found);'.
  ENDMETHOD.

  METHOD if_ftd_input_arguments~is_importing_param_supplied.
    check_name( kind = 'I' name = name textid = cx_ftd_parameter_not_found=>importing_parmeter_not_found ).
    WRITE '@KERNEL result.set(this.call.isSupplied("I", name.get()) ? "X" : "");'.
  ENDMETHOD.

  METHOD if_ftd_input_arguments~get_changing_parameter.
    check_name( kind = 'C' name = name textid = cx_ftd_parameter_not_found=>changing_parameter_not_found ).
    WRITE '@KERNEL const found = this.call.valueOf("C", name.get());'.
    WRITE '@KERNEL if (found !== undefined) result.assign(found);'.
  ENDMETHOD.

  METHOD if_ftd_input_arguments~is_changing_param_supplied.
    check_name( kind = 'C' name = name textid = cx_ftd_parameter_not_found=>changing_parameter_not_found ).
    WRITE '@KERNEL result.set(this.call.isSupplied("C", name.get()) ? "X" : "");'.
  ENDMETHOD.

  METHOD if_ftd_input_arguments~get_table_parameter.
    check_name( kind = 'T' name = name textid = cx_ftd_parameter_not_found=>table_parameter_not_found ).
    WRITE '@KERNEL const found = this.call.valueOf("T", name.get());'.
    WRITE '@KERNEL if (found !== undefined) result.assign(found);'.
  ENDMETHOD.

  METHOD if_ftd_input_arguments~is_table_param_supplied.
    check_name( kind = 'T' name = name textid = cx_ftd_parameter_not_found=>table_parameter_not_found ).
    WRITE '@KERNEL result.set(this.call.isSupplied("T", name.get()) ? "X" : "");'.
  ENDMETHOD.

  METHOD if_ftd_input_arguments~get_iterator.
    DATA iterator TYPE REF TO kernel_function_call.
    iterator = NEW #( ).
    WRITE '@KERNEL iterator.get().call = this.call;'.
    result = iterator.
  ENDMETHOD.

  METHOD if_ftd_arguments_iterator~next.
    DATA argument TYPE REF TO kernel_function_argument.
    IF if_ftd_arguments_iterator~has_next( ) = abap_false.
      RAISE EXCEPTION TYPE cx_ftd_exception
        EXPORTING
          textid = cx_ftd_exception=>iterator_index_out_of_bounds.
    ENDIF.
    index = index + 1.
    argument = NEW #( ).
    WRITE '@KERNEL const [kind, name] = this.call.parameters()[this.#index.get() - 1];'.
    WRITE '@KERNEL Object.assign(argument.get(), { call: this.call, kind, name });'.
    result = argument.
  ENDMETHOD.

  METHOD if_ftd_arguments_iterator~has_next.
    result = xsdbool( index < if_ftd_arguments_iterator~size( ) ).
  ENDMETHOD.

  METHOD if_ftd_arguments_iterator~reset_iterator.
    index = 0.
  ENDMETHOD.

  METHOD if_ftd_arguments_iterator~size.
    WRITE '@KERNEL result.set(this.call.parameters().length);'.
  ENDMETHOD.
ENDCLASS.
