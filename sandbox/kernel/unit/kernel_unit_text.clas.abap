"! Values as text for the messages of failed assertions, and the comparison behind ASSERT_EQUALS.
CLASS kernel_unit_text DEFINITION PUBLIC FINAL CREATE PRIVATE.
  PUBLIC SECTION.
    "! Any value as text: structures as (NAME: value ...), tables as [line, line ...], cut where they get long.
    CLASS-METHODS of
      IMPORTING
        !value        TYPE any
      RETURNING
        VALUE(result) TYPE string.
    CLASS-METHODS expected_actual
      IMPORTING
        !exp          TYPE any
        !act          TYPE any
      RETURNING
        VALUE(result) TYPE string_table.
    "! What differs, as lines of text; empty when both are equal.
    CLASS-METHODS differences
      IMPORTING
        !exp             TYPE any
        !act             TYPE any
        !ignore_sequence TYPE abap_bool DEFAULT abap_false
      RETURNING
        VALUE(result)    TYPE string_table.
    CLASS-METHODS contains
      IMPORTING
        !table        TYPE ANY TABLE
        !line         TYPE any
      RETURNING
        VALUE(result) TYPE abap_bool.
  PRIVATE SECTION.
    CONSTANTS max_lines TYPE i VALUE 10.
    CONSTANTS max_length TYPE i VALUE 255.
    CLASS-METHODS kind
      IMPORTING
        !value        TYPE any
      RETURNING
        VALUE(result) TYPE string.
    CLASS-METHODS is_equal
      IMPORTING
        !exp          TYPE any
        !act          TYPE any
      RETURNING
        VALUE(result) TYPE abap_bool.
    "! Empty tables whose keys are of another kind: only their types can be compared.
    CLASS-METHODS differ_in_key
      IMPORTING
        !exp          TYPE ANY TABLE
        !act          TYPE ANY TABLE
      RETURNING
        VALUE(result) TYPE abap_bool.
    CLASS-METHODS same_lines
      IMPORTING
        !exp          TYPE ANY TABLE
        !act          TYPE ANY TABLE
      RETURNING
        VALUE(result) TYPE abap_bool.
    CLASS-METHODS of_structure
      IMPORTING
        !value        TYPE any
      RETURNING
        VALUE(result) TYPE string.
    CLASS-METHODS of_table
      IMPORTING
        !value        TYPE ANY TABLE
      RETURNING
        VALUE(result) TYPE string.
    CLASS-METHODS compare_structures
      IMPORTING
        !exp          TYPE any
        !act          TYPE any
      RETURNING
        VALUE(result) TYPE string_table.
    CLASS-METHODS compare_tables
      IMPORTING
        !exp          TYPE ANY TABLE
        !act          TYPE ANY TABLE
      RETURNING
        VALUE(result) TYPE string_table.
    CLASS-METHODS component_name
      IMPORTING
        !value        TYPE any
        !position     TYPE i
      RETURNING
        VALUE(result) TYPE string.
ENDCLASS.

