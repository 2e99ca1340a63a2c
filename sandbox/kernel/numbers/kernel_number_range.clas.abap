"! Number range objects (TNRO) and their intervals (NRIV): what function modules and the classes of
"! ABAP Cloud have in common.
CLASS kernel_number_range DEFINITION PUBLIC FINAL CREATE PRIVATE.
  PUBLIC SECTION.
    TYPES:
      BEGIN OF ty_place,
        object    TYPE nrobj,
        subobject TYPE nrsobj,
        nr        TYPE nrnr,
        year      TYPE nryear,
      END OF ty_place.
    TYPES ty_intervals TYPE STANDARD TABLE OF inriv WITH DEFAULT KEY.

    CLASS-METHODS object
      IMPORTING
        !name         TYPE csequence
      RETURNING
        VALUE(result) TYPE tnro
      EXCEPTIONS
        object_not_found.
    CLASS-METHODS interval
      IMPORTING
        !place        TYPE ty_place
      RETURNING
        VALUE(result) TYPE nriv
      EXCEPTIONS
        object_not_found
        interval_not_found.
    "! Assigns the next numbers and returns the last of them, in the length of the interval.
    CLASS-METHODS next
      IMPORTING
        !place      TYPE ty_place
        !quantity   TYPE nrquan
      EXPORTING
        !number     TYPE nrfrom
        !returned   TYPE nrquan
        !returncode TYPE nrreturn
      EXCEPTIONS
        object_not_found
        interval_not_found
        number_range_not_intern
        quantity_is_0
        interval_overflow.
    "! Whether the number lies in the interval: blank, else X.
    CLASS-METHODS check
      IMPORTING
        !place        TYPE ty_place
        !number       TYPE csequence
      RETURNING
        VALUE(result) TYPE nrreturn
      EXCEPTIONS
        object_not_found
        interval_not_found
        number_range_not_extern.
    CLASS-METHODS intervals
      IMPORTING
        !object       TYPE csequence
        !subobject    TYPE csequence
      RETURNING
        VALUE(result) TYPE ty_intervals.
    "! Checks changes of intervals, and returns those that are not possible.
    CLASS-METHODS faults
      IMPORTING
        !object       TYPE csequence
        !subobject    TYPE csequence
        !changes      TYPE ty_intervals
      EXPORTING
        !reason       TYPE inrer
      RETURNING
        VALUE(result) TYPE ty_intervals.
    CLASS-METHODS change
      IMPORTING
        !object    TYPE csequence
        !subobject TYPE csequence
        !changes   TYPE ty_intervals.
  PRIVATE SECTION.
    CLASS-METHODS fault_of
      IMPORTING
        !change       TYPE inriv
        !present      TYPE ty_intervals
      RETURNING
        VALUE(result) TYPE symsgno.
    CLASS-METHODS message
      IMPORTING
        !text TYPE string.
ENDCLASS.

