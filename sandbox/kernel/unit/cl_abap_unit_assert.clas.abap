"! Assertions of ABAP Unit. A failed one is reported to the test runner with what was expected and what was found.
CLASS cl_abap_unit_assert DEFINITION PUBLIC CREATE PUBLIC.
  PUBLIC SECTION.
    INTERFACES if_aunit_constants.

    TYPES ty_quit TYPE i.

    CLASS-METHODS assert_equals
      IMPORTING
        !act                    TYPE any
        !exp                    TYPE any
        !ignore_hash_sequence   TYPE abap_bool DEFAULT abap_false
        !tol                    TYPE f OPTIONAL
        !msg                    TYPE csequence OPTIONAL
        !level                  TYPE i DEFAULT if_aunit_constants=>severity-medium
        !quit                   TYPE i DEFAULT if_aunit_constants=>quit-test
      RETURNING
        VALUE(assertion_failed) TYPE abap_bool.
    CLASS-METHODS assert_equals_float
      IMPORTING
        !act                    TYPE numeric
        !exp                    TYPE numeric
        !rtol                   TYPE f DEFAULT '1E-15'
        !msg                    TYPE csequence OPTIONAL
        !level                  TYPE i DEFAULT if_aunit_constants=>severity-medium
        !quit                   TYPE i DEFAULT if_aunit_constants=>quit-test
      RETURNING
        VALUE(assertion_failed) TYPE abap_bool.
    CLASS-METHODS assert_differs
      IMPORTING
        !act                    TYPE any
        !exp                    TYPE any
        !tol                    TYPE f OPTIONAL
        !msg                    TYPE csequence OPTIONAL
        !level                  TYPE i DEFAULT if_aunit_constants=>severity-medium
        !quit                   TYPE i DEFAULT if_aunit_constants=>quit-test
      RETURNING
        VALUE(assertion_failed) TYPE abap_bool.
    CLASS-METHODS assert_true
      IMPORTING
        !act                    TYPE abap_bool
        !msg                    TYPE csequence OPTIONAL
        !level                  TYPE i DEFAULT if_aunit_constants=>severity-medium
        !quit                   TYPE i DEFAULT if_aunit_constants=>quit-test
      RETURNING
        VALUE(assertion_failed) TYPE abap_bool.
    CLASS-METHODS assert_false
      IMPORTING
        !act                    TYPE abap_bool
        !msg                    TYPE csequence OPTIONAL
        !level                  TYPE i DEFAULT if_aunit_constants=>severity-medium
        !quit                   TYPE i DEFAULT if_aunit_constants=>quit-test
      RETURNING
        VALUE(assertion_failed) TYPE abap_bool.
    CLASS-METHODS assert_initial
      IMPORTING
        VALUE(act)              TYPE any DEFAULT sy-subrc
        !msg                    TYPE csequence OPTIONAL
        !level                  TYPE i DEFAULT if_aunit_constants=>severity-medium
        !quit                   TYPE i DEFAULT if_aunit_constants=>quit-test
          PREFERRED PARAMETER act
      RETURNING
        VALUE(assertion_failed) TYPE abap_bool.
    CLASS-METHODS assert_not_initial
      IMPORTING
        !act                    TYPE any
        !msg                    TYPE csequence OPTIONAL
        !level                  TYPE i DEFAULT if_aunit_constants=>severity-medium
        !quit                   TYPE i DEFAULT if_aunit_constants=>quit-test
      RETURNING
        VALUE(assertion_failed) TYPE abap_bool.
    CLASS-METHODS assert_bound
      IMPORTING
        !act                    TYPE any
        !msg                    TYPE csequence OPTIONAL
        !level                  TYPE i DEFAULT if_aunit_constants=>severity-medium
        !quit                   TYPE i DEFAULT if_aunit_constants=>quit-test
      RETURNING
        VALUE(assertion_failed) TYPE abap_bool.
    CLASS-METHODS assert_not_bound
      IMPORTING
        !act                    TYPE any
        !msg                    TYPE csequence OPTIONAL
        !level                  TYPE i DEFAULT if_aunit_constants=>severity-medium
        !quit                   TYPE i DEFAULT if_aunit_constants=>quit-test
      RETURNING
        VALUE(assertion_failed) TYPE abap_bool.
    "! EXP is the expected return code, ACT the found one, by default that of the statement before.
    CLASS-METHODS assert_subrc
      IMPORTING
        VALUE(exp)              TYPE sysubrc DEFAULT 0
        VALUE(act)              TYPE sysubrc DEFAULT sy-subrc
        !msg                    TYPE csequence OPTIONAL
        !level                  TYPE i DEFAULT if_aunit_constants=>severity-medium
        !quit                   TYPE i DEFAULT if_aunit_constants=>quit-test
        !symsg                  TYPE symsg OPTIONAL
          PREFERRED PARAMETER act
      RETURNING
        VALUE(assertion_failed) TYPE abap_bool.
    CLASS-METHODS assert_char_cp
      IMPORTING
        !act                    TYPE csequence
        !exp                    TYPE csequence
        !msg                    TYPE csequence OPTIONAL
        !level                  TYPE i DEFAULT if_aunit_constants=>severity-medium
        !quit                   TYPE i DEFAULT if_aunit_constants=>quit-test
      RETURNING
        VALUE(assertion_failed) TYPE abap_bool.
    CLASS-METHODS assert_char_np
      IMPORTING
        !act                    TYPE csequence
        !exp                    TYPE csequence
        !msg                    TYPE csequence OPTIONAL
        !level                  TYPE i DEFAULT if_aunit_constants=>severity-medium
        !quit                   TYPE i DEFAULT if_aunit_constants=>quit-test
      RETURNING
        VALUE(assertion_failed) TYPE abap_bool.
    "! PATTERN is found in TEXT; with FULL it matches the whole text.
    CLASS-METHODS assert_text_matches
      IMPORTING
        !pattern                TYPE csequence
        !text                   TYPE csequence
        !full                   TYPE abap_bool DEFAULT abap_false
        !msg                    TYPE csequence OPTIONAL
        !level                  TYPE i DEFAULT if_aunit_constants=>severity-medium
        !quit                   TYPE i DEFAULT if_aunit_constants=>quit-test
      RETURNING
        VALUE(assertion_failed) TYPE abap_bool.
    CLASS-METHODS assert_text_not_matches
      IMPORTING
        !pattern                TYPE csequence
        !text                   TYPE csequence
        !full                   TYPE abap_bool DEFAULT abap_false
        !msg                    TYPE csequence OPTIONAL
        !level                  TYPE i DEFAULT if_aunit_constants=>severity-medium
        !quit                   TYPE i DEFAULT if_aunit_constants=>quit-test
      RETURNING
        VALUE(assertion_failed) TYPE abap_bool.
    CLASS-METHODS assert_number_between
      IMPORTING
        !lower                  TYPE numeric
        !upper                  TYPE numeric
        !number                 TYPE numeric
        !msg                    TYPE csequence OPTIONAL
        !level                  TYPE i DEFAULT if_aunit_constants=>severity-medium
        !quit                   TYPE i DEFAULT if_aunit_constants=>quit-test
      RETURNING
        VALUE(assertion_failed) TYPE abap_bool.
    CLASS-METHODS assert_table_contains
      IMPORTING
        !line                   TYPE any
        !table                  TYPE ANY TABLE
        !msg                    TYPE csequence OPTIONAL
        !level                  TYPE i DEFAULT if_aunit_constants=>severity-medium
        !quit                   TYPE i DEFAULT if_aunit_constants=>quit-test
      RETURNING
        VALUE(assertion_failed) TYPE abap_bool.
    CLASS-METHODS assert_table_not_contains
      IMPORTING
        !line                   TYPE any
        !table                  TYPE ANY TABLE
        !msg                    TYPE csequence OPTIONAL
        !level                  TYPE i DEFAULT if_aunit_constants=>severity-medium
        !quit                   TYPE i DEFAULT if_aunit_constants=>quit-test
      RETURNING
        VALUE(assertion_failed) TYPE abap_bool.
    CLASS-METHODS assert_that
      IMPORTING
        !act                    TYPE any
        !exp                    TYPE REF TO if_constraint
        !msg                    TYPE csequence OPTIONAL
        !level                  TYPE i DEFAULT if_aunit_constants=>severity-medium
        !quit                   TYPE i DEFAULT if_aunit_constants=>quit-test
      RETURNING
        VALUE(assertion_failed) TYPE abap_bool.
    CLASS-METHODS fail
      IMPORTING
        !msg    TYPE csequence OPTIONAL
        !level  TYPE i DEFAULT if_aunit_constants=>severity-medium
        !quit   TYPE i DEFAULT if_aunit_constants=>quit-test
        !detail TYPE csequence OPTIONAL
          PREFERRED PARAMETER msg.
    CLASS-METHODS assert_return_code
      IMPORTING
        VALUE(exp)              TYPE numeric
        VALUE(act)              TYPE numeric DEFAULT sy-subrc
        !msg                    TYPE csequence OPTIONAL
        !level                  TYPE i DEFAULT if_aunit_constants=>severity-medium
        !quit                   TYPE i DEFAULT if_aunit_constants=>quit-test
        !symsg                  TYPE symsg OPTIONAL
      RETURNING
        VALUE(assertion_failed) TYPE abap_bool.
    CLASS-METHODS assume_true
      IMPORTING
        VALUE(act) TYPE abap_bool
        !msg       TYPE csequence.
    CLASS-METHODS assume_false
      IMPORTING
        VALUE(act) TYPE abap_bool
        !msg       TYPE csequence.
    CLASS-METHODS assume_return_code
      IMPORTING
        VALUE(exp) TYPE numeric
        VALUE(act) TYPE numeric DEFAULT sy-subrc
        !msg       TYPE csequence
        !symsg     TYPE symsg OPTIONAL.
    CLASS-METHODS assume_that
      IMPORTING
        VALUE(act)         TYPE data
        VALUE(act_as_text) TYPE csequence OPTIONAL
        !exp               TYPE REF TO if_constraint
        !msg               TYPE csequence OPTIONAL.
    CLASS-METHODS skip
      IMPORTING
        !msg    TYPE csequence
        !detail TYPE csequence OPTIONAL
          PREFERRED PARAMETER msg.
    CLASS-METHODS abort
      IMPORTING
        !msg    TYPE csequence OPTIONAL
        !detail TYPE csequence OPTIONAL
        !quit   TYPE i DEFAULT if_aunit_constants=>quit-test
          PREFERRED PARAMETER msg.
  PRIVATE SECTION.
    CLASS-METHODS is_match
      IMPORTING
        !pattern      TYPE csequence
        !text         TYPE csequence
        !full         TYPE abap_bool
      RETURNING
        VALUE(result) TYPE abap_bool.
