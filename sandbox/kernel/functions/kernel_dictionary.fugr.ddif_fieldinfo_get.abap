FUNCTION ddif_fieldinfo_get.
*"----------------------------------------------------------------------
*"*"Local Interface:
*"  IMPORTING
*"     VALUE(TABNAME) TYPE  DDOBJNAME
*"     VALUE(FIELDNAME) TYPE  FIELDNAME DEFAULT SPACE
*"     VALUE(LANGU) TYPE  SYLANGU DEFAULT SY-LANGU
*"     VALUE(LFIELDNAME) TYPE  CHAR132 DEFAULT SPACE
*"     VALUE(ALL_TYPES) TYPE  DDBOOL DEFAULT SPACE
*"  EXPORTING
*"     VALUE(DDOBJTYPE) TYPE  DDOBJTYP
*"     VALUE(DFIES_WA) TYPE  DFIES
*"  TABLES
*"      DFIES_TAB STRUCTURE  DFIES OPTIONAL
*"  EXCEPTIONS
*"      NOT_FOUND
*"      INTERNAL_ERROR
*"----------------------------------------------------------------------
  DATA type TYPE REF TO cl_abap_typedescr.
  DATA fields TYPE ddfields.
  DATA field TYPE dfies.

  CLEAR: ddobjtype, dfies_wa, dfies_tab[].
  cl_abap_typedescr=>describe_by_name(
    EXPORTING
      p_name         = tabname
    RECEIVING
      p_descr_ref    = type
    EXCEPTIONS
      type_not_found = 1 ).
  IF sy-subrc <> 0 OR type->is_ddic_type( ) = abap_false.
    RAISE not_found.
  ENDIF.
  CASE type->kind.
    WHEN cl_abap_typedescr=>kind_struct.
      fields = CAST cl_abap_structdescr( type )->get_ddic_field_list( p_langu = langu ).
      SELECT SINGLE tabclass FROM dd02l WHERE tabname = @tabname AND as4local = 'A' INTO @ddobjtype.
    WHEN cl_abap_typedescr=>kind_elem.
      " data elements are found where all types are asked for
      IF all_types = abap_false.
        RAISE not_found.
      ENDIF.
      field = CAST cl_abap_elemdescr( type )->get_ddic_field( langu ).
      APPEND field TO fields.
      ddobjtype = 'DTEL'.
    WHEN OTHERS.
      RAISE not_found.
  ENDCASE.
  DATA wanted TYPE fieldname.
  wanted = fieldname.
  IF wanted IS INITIAL.
    wanted = lfieldname.
  ENDIF.
  IF wanted IS NOT INITIAL.
    DELETE fields WHERE fieldname <> wanted.
    READ TABLE fields INDEX 1 INTO dfies_wa.
    IF sy-subrc <> 0.
      RAISE not_found.
    ENDIF.
  ENDIF.
  dfies_tab[] = fields.
ENDFUNCTION.
