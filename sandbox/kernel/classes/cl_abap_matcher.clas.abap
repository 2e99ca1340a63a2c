"! Applies a regular expression to a text, or to the rows of a table one after the other.
CLASS cl_abap_matcher DEFINITION PUBLIC CREATE PUBLIC.
  PUBLIC SECTION.
    DATA regex TYPE REF TO cl_abap_regex READ-ONLY.
    DATA table TYPE string_table READ-ONLY.
    DATA text TYPE string READ-ONLY.

    METHODS constructor
      IMPORTING
        !regex TYPE REF TO cl_abap_regex
        !text  TYPE clike OPTIONAL
        !table TYPE STANDARD TABLE OPTIONAL
      RAISING
        cx_sy_matcher.
    CLASS-METHODS create
      IMPORTING
        !pattern       TYPE clike
        !text          TYPE clike OPTIONAL
        !table         TYPE STANDARD TABLE OPTIONAL
        !ignore_case   TYPE abap_bool DEFAULT abap_false
        !simple_regex  TYPE abap_bool DEFAULT abap_false
        !no_submatches TYPE abap_bool DEFAULT abap_false
      RETURNING
        VALUE(matcher) TYPE REF TO cl_abap_matcher
      RAISING
        cx_sy_regex
        cx_sy_matcher.
    CLASS-METHODS create_posix
      IMPORTING
        !pattern       TYPE clike
        !text          TYPE clike OPTIONAL
        !table         TYPE STANDARD TABLE OPTIONAL
        !ignore_case   TYPE abap_bool DEFAULT abap_false
      RETURNING
        VALUE(matcher) TYPE REF TO cl_abap_matcher
      RAISING
        cx_sy_regex
        cx_sy_matcher.
    CLASS-METHODS create_pcre
      IMPORTING
        !pattern          TYPE clike
        !text             TYPE clike OPTIONAL
        !table            TYPE STANDARD TABLE OPTIONAL
        !ignore_case      TYPE abap_bool DEFAULT abap_false
        !enable_multiline TYPE abap_bool DEFAULT abap_false
        !extended         TYPE abap_bool DEFAULT abap_true
      RETURNING
        VALUE(matcher)    TYPE REF TO cl_abap_matcher
      RAISING
        cx_sy_regex
        cx_sy_matcher.
    CLASS-METHODS matches
      IMPORTING
        !pattern       TYPE clike
        !text          TYPE clike
        !ignore_case   TYPE abap_bool DEFAULT abap_false
        !simple_regex  TYPE abap_bool DEFAULT abap_false
        !no_submatches TYPE abap_bool DEFAULT abap_false
      RETURNING
        VALUE(success) TYPE abap_bool
      RAISING
        cx_sy_regex.
    CLASS-METHODS contains
      IMPORTING
        !pattern       TYPE clike
        !text          TYPE clike OPTIONAL
        !table         TYPE STANDARD TABLE OPTIONAL
        !ignore_case   TYPE abap_bool DEFAULT abap_false
        !simple_regex  TYPE abap_bool DEFAULT abap_false
        !no_submatches TYPE abap_bool DEFAULT abap_false
      RETURNING
        VALUE(success) TYPE abap_bool
      RAISING
        cx_sy_matcher
        cx_sy_regex.
    "! The matcher of the last CONTAINS or MATCHES.
    CLASS-METHODS get_object
      RETURNING
        VALUE(matcher) TYPE REF TO cl_abap_matcher.
    METHODS find_all
      RETURNING
        VALUE(matches) TYPE match_result_tab
      RAISING
        cx_sy_matcher.
    METHODS find_next
      RETURNING
        VALUE(success) TYPE abap_bool
      RAISING
        cx_sy_matcher.
    METHODS match
      RETURNING
        VALUE(success) TYPE abap_bool
      RAISING
        cx_sy_matcher.
    METHODS replace_all
      IMPORTING
        !newtext     TYPE clike
      RETURNING
        VALUE(count) TYPE i
      RAISING
        cx_sy_matcher.
    METHODS replace_found
      IMPORTING
        !newtext       TYPE clike
      RETURNING
        VALUE(success) TYPE abap_bool
      RAISING
        cx_sy_matcher.
    METHODS replace_next
      IMPORTING
        !newtext       TYPE clike
      RETURNING
        VALUE(success) TYPE abap_bool
      RAISING
        cx_sy_matcher.
    METHODS get_match
      RETURNING
        VALUE(match) TYPE match_result
      RAISING
        cx_sy_matcher.
    METHODS get_submatch
      IMPORTING
        !index          TYPE i
      RETURNING
        VALUE(submatch) TYPE string
      RAISING
        cx_sy_matcher.
    METHODS get_offset
      IMPORTING
        !index        TYPE i DEFAULT 0
      RETURNING
        VALUE(offset) TYPE i
      RAISING
        cx_sy_matcher.
    METHODS get_length
      IMPORTING
        !index        TYPE i DEFAULT 0
      RETURNING
        VALUE(length) TYPE i
      RAISING
        cx_sy_matcher.
    METHODS get_line
      RETURNING
        VALUE(line) TYPE i
      RAISING
        cx_sy_matcher.
  PRIVATE SECTION.
    CLASS-DATA last TYPE REF TO cl_abap_matcher.
    DATA rows_given TYPE abap_bool.
    DATA pending TYPE match_result_tab.
    DATA is_searched TYPE abap_bool.
    DATA current TYPE match_result.
    DATA is_found TYPE abap_bool.
    METHODS places
      RETURNING
        VALUE(matches) TYPE match_result_tab.
    METHODS row_text
      IMPORTING
        !line         TYPE i
      RETURNING
        VALUE(result) TYPE string.
    METHODS place
      IMPORTING
        !index        TYPE i
      RETURNING
        VALUE(result) TYPE submatch_result
      RAISING
        cx_sy_matcher.
