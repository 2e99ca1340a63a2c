"! A regular expression: POSIX by NEW and CREATE_POSIX, Perl-compatible by CREATE_PCRE.
CLASS cl_abap_regex DEFINITION PUBLIC CREATE PUBLIC.
  PUBLIC SECTION.
    DATA pattern TYPE string READ-ONLY.
    DATA ignore_case TYPE abap_bool READ-ONLY.

    METHODS constructor
      IMPORTING
        !pattern       TYPE clike
        !ignore_case   TYPE abap_bool DEFAULT abap_false
        !simple_regex  TYPE abap_bool DEFAULT abap_false
        !no_submatches TYPE abap_bool DEFAULT abap_false
      RAISING
        cx_sy_regex.
    CLASS-METHODS create_posix
      IMPORTING
        !pattern       TYPE clike
        !ignore_case   TYPE abap_bool DEFAULT abap_false
        !simple_regex  TYPE abap_bool DEFAULT abap_false
        !no_submatches TYPE abap_bool DEFAULT abap_false
      RETURNING
        VALUE(regex)   TYPE REF TO cl_abap_regex
      RAISING
        cx_sy_regex.
    CLASS-METHODS create_pcre
      IMPORTING
        !pattern          TYPE clike
        !ignore_case      TYPE abap_bool DEFAULT abap_false
        !enable_jit       TYPE abap_bool DEFAULT abap_true
        !enable_multiline TYPE abap_bool DEFAULT abap_false
        !no_submatches    TYPE abap_bool DEFAULT abap_false
        !extended         TYPE abap_bool DEFAULT abap_true
        !dot_all          TYPE abap_bool DEFAULT abap_false
      RETURNING
        VALUE(regex)      TYPE REF TO cl_abap_regex
      RAISING
        cx_sy_regex.
    METHODS create_matcher
      IMPORTING
        !text          TYPE clike OPTIONAL
        !table         TYPE STANDARD TABLE OPTIONAL
      RETURNING
        VALUE(matcher) TYPE REF TO cl_abap_matcher
      RAISING
        cx_sy_matcher.
    METHODS kernel_matches
      IMPORTING
        !text          TYPE string
      RETURNING
        VALUE(matches) TYPE match_result_tab.
    "! Whether the expression covers the whole text.
    METHODS kernel_covers
      IMPORTING
        !text         TYPE string
      EXPORTING
        !covers       TYPE abap_bool
        !match        TYPE match_result.
    METHODS kernel_replaced
      IMPORTING
        !newtext TYPE string
      CHANGING
        !text    TYPE string
      RETURNING
        VALUE(count) TYPE i.
  PRIVATE SECTION.
    DATA is_pcre TYPE abap_bool.
    DATA options TYPE string.
    "! FIND and REPLACE of the runtime read the expression under these names.
    METHODS share.
    METHODS require_valid
      RAISING
        cx_sy_regex.
    METHODS found
      IMPORTING
        !expression    TYPE string
        !text          TYPE string
      RETURNING
        VALUE(matches) TYPE match_result_tab.
ENDCLASS.