CLASS kernel_number_range IMPLEMENTATION.
  METHOD object.
    SELECT SINGLE * FROM tnro WHERE object = @name INTO @result.
    IF sy-subrc <> 0.
      message( |Number range object { name } does not exist| ).
      RAISE object_not_found.
    ENDIF.
  ENDMETHOD.

  METHOD interval.
    DATA(definition) = object( EXPORTING name = place-object EXCEPTIONS object_not_found = 1 ).
    IF sy-subrc <> 0.
      RAISE object_not_found.
    ENDIF.
    DATA(year) = COND nryear( WHEN definition-yearind = abap_true THEN place-year ).
    " an interval holds up to its year
    SELECT * FROM nriv
      WHERE object = @place-object AND subobject = @place-subobject
        AND nrrangenr = @place-nr AND toyear >= @year
      ORDER BY toyear
      INTO @result
      UP TO 1 ROWS.
    ENDSELECT.
    IF sy-subrc <> 0 OR ( definition-yearind = abap_false AND result-toyear <> year ).
      sy-msgid = 'NR'.
      sy-msgty = 'E'.
      sy-msgno = '751'.
      sy-msgv1 = place-object.
      sy-msgv2 = place-subobject.
      sy-msgv3 = place-nr.
      sy-msgv4 = place-year.
      RAISE interval_not_found.
    ENDIF.
  ENDMETHOD.

  METHOD next.
    CLEAR: number, returned, returncode.
    IF quantity = 0.
      message( 'The quantity of numbers is 0' ).
      RAISE quantity_is_0.
    ENDIF.
    DATA(range) = interval(
      EXPORTING place = place
      EXCEPTIONS object_not_found = 1 interval_not_found = 2 ).
    CASE sy-subrc.
      WHEN 1.
        RAISE object_not_found.
      WHEN 2.
        RAISE interval_not_found.
    ENDCASE.
    IF range-externind = abap_true.
      message( |Number range { place-nr } of object { place-object } is not internal| ).
      RAISE number_range_not_intern.
    ENDIF.

    DATA(definition) = object( place-object ).
    DATA has_overflown TYPE abap_bool.
    DATA level TYPE nrlevel.
    " 20 digits are more than a packed number of the runtime holds
    WRITE '@KERNEL const value = field => BigInt(field.get().trim() || 0);'.
    WRITE '@KERNEL const first = value(range.get().fromnumber), last = value(range.get().tonumber);'.
    WRITE '@KERNEL const wanted = value(quantity);'.
    WRITE '@KERNEL let before = value(range.get().nrlevel);'.
    WRITE '@KERNEL has_overflown.set(before >= last ? "X" : "");'.
    IF has_overflown = abap_true AND definition-nonrswap = abap_true.
      message( |Interval { place-nr } of number range object { place-object } is used up| ).
      RAISE interval_overflow.
    ENDIF.
    WRITE '@KERNEL if (before >= last || before < first) before = first - 1n;'.
    WRITE '@KERNEL const given = wanted < last - before ? wanted : last - before;'.
    WRITE '@KERNEL const reached = before + given;'.
    WRITE '@KERNEL const share = Math.round(Number(definition.get().percentage.get()) * 10);'.
    WRITE '@KERNEL const isCritical = (last - reached) * 1000n <= BigInt(share) * (last - first + 1n);'.
    WRITE '@KERNEL returned.set(given.toString());'.
    WRITE '@KERNEL level.set(reached.toString().padStart(20, "0"));'.
    WRITE '@KERNEL number.set(reached.toString().padStart(range.get().fromnumber.get().trim().length, "0"));'.
    WRITE '@KERNEL returncode.set(given < wanted ? "3" : reached === last ? "2" : isCritical ? "1" : "");'.
    UPDATE nriv SET nrlevel = @level
      WHERE object = @range-object AND subobject = @range-subobject
        AND nrrangenr = @range-nrrangenr AND toyear = @range-toyear.
  ENDMETHOD.

  METHOD check.
    DATA(range) = interval(
      EXPORTING place = place
      EXCEPTIONS object_not_found = 1 interval_not_found = 2 ).
    CASE sy-subrc.
      WHEN 1.
        RAISE object_not_found.
      WHEN 2.
        RAISE interval_not_found.
    ENDCASE.
    IF range-externind = abap_false.
      message( |Number range { place-nr } of object { place-object } is not external| ).
      RAISE number_range_not_extern.
    ENDIF.
    IF range-fromnumber CO ' 0123456789' AND range-tonumber CO ' 0123456789' AND number CO ' 0123456789'.
      " without signs the longer number is the larger one
      DATA(value) = |{ condense( number ) WIDTH = 20 ALIGN = RIGHT PAD = '0' }|.
      DATA(first) = |{ condense( range-fromnumber ) WIDTH = 20 ALIGN = RIGHT PAD = '0' }|.
      DATA(last) = |{ condense( range-tonumber ) WIDTH = 20 ALIGN = RIGHT PAD = '0' }|.
      result = xsdbool( value < first OR value > last ).
    ELSE.
      result = xsdbool( number < range-fromnumber OR number > range-tonumber ).
    ENDIF.
  ENDMETHOD.

  METHOD intervals.
    SELECT subobject, nrrangenr, toyear, fromnumber, tonumber, nrlevel, externind FROM nriv
      WHERE object = @object AND subobject = @subobject
      ORDER BY nrrangenr, toyear
      INTO CORRESPONDING FIELDS OF TABLE @result.
  ENDMETHOD.

  METHOD faults.
    CLEAR reason.
    DATA(present) = intervals( object = object subobject = subobject ).
    LOOP AT changes INTO DATA(change).
      DATA(position) = sy-tabix.
      DATA(fault) = fault_of( change = change present = present ).
      IF fault IS NOT INITIAL.
        APPEND change TO result.
        IF reason IS INITIAL.
          reason = VALUE #( msgnr = fault tablename = 'NRIV' fieldname = 'NRRANGENR' tabix = position ).
        ENDIF.
        CONTINUE.
      ENDIF.
      IF change-procind = 'U' OR change-procind = 'D'.
        DELETE present WHERE nrrangenr = change-nrrangenr AND toyear = change-toyear.
      ENDIF.
      IF change-procind = 'I' OR change-procind = 'U'.
        APPEND change TO present.
      ENDIF.
    ENDLOOP.
  ENDMETHOD.

  METHOD fault_of.
    IF change-procind IS INITIAL.
      RETURN.
    ENDIF.
    DATA(exists) = xsdbool( line_exists( present[ nrrangenr = change-nrrangenr toyear = change-toyear ] ) ).
    DATA(inserts) = xsdbool( change-procind = 'I' ).
    IF inserts = exists OR change-nrrangenr IS INITIAL.
      result = '001'.
      RETURN.
    ENDIF.
    IF change-procind = 'D'.
      RETURN.
    ENDIF.
    IF change-externind = abap_false
        AND ( change-fromnumber CN ' 0123456789' OR change-tonumber CN ' 0123456789' ).
      result = '002'.
      RETURN.
    ENDIF.
    IF change-fromnumber IS INITIAL OR change-tonumber IS INITIAL OR change-fromnumber > change-tonumber.
      result = '003'.
      RETURN.
    ENDIF.
    LOOP AT present TRANSPORTING NO FIELDS
        WHERE toyear = change-toyear AND nrrangenr <> change-nrrangenr
          AND fromnumber <= change-tonumber AND tonumber >= change-fromnumber.
      result = '004'.
    ENDLOOP.
  ENDMETHOD.

  METHOD change.
    DATA row TYPE nriv.
    LOOP AT changes INTO DATA(line).
      CLEAR row.
      MOVE-CORRESPONDING line TO row.
      row-client = sy-mandt.
      row-object = object.
      row-subobject = subobject.
      CASE line-procind.
        WHEN 'I'.
          INSERT nriv FROM @row.
        WHEN 'U'.
          UPDATE nriv FROM @row.
        WHEN 'D'.
          DELETE nriv FROM @row.
      ENDCASE.
    ENDLOOP.
  ENDMETHOD.

  METHOD message.
    sy-msgid = '00'.
    sy-msgty = 'E'.
    sy-msgno = '001'.
    DATA(rest) = text.
    sy-msgv1 = rest.
    SHIFT rest BY 50 PLACES LEFT.
    sy-msgv2 = rest.
    CLEAR: sy-msgv3, sy-msgv4.
  ENDMETHOD.
ENDCLASS.
