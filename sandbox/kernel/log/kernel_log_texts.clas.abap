"! Texts for the values of the application log.
CLASS kernel_log_texts DEFINITION PUBLIC FINAL CREATE PRIVATE.
  PUBLIC SECTION.
    CLASS-METHODS object
      IMPORTING
        !name         TYPE balobj_d
        !language     TYPE sylangu DEFAULT sy-langu
      RETURNING
        VALUE(result) TYPE balobjt_d.
    CLASS-METHODS subobject
      IMPORTING
        !object       TYPE balobj_d
        !name         TYPE balsubobj
        !language     TYPE sylangu DEFAULT sy-langu
      RETURNING
        VALUE(result) TYPE balsubobjt.
    CLASS-METHODS severity
      IMPORTING
        !value        TYPE symsgty
      RETURNING
        VALUE(result) TYPE string.
    CLASS-METHODS problem_class
      IMPORTING
        !value        TYPE balprobcl
      RETURNING
        VALUE(result) TYPE string.
    CLASS-METHODS detail_level
      IMPORTING
        !value        TYPE ballevel
      RETURNING
        VALUE(result) TYPE string.
ENDCLASS.

CLASS kernel_log_texts IMPLEMENTATION.
  METHOD object.
    SELECT SINGLE objtxt FROM balobjt WHERE spras = @language AND object = @name INTO @result.
  ENDMETHOD.

  METHOD subobject.
    SELECT SINGLE subobjtxt FROM balsubt
      WHERE spras = @language AND object = @object AND subobject = @name
      INTO @result.
  ENDMETHOD.

  METHOD severity.
    result = SWITCH #( value
      WHEN 'A' THEN 'Cancel' WHEN 'E' THEN 'Error' WHEN 'W' THEN 'Warning'
      WHEN 'I' THEN 'Information' WHEN 'S' THEN 'Success' ).
  ENDMETHOD.

  METHOD problem_class.
    result = SWITCH #( value
      WHEN '1' THEN 'Very Important' WHEN '2' THEN 'Important' WHEN '3' THEN 'Medium'
      WHEN '4' THEN 'Additional Information' WHEN ' ' THEN 'Other' ).
  ENDMETHOD.

  METHOD detail_level.
    IF value IS NOT INITIAL.
      result = |Level of detail { value }|.
    ENDIF.
  ENDMETHOD.
ENDCLASS.
