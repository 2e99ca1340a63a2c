FUNCTION number_range_object_update.
*"----------------------------------------------------------------------
*"*"Local Interface:
*"  IMPORTING
*"     VALUE(INDICATOR) TYPE  CHAR1
*"     VALUE(OBJECT_ATTRIBUTES) TYPE  TNRO
*"     VALUE(OBJECT_TEXT) TYPE  TNROT OPTIONAL
*"  EXPORTING
*"     VALUE(RETURNCODE) TYPE  CHAR1
*"  TABLES
*"      ERRORS STRUCTURE  INOER OPTIONAL
*"  EXCEPTIONS
*"      OBJECT_ALREADY_EXISTS
*"      OBJECT_ATTRIBUTES_MISSING
*"      OBJECT_NOT_FOUND
*"      OBJECT_TEXT_MISSING
*"      WRONG_INDICATOR
*"----------------------------------------------------------------------
  CLEAR: returncode, errors[].
  IF indicator <> 'I' AND indicator <> 'U'.
    RAISE wrong_indicator.
  ELSEIF object_attributes-object IS INITIAL.
    RAISE object_attributes_missing.
  ELSEIF object_text IS INITIAL.
    RAISE object_text_missing.
  ENDIF.
  SELECT COUNT(*) FROM tnro WHERE object = @object_attributes-object INTO @DATA(count).
  IF indicator = 'I' AND count > 0.
    RAISE object_already_exists.
  ELSEIF indicator = 'U' AND count = 0.
    RAISE object_not_found.
  ENDIF.
  IF object_attributes-domlen IS INITIAL.
    APPEND VALUE #( msgid = '00' msgtype = 'E' msgnumber = '001' msgvar1 = 'The domain of the length is missing'
      tablename = 'TNRO' fieldname = 'DOMLEN' ) TO errors.
    returncode = 'E'.
    RETURN.
  ENDIF.
  DELETE objects WHERE attributes-object = object_attributes-object.
  APPEND VALUE #( attributes = object_attributes text = object_text ) TO objects.
  IF object_text-object IS INITIAL.
    objects[ lines( objects ) ]-text-object = object_attributes-object.
  ENDIF.
ENDFUNCTION.