CLASS cl_abap_regex IMPLEMENTATION.
  METHOD constructor.
    IF simple_regex = abap_true.
      WRITE '@KERNEL abap.sandbox.unsupported("a simplified regular expression (SIMPLE_REGEX)");'.
    ENDIF.
    me->pattern = pattern.
    me->ignore_case = ignore_case.
    share( ).
    require_valid( ).
  ENDMETHOD.

  METHOD share.
    DATA pcre TYPE abap_bool.
    DATA chosen TYPE string.
    pcre = is_pcre.
    chosen = options.
    WRITE '@KERNEL const flag = on => new abap.types.Character(1).set(on ? "X" : " ");'.
    WRITE '@KERNEL this.mv_pattern = this.pattern; this.mv_ignore_case = this.ignore_case;'.
    WRITE '@KERNEL this.mv_pcre = pcre; this.mv_multiline = flag(/m/.test(chosen.get()));'.
    WRITE '@KERNEL this.mv_dot_all = flag(/s/.test(chosen.get())); this.mv_extended = flag(!/-x/.test(chosen.get()));'.
  ENDMETHOD.

  METHOD create_posix.
    regex = NEW #(
      pattern       = pattern
      ignore_case   = ignore_case
      simple_regex  = simple_regex
      no_submatches = no_submatches ).
  ENDMETHOD.

  METHOD create_pcre.
    " the constructor reads a pattern as POSIX: it gets one that is valid there
    regex = NEW #( pattern = `x` ignore_case = ignore_case ).
    regex->pattern = pattern.
    regex->is_pcre = abap_true.
    IF dot_all = abap_true.
      regex->options = regex->options && `s`.
    ENDIF.
    IF enable_multiline = abap_true.
      regex->options = regex->options && `m`.
    ENDIF.
    IF extended = abap_false.
      regex->options = regex->options && `-x`.
    ENDIF.
    IF regex->options IS NOT INITIAL.
      regex->options = |(?{ regex->options })|.
    ENDIF.
    regex->share( ).
    regex->require_valid( ).
  ENDMETHOD.

  METHOD create_matcher.
    matcher = NEW #( regex = me text = text table = table ).
  ENDMETHOD.

  METHOD kernel_matches.
    matches = found( expression = options && pattern text = text ).
  ENDMETHOD.

  METHOD kernel_covers.
    DATA anchored TYPE string.
    CLEAR: covers, match.
    anchored = COND #( WHEN is_pcre = abap_true
      THEN |{ options }\\A(?:{ pattern }\n)\\z|
      ELSE |^(?:{ pattern })$| ).
    LOOP AT found( expression = anchored text = text ) INTO match WHERE offset = 0 AND length = strlen( text ).
      covers = abap_true.
      RETURN.
    ENDLOOP.
  ENDMETHOD.

  METHOD kernel_replaced.
    DATA expression TYPE string.
    expression = options && pattern.
    IF is_pcre = abap_true AND ignore_case = abap_true.
      REPLACE ALL OCCURRENCES OF PCRE expression IN text WITH newtext IGNORING CASE REPLACEMENT COUNT count.
    ELSEIF is_pcre = abap_true.
      REPLACE ALL OCCURRENCES OF PCRE expression IN text WITH newtext REPLACEMENT COUNT count.
    ELSEIF ignore_case = abap_true.
      REPLACE ALL OCCURRENCES OF REGEX expression IN text WITH newtext IGNORING CASE REPLACEMENT COUNT count.
    ELSE.
      REPLACE ALL OCCURRENCES OF REGEX expression IN text WITH newtext REPLACEMENT COUNT count.
    ENDIF.
  ENDMETHOD.

  METHOD require_valid.
    DATA is_valid TYPE abap_bool.
    " an open group or set is an error in every kind of expression; what else a kind knows is left to the search
    WRITE '@KERNEL const bare = this.pattern.get().replace(/\\[^]/g, "x").replace(/\[\^?\]?[^\]]*(?:\[:\w+:\][^\]]*)*\]/g, "x");'.
    WRITE '@KERNEL const [opened, closed] = [bare.split("(").length, bare.split(")").length];'.
    WRITE '@KERNEL is_valid.set(opened === closed && !bare.includes("[") && !/^[*+?]/.test(bare) ? "X" : "");'.
    IF is_valid = abap_false.
      RAISE EXCEPTION TYPE cx_sy_invalid_regex.
    ENDIF.
  ENDMETHOD.

  METHOD found.
    IF is_pcre = abap_true AND ignore_case = abap_true.
      FIND ALL OCCURRENCES OF PCRE expression IN text IGNORING CASE RESULTS matches.
    ELSEIF is_pcre = abap_true.
      FIND ALL OCCURRENCES OF PCRE expression IN text RESULTS matches.
    ELSEIF ignore_case = abap_true.
      FIND ALL OCCURRENCES OF REGEX expression IN text IGNORING CASE RESULTS matches.
    ELSE.
      FIND ALL OCCURRENCES OF REGEX expression IN text RESULTS matches.
    ENDIF.
  ENDMETHOD.
ENDCLASS.
