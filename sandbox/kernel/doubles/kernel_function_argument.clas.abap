"! One argument of a call of a test double; the runner gives it its members.
CLASS kernel_function_argument DEFINITION PUBLIC FINAL CREATE PUBLIC.
  PUBLIC SECTION.
    INTERFACES if_ftd_testdouble_argument.
ENDCLASS.

CLASS kernel_function_argument IMPLEMENTATION.
  METHOD if_ftd_testdouble_argument~get_name.
    WRITE '@KERNEL result.set(this.name);'.
  ENDMETHOD.

  METHOD if_ftd_testdouble_argument~get_value.
    WRITE '@KERNEL const found = this.call.valueOf(this.kind, this.name);'.
    WRITE '@KERNEL if (found !== undefined) result.assign(found);'.
    IF value IS SUPPLIED.
      WRITE '@KERNEL if (found !== undefined) value.set(found);'.
    ENDIF.
  ENDMETHOD.

  METHOD if_ftd_testdouble_argument~get_kind.
    WRITE '@KERNEL result.set(this.kind);'.
  ENDMETHOD.

  METHOD if_ftd_testdouble_argument~is_supplied.
    WRITE '@KERNEL result.set(this.call.isSupplied(this.kind, this.name) ? "X" : "");'.
  ENDMETHOD.
ENDCLASS.
