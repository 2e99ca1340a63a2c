"! Values for parameters of a function module; the runner gives it its members.
CLASS kernel_function_values DEFINITION PUBLIC FINAL CREATE PUBLIC.
  PUBLIC SECTION.
    INTERFACES if_ftd_input_configuration.
    INTERFACES if_ftd_output_configuration.
  PRIVATE SECTION.
    METHODS set
      IMPORTING
        !kind   TYPE abap_parmkind
        !name   TYPE abap_parmname
        !value  TYPE any
        !textid TYPE scx_t100key
      RAISING
        cx_ftd_parameter_not_found.
ENDCLASS.

CLASS kernel_function_values IMPLEMENTATION.
  METHOD set.
    DATA is_known TYPE abap_bool.
    WRITE '@KERNEL is_known.set(abap.sandbox.functionDoubles.put(this, kind.get(), name.get(), value) ? "X" : "");'.
    IF is_known = abap_false.
      RAISE EXCEPTION TYPE cx_ftd_parameter_not_found
        EXPORTING
          textid    = textid
          parameter = name.
    ENDIF.
  ENDMETHOD.

  METHOD if_ftd_input_configuration~set_importing_parameter.
    set( kind = 'I' name = name value = value textid = cx_ftd_parameter_not_found=>importing_parmeter_not_found ).
    self = me.
  ENDMETHOD.

  METHOD if_ftd_input_configuration~set_changing_parameter.
    set( kind = 'C' name = name value = value textid = cx_ftd_parameter_not_found=>changing_parameter_not_found ).
    self = me.
  ENDMETHOD.

  METHOD if_ftd_input_configuration~set_table_parameter.
    set( kind = 'T' name = name value = value textid = cx_ftd_parameter_not_found=>table_parameter_not_found ).
    self = me.
  ENDMETHOD.

  METHOD if_ftd_output_configuration~set_exporting_parameter.
    set( kind = 'E' name = name value = value textid = cx_ftd_parameter_not_found=>exporting_parmeter_not_found ).
    self = me.
  ENDMETHOD.

  METHOD if_ftd_output_configuration~set_changing_parameter.
    set( kind = 'C' name = name value = value textid = cx_ftd_parameter_not_found=>changing_parameter_not_found ).
    self = me.
  ENDMETHOD.

  METHOD if_ftd_output_configuration~set_table_parameter.
    set( kind = 'T' name = name value = value textid = cx_ftd_parameter_not_found=>table_parameter_not_found ).
    self = me.
  ENDMETHOD.
ENDCLASS.