ENDCLASS.

CLASS cl_abap_unit_assert IMPLEMENTATION.
  METHOD assert_equals.
    " methods that this one calls set sy-subrc
    WRITE '@KERNEL if (act === abap.builtin.sy.get().subrc) act = act.clone();'.
    DATA details TYPE string_table.
    IF tol IS SUPPLIED AND tol <> 0.
      assertion_failed = xsdbool( abs( act - exp ) > tol ).
      IF assertion_failed = abap_true.
        details = kernel_unit_text=>expected_actual( exp = exp act = act ).
        APPEND |Tolerance [{ kernel_unit_text=>of( tol ) }]| TO details.
      ENDIF.
    ELSE.
      details = kernel_unit_text=>differences(
        exp             = exp
        act             = act
        ignore_sequence = ignore_hash_sequence ).
      assertion_failed = xsdbool( details IS NOT INITIAL ).
    ENDIF.
    IF assertion_failed = abap_true.
      kernel_unit_alert=>raise(
        method  = 'ASSERT_EQUALS'
        msg     = msg
        level   = level
        quit    = quit
        details = details ).
    ENDIF.
  ENDMETHOD.

  METHOD assert_equals_float.
    DATA distance TYPE f.
    DATA details TYPE string_table.
    distance = abs( act - exp ).
    IF distance > rtol * nmax( val1 = abs( act ) val2 = abs( exp ) ).
      assertion_failed = abap_true.
      details = kernel_unit_text=>expected_actual( exp = exp act = act ).
      APPEND |Relative tolerance [{ kernel_unit_text=>of( rtol ) }]| TO details.
      kernel_unit_alert=>raise(
        method  = 'ASSERT_EQUALS_FLOAT'
        msg     = msg
        level   = level
        quit    = quit
        details = details ).
    ENDIF.
  ENDMETHOD.

  METHOD assert_differs.
    " methods that this one calls set sy-subrc
    WRITE '@KERNEL if (act === abap.builtin.sy.get().subrc) act = act.clone();'.
    IF tol IS SUPPLIED AND tol <> 0.
      assertion_failed = xsdbool( abs( act - exp ) <= tol ).
    ELSE.
      assertion_failed = xsdbool( kernel_unit_text=>differences( exp = exp act = act ) IS INITIAL ).
    ENDIF.
    IF assertion_failed = abap_true.
      kernel_unit_alert=>raise(
        method  = 'ASSERT_DIFFERS'
        msg     = msg
        level   = level
        quit    = quit
        details = VALUE #( ( |Unexpected [{ kernel_unit_text=>of( exp ) }] Actual [{ kernel_unit_text=>of( act ) }]| ) ) ).
    ENDIF.
  ENDMETHOD.

  METHOD assert_true.
    IF act <> abap_true.
      assertion_failed = abap_true.
      kernel_unit_alert=>raise(
        method  = 'ASSERT_TRUE'
        msg     = msg
        level   = level
        quit    = quit
        details = kernel_unit_text=>expected_actual( exp = abap_true act = act ) ).
    ENDIF.
  ENDMETHOD.

  METHOD assert_false.
    IF act <> abap_false.
      assertion_failed = abap_true.
      kernel_unit_alert=>raise(
        method  = 'ASSERT_FALSE'
        msg     = msg
        level   = level
        quit    = quit
        details = kernel_unit_text=>expected_actual( exp = abap_false act = act ) ).
    ENDIF.
  ENDMETHOD.

  METHOD assert_initial.
    " methods that this one calls set sy-subrc
    WRITE '@KERNEL if (act === abap.builtin.sy.get().subrc) act = act.clone();'.
    IF act IS NOT INITIAL.
      assertion_failed = abap_true.
      kernel_unit_alert=>raise(
        method  = 'ASSERT_INITIAL'
        msg     = msg
        level   = level
        quit    = quit
        details = VALUE #( ( |Expected an initial value Actual [{ kernel_unit_text=>of( act ) }]| ) ) ).
    ENDIF.
  ENDMETHOD.

  METHOD assert_not_initial.
    " methods that this one calls set sy-subrc
    WRITE '@KERNEL if (act === abap.builtin.sy.get().subrc) act = act.clone();'.
    IF act IS INITIAL.
      assertion_failed = abap_true.
      kernel_unit_alert=>raise(
        method  = 'ASSERT_NOT_INITIAL'
        msg     = msg
        level   = level
        quit    = quit
        details = VALUE #( ( |Expected a value that is not initial Actual [{ kernel_unit_text=>of( act ) }]| ) ) ).
    ENDIF.
  ENDMETHOD.

  METHOD assert_bound.
    IF act IS NOT BOUND.
      assertion_failed = abap_true.
      kernel_unit_alert=>raise(
        method  = 'ASSERT_BOUND'
        msg     = msg
        level   = level
        quit    = quit
        details = VALUE #( ( `Expected a bound reference Actual [initial]` ) ) ).
    ENDIF.
  ENDMETHOD.

  METHOD assert_not_bound.
    IF act IS BOUND.
      assertion_failed = abap_true.
      kernel_unit_alert=>raise(
        method  = 'ASSERT_NOT_BOUND'
        msg     = msg
        level   = level
        quit    = quit
        details = VALUE #( ( |Expected an initial reference Actual [{ kernel_unit_text=>of( act ) }]| ) ) ).
    ENDIF.
  ENDMETHOD.

  METHOD assert_subrc.
    IF act <> exp.
      assertion_failed = abap_true.
      kernel_unit_alert=>raise(
        method  = 'ASSERT_SUBRC'
        msg     = msg
        level   = level
        quit    = quit
        details = COND #(
          LET found = VALUE string_table( ( |Expected return code [{ exp }] Actual [{ act }]| ) ) IN
          WHEN symsg IS INITIAL THEN found
          ELSE VALUE #( BASE found ( |Message { symsg-msgty }{ symsg-msgno }({ symsg-msgid }) { symsg-msgv1 } { symsg-msgv2 } { symsg-msgv3 } { symsg-msgv4 }| ) ) ) ).
    ENDIF.
  ENDMETHOD.

  METHOD assert_char_cp.
    IF act NP exp.
      assertion_failed = abap_true.
      kernel_unit_alert=>raise(
        method  = 'ASSERT_CHAR_CP'
        msg     = msg
        level   = level
        quit    = quit
        details = VALUE #( ( |Expected pattern [{ exp }] Actual [{ act }]| ) ) ).
    ENDIF.
  ENDMETHOD.

  METHOD assert_char_np.
    IF act CP exp.
      assertion_failed = abap_true.
      kernel_unit_alert=>raise(
        method  = 'ASSERT_CHAR_NP'
        msg     = msg
        level   = level
        quit    = quit
        details = VALUE #( ( |Unexpected pattern [{ exp }] Actual [{ act }]| ) ) ).
    ENDIF.
  ENDMETHOD.

  METHOD assert_text_matches.
    IF is_match(
        pattern = pattern
        text    = text
        full    = full ) = abap_false.
      assertion_failed = abap_true.
      kernel_unit_alert=>raise(
        method  = 'ASSERT_TEXT_MATCHES'
        msg     = msg
        level   = level
        quit    = quit
        details = VALUE #( ( |Expected pattern [{ pattern }] Actual [{ text }]| ) ) ).
    ENDIF.
  ENDMETHOD.

  METHOD assert_text_not_matches.
    IF is_match(
        pattern = pattern
        text    = text
        full    = full ) = abap_true.
      assertion_failed = abap_true.
      kernel_unit_alert=>raise(
        method  = 'ASSERT_TEXT_NOT_MATCHES'
        msg     = msg
        level   = level
        quit    = quit
        details = VALUE #( ( |Unexpected pattern [{ pattern }] Actual [{ text }]| ) ) ).
    ENDIF.
  ENDMETHOD.

  METHOD is_match.
    DATA searched TYPE string.
    " PCRE of ABAP skips blanks and comments; here they count
    searched = replace( val = pattern sub = `\ ` with = ` ` occ = 0 ).
    searched = replace( val = searched sub = ` ` with = `\x20` occ = 0 ).
    searched = replace( val = searched sub = `#` with = `\x23` occ = 0 ).
    IF full = abap_true.
      searched = `^(?:` && searched && `)$`.
    ENDIF.
    FIND PCRE searched IN text.
    result = xsdbool( sy-subrc = 0 ).
  ENDMETHOD.

  METHOD assert_number_between.
    " methods that this one calls set sy-subrc
    WRITE '@KERNEL if (number === abap.builtin.sy.get().subrc) number = number.clone();'.
    IF number < lower OR number > upper.
      assertion_failed = abap_true.
      kernel_unit_alert=>raise(
        method  = 'ASSERT_NUMBER_BETWEEN'
        msg     = msg
        level   = level
        quit    = quit
        details = VALUE #( ( |Expected [{ kernel_unit_text=>of( lower ) }] to [{ kernel_unit_text=>of( upper ) }]|
                          && | Actual [{ kernel_unit_text=>of( number ) }]| ) ) ).
    ENDIF.
  ENDMETHOD.

  METHOD assert_table_contains.
    IF kernel_unit_text=>contains( table = table line = line ) = abap_false.
      assertion_failed = abap_true.
      kernel_unit_alert=>raise(
        method  = 'ASSERT_TABLE_CONTAINS'
        msg     = msg
        level   = level
        quit    = quit
        details = VALUE #( ( |Expected line [{ kernel_unit_text=>of( line ) }] Actual [{ kernel_unit_text=>of( table ) }]| ) ) ).
    ENDIF.
  ENDMETHOD.

  METHOD assert_table_not_contains.
    IF kernel_unit_text=>contains( table = table line = line ) = abap_true.
      assertion_failed = abap_true.
      kernel_unit_alert=>raise(
        method  = 'ASSERT_TABLE_NOT_CONTAINS'
        msg     = msg
        level   = level
        quit    = quit
        details = VALUE #( ( |Unexpected line [{ kernel_unit_text=>of( line ) }]| ) ) ).
    ENDIF.
  ENDMETHOD.

  METHOD assert_that.
    " methods that this one calls set sy-subrc
    WRITE '@KERNEL if (act === abap.builtin.sy.get().subrc) act = act.clone();'.
    IF exp->is_valid( act ) = abap_false.
      assertion_failed = abap_true.
      kernel_unit_alert=>raise(
        method  = 'ASSERT_THAT'
        msg     = msg
        level   = level
        quit    = quit
        details = exp->get_description( ) ).
    ENDIF.
  ENDMETHOD.

  METHOD fail.
    DATA details TYPE string_table.
    IF detail IS NOT INITIAL.
      APPEND |{ detail }| TO details.
    ENDIF.
    kernel_unit_alert=>raise(
      method  = 'FAIL'
      msg     = msg
      level   = level
      quit    = quit
      details = details ).
  ENDMETHOD.

  METHOD assert_return_code.
    assertion_failed = assert_equals(
      act   = act
      exp   = exp
      msg   = msg
      level = level
      quit  = quit ).
  ENDMETHOD.

  METHOD assume_true.
    IF act = abap_false.
      skip( msg = msg ).
    ENDIF.
  ENDMETHOD.

  METHOD assume_false.
    IF act <> abap_false.
      skip( msg = msg ).
    ENDIF.
  ENDMETHOD.

  METHOD assume_return_code.
    IF act <> exp.
      skip( msg = msg ).
    ENDIF.
  ENDMETHOD.

  METHOD assume_that.
    IF exp->is_valid( act ) = abap_false.
      skip( msg = msg ).
    ENDIF.
  ENDMETHOD.

  METHOD skip.
    kernel_unit_alert=>skip( msg = msg detail = detail ).
  ENDMETHOD.

  METHOD abort.
    fail(
      msg    = msg
      level  = if_aunit_constants=>severity-high
      quit   = quit
      detail = detail ).
  ENDMETHOD.
ENDCLASS.