ENDCLASS.

CLASS cl_abap_matcher IMPLEMENTATION.
  METHOD constructor.
    FIELD-SYMBOLS <row> TYPE any.
    me->regex = regex.
    me->text = text.
    IF table IS SUPPLIED AND text IS NOT SUPPLIED.
      rows_given = abap_true.
    ENDIF.
    LOOP AT table ASSIGNING <row>.
      APPEND |{ <row> }| TO me->table.
    ENDLOOP.
    IF me->table IS NOT INITIAL.
      rows_given = abap_true.
    ENDIF.
  ENDMETHOD.

  METHOD create.
    matcher = NEW #(
      regex = NEW #( pattern = pattern ignore_case = ignore_case simple_regex = simple_regex )
      text  = text
      table = table ).
  ENDMETHOD.

  METHOD create_posix.
    matcher = create( pattern = pattern text = text table = table ignore_case = ignore_case ).
  ENDMETHOD.

  METHOD create_pcre.
    matcher = NEW #(
      regex = cl_abap_regex=>create_pcre(
        pattern          = pattern
        ignore_case      = ignore_case
        enable_multiline = enable_multiline
        extended         = extended )
      text  = text
      table = table ).
  ENDMETHOD.

  METHOD matches.
    last = create( pattern = pattern text = text ignore_case = ignore_case simple_regex = simple_regex ).
    success = last->match( ).
  ENDMETHOD.

  METHOD contains.
    last = create( pattern = pattern text = text table = table ignore_case = ignore_case simple_regex = simple_regex ).
    success = last->find_next( ).
  ENDMETHOD.

  METHOD get_object.
    matcher = last.
  ENDMETHOD.

  METHOD places.
    IF rows_given = abap_false.
      matches = regex->kernel_matches( text ).
      RETURN.
    ENDIF.
    LOOP AT table INTO DATA(row).
      DATA(line) = sy-tabix.
      LOOP AT regex->kernel_matches( row ) INTO DATA(match).
        match-line = line.
        APPEND match TO matches.
      ENDLOOP.
    ENDLOOP.
  ENDMETHOD.

  METHOD row_text.
    result = text.
    IF rows_given = abap_true.
      READ TABLE table INTO result INDEX line.
    ENDIF.
  ENDMETHOD.

  METHOD find_all.
    matches = places( ).
    CLEAR: pending, current, is_found.
    is_searched = abap_true.
  ENDMETHOD.

  METHOD find_next.
    IF is_searched = abap_false.
      pending = places( ).
      is_searched = abap_true.
    ENDIF.
    CLEAR current.
    READ TABLE pending INTO current INDEX 1.
    is_found = xsdbool( sy-subrc = 0 ).
    IF is_found = abap_true.
      DELETE pending INDEX 1.
    ENDIF.
    success = is_found.
  ENDMETHOD.

  METHOD match.
    IF rows_given = abap_true.
      RAISE EXCEPTION TYPE cx_sy_invalid_regex_operation.
    ENDIF.
    regex->kernel_covers(
      EXPORTING
        text   = text
      IMPORTING
        covers = success
        match  = current ).
    CLEAR pending.
    is_searched = abap_true.
    is_found = success.
  ENDMETHOD.

  METHOD replace_all.
    DATA row TYPE string.
    DATA index TYPE i.
    IF rows_given = abap_false.
      row = text.
      count = regex->kernel_replaced( EXPORTING newtext = |{ newtext }| CHANGING text = row ).
      text = row.
    ELSE.
      LOOP AT me->table INTO row.
        index = sy-tabix.
        count = count + regex->kernel_replaced( EXPORTING newtext = |{ newtext }| CHANGING text = row ).
        MODIFY me->table FROM row INDEX index.
      ENDLOOP.
    ENDIF.
    CLEAR: pending, current, is_found.
    is_searched = abap_true.
  ENDMETHOD.

  METHOD replace_found.
    DATA row TYPE string.
    DATA part TYPE string.
    DATA rest TYPE i.
    DATA grown TYPE i.
    FIELD-SYMBOLS <later> TYPE match_result.
    FIELD-SYMBOLS <group> TYPE submatch_result.
    IF is_found = abap_false.
      RAISE EXCEPTION TYPE cx_sy_invalid_regex_operation.
    ENDIF.
    row = row_text( current-line ).
    part = substring( val = row off = current-offset len = current-length ).
    regex->kernel_replaced( EXPORTING newtext = |{ newtext }| CHANGING text = part ).
    rest = current-offset + current-length.
    row = substring( val = row len = current-offset ) && part && substring( val = row off = rest ).
    grown = strlen( part ) - current-length.
    LOOP AT pending ASSIGNING <later> WHERE line = current-line.
      <later>-offset = <later>-offset + grown.
      LOOP AT <later>-submatches ASSIGNING <group> WHERE offset >= 0.
        <group>-offset = <group>-offset + grown.
      ENDLOOP.
    ENDLOOP.
    IF rows_given = abap_true.
      MODIFY me->table FROM row INDEX current-line.
    ELSE.
      text = row.
    ENDIF.
    CLEAR: current, is_found.
    success = abap_true.
  ENDMETHOD.

  METHOD replace_next.
    IF find_next( ) = abap_true.
      success = replace_found( newtext ).
    ENDIF.
  ENDMETHOD.

  METHOD place.
    IF is_found = abap_false.
      RAISE EXCEPTION TYPE cx_sy_invalid_regex_operation.
    ENDIF.
    IF index = 0.
      result = VALUE #( offset = current-offset length = current-length ).
      RETURN.
    ENDIF.
    READ TABLE current-submatches INTO result INDEX index.
    IF sy-subrc <> 0.
      RAISE EXCEPTION TYPE cx_sy_invalid_regex_operation.
    ENDIF.
  ENDMETHOD.

  METHOD get_match.
    place( 0 ).
    match = current.
  ENDMETHOD.

  METHOD get_submatch.
    DATA(found) = place( index ).
    IF found-offset >= 0 AND found-length > 0.
      submatch = substring( val = row_text( current-line ) off = found-offset len = found-length ).
    ENDIF.
  ENDMETHOD.

  METHOD get_offset.
    DATA(found) = place( index ).
    offset = found-offset.
  ENDMETHOD.

  METHOD get_length.
    DATA(found) = place( index ).
    length = found-length.
  ENDMETHOD.

  METHOD get_line.
    place( 0 ).
    line = current-line.
  ENDMETHOD.
ENDCLASS.
