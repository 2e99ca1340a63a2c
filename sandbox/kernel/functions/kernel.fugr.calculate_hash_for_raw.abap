FUNCTION calculate_hash_for_raw.
*"----------------------------------------------------------------------
*"*"Local Interface:
*"  IMPORTING
*"     VALUE(ALG) TYPE  STRINGVAL DEFAULT 'SHA1'
*"     VALUE(DATA) TYPE  XSTRING
*"     VALUE(LENGTH) TYPE  I DEFAULT 0
*"  EXPORTING
*"     VALUE(HASH) TYPE  HASH160
*"     VALUE(HASHLEN) TYPE  I
*"     VALUE(HASHSTRING) TYPE  STRINGVAL
*"     VALUE(HASHB64STRING) TYPE  STRINGVAL
*"  EXCEPTIONS
*"      UNKNOWN_ALG
*"      PARAM_ERROR
*"      INTERNAL_ERROR
*"----------------------------------------------------------------------
  TRY.
      cl_abap_message_digest=>calculate_hash_for_raw(
        EXPORTING
          if_algorithm     = alg
          if_data          = data
          if_length        = length
        IMPORTING
          ef_hashstring    = hashstring
          ef_hashb64string = hashb64string ).
    CATCH cx_abap_message_digest.
      RAISE unknown_alg.
  ENDTRY.
  hash = hashstring.
  hashlen = strlen( hashstring ).
ENDFUNCTION.