CLASS kernel_unit_text IMPLEMENTATION.
  METHOD kind.
    DATA type TYPE c LENGTH 1.
    DESCRIBE FIELD value TYPE type.
    result = SWITCH #( type
      WHEN 'h' THEN `table`
      WHEN 'u' OR 'v' THEN `structure`
      WHEN 'r' THEN `object`
      WHEN 'l' THEN `reference`
      ELSE `value` ).
  ENDMETHOD.

  METHOD of.
    CASE kind( value ).
      WHEN `table`.
        result = of_table( value ).
      WHEN `structure`.
        result = of_structure( value ).
      WHEN `object`.
        WRITE '@KERNEL const target = value.getPointer ? value.getPointer().get() : value.get();'.
        WRITE '@KERNEL result.set(target ? "instance of " + target.constructor.INTERNAL_NAME : "initial");'.
      WHEN `reference`.
        result = COND #( WHEN value IS INITIAL THEN `initial` ELSE `data reference` ).
      WHEN OTHERS.
        result = |{ value }|.
    ENDCASE.
    IF strlen( result ) > max_length.
      result = |{ substring( val = result len = max_length ) } ...|.
    ENDIF.
  ENDMETHOD.

  METHOD of_structure.
    DATA parts TYPE string_table.
    FIELD-SYMBOLS <component> TYPE any.
    DO.
      DATA(position) = sy-index.
      ASSIGN COMPONENT position OF STRUCTURE value TO <component>.
      IF sy-subrc <> 0.
        EXIT.
      ENDIF.
      APPEND |{ component_name( value = value position = position ) }: { of( <component> ) }| TO parts.
    ENDDO.
    result = |({ concat_lines_of( table = parts sep = `, ` ) })|.
  ENDMETHOD.

  METHOD of_table.
    DATA parts TYPE string_table.
    FIELD-SYMBOLS <line> TYPE any.
    LOOP AT value ASSIGNING <line>.
      IF lines( parts ) = max_lines.
        APPEND `...` TO parts.
        EXIT.
      ENDIF.
      APPEND of( <line> ) TO parts.
    ENDLOOP.
    result = |{ lines( value ) } lines: { concat_lines_of( table = parts sep = `, ` ) }|.
  ENDMETHOD.

  METHOD component_name.
    WRITE '@KERNEL const data = value.getPointer ? value.getPointer() : value;'.
    WRITE '@KERNEL result.set((Object.keys(data.get())[position.get() - 1] ?? "").toUpperCase());'.
  ENDMETHOD.

  METHOD expected_actual.
    result = VALUE #( ( |Expected [{ of( exp ) }] Actual [{ of( act ) }]| ) ).
  ENDMETHOD.

  METHOD is_equal.
    IF kind( exp ) <> kind( act ).
      RETURN.
    ENDIF.
    result = xsdbool( act = exp ).
  ENDMETHOD.

  METHOD differences.
    DATA(exp_kind) = kind( exp ).
    DATA(act_kind) = kind( act ).
    IF exp_kind <> act_kind.
      result = expected_actual( exp = exp act = act ).
      APPEND |Types differ: expected a { exp_kind }, found a { act_kind }| TO result.
    ELSEIF exp_kind = `table` AND exp IS INITIAL AND act IS INITIAL AND differ_in_key( exp = exp act = act ) = abap_true.
      result = expected_actual( exp = exp act = act ).
      APPEND `Different data types: the keys of the tables differ` TO result.
    ELSEIF exp_kind = `table` AND ignore_sequence = abap_true AND same_lines( exp = exp act = act ) = abap_true.
      RETURN.
    ELSEIF is_equal( exp = exp act = act ) = abap_true.
      RETURN.
    ELSEIF exp_kind = `structure`.
      result = expected_actual( exp = exp act = act ).
      APPEND LINES OF compare_structures( exp = exp act = act ) TO result.
    ELSEIF exp_kind = `table`.
      result = compare_tables( exp = exp act = act ).
    ELSE.
      result = expected_actual( exp = exp act = act ).
    ENDIF.
  ENDMETHOD.

  METHOD differ_in_key.
    DATA kinds TYPE string.
    WRITE '@KERNEL const kindOf = table => (table.getPointer === undefined ? table : table.getPointer()).getOptions()?.keyType;'.
    WRITE '@KERNEL kinds.set([kindOf(exp), kindOf(act)].sort().join(" "));'.
    result = xsdbool( kinds = `DEFAULT EMPTY` ).
  ENDMETHOD.

  METHOD same_lines.
    FIELD-SYMBOLS <line> TYPE any.
    IF lines( exp ) <> lines( act ).
      RETURN.
    ENDIF.
    LOOP AT exp ASSIGNING <line>.
      IF contains( table = act line = <line> ) = abap_false.
        RETURN.
      ENDIF.
    ENDLOOP.
    LOOP AT act ASSIGNING <line>.
      IF contains( table = exp line = <line> ) = abap_false.
        RETURN.
      ENDIF.
    ENDLOOP.
    result = abap_true.
  ENDMETHOD.

  METHOD contains.
    FIELD-SYMBOLS <line> TYPE any.
    LOOP AT table ASSIGNING <line>.
      IF is_equal( exp = line act = <line> ) = abap_true.
        result = abap_true.
        RETURN.
      ENDIF.
    ENDLOOP.
  ENDMETHOD.

  METHOD compare_structures.
    FIELD-SYMBOLS <exp> TYPE any.
    FIELD-SYMBOLS <act> TYPE any.
    DO.
      DATA(position) = sy-index.
      ASSIGN COMPONENT position OF STRUCTURE exp TO <exp>.
      IF sy-subrc <> 0.
        EXIT.
      ENDIF.
      ASSIGN COMPONENT position OF STRUCTURE act TO <act>.
      IF sy-subrc <> 0.
        APPEND |Component { component_name( value = exp position = position ) } is missing| TO result.
        EXIT.
      ENDIF.
      IF is_equal( exp = <exp> act = <act> ) = abap_false.
        APPEND |Component { component_name( value = exp position = position ) }: |
            && |Expected [{ of( <exp> ) }] Actual [{ of( <act> ) }]| TO result.
      ENDIF.
    ENDDO.
  ENDMETHOD.

  METHOD compare_tables.
    DATA exp_lines TYPE string_table.
    DATA act_lines TYPE string_table.
    FIELD-SYMBOLS <line> TYPE any.
    LOOP AT exp ASSIGNING <line>.
      APPEND of( <line> ) TO exp_lines.
    ENDLOOP.
    LOOP AT act ASSIGNING <line>.
      APPEND of( <line> ) TO act_lines.
    ENDLOOP.
    APPEND |Expected [{ lines( exp ) } lines] Actual [{ lines( act ) } lines]| TO result.
    DO nmax( val1 = lines( exp_lines ) val2 = lines( act_lines ) ) TIMES.
      IF lines( result ) > max_lines.
        APPEND `...` TO result.
        EXIT.
      ENDIF.
      DATA(position) = sy-index.
      DATA(expected) = VALUE string( exp_lines[ position ] OPTIONAL ).
      DATA(actual) = VALUE string( act_lines[ position ] OPTIONAL ).
      IF position > lines( act_lines ).
        APPEND |Line { position }: Expected [{ expected }] Actual [no such line]| TO result.
      ELSEIF position > lines( exp_lines ).
        APPEND |Line { position }: Expected [no such line] Actual [{ actual }]| TO result.
      ELSEIF expected <> actual.
        APPEND |Line { position }: Expected [{ expected }] Actual [{ actual }]| TO result.
      ENDIF.
    ENDDO.
  ENDMETHOD.
ENDCLASS.
