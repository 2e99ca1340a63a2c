CLASS cl_bali_header_setter DEFINITION PUBLIC FINAL CREATE PRIVATE.
  PUBLIC SECTION.
    INTERFACES if_bali_header_setter.

    ALIASES get_all_values FOR if_bali_header_setter~get_all_values.
    ALIASES set_descriptor FOR if_bali_header_setter~set_descriptor.
    ALIASES set_expiry FOR if_bali_header_setter~set_expiry.
    ALIASES ty_expiry_date FOR if_bali_header_setter~ty_expiry_date.
    ALIASES ty_external_id FOR if_bali_header_setter~ty_external_id.
    ALIASES ty_keep_until_expiry FOR if_bali_header_setter~ty_keep_until_expiry.
    ALIASES ty_object FOR if_bali_header_setter~ty_object.
    ALIASES ty_subobject FOR if_bali_header_setter~ty_subobject.

    CLASS-METHODS create
      IMPORTING
        !object       TYPE ty_object
        !subobject    TYPE ty_subobject
        !external_id  TYPE ty_external_id DEFAULT ' '
      RETURNING
        VALUE(header) TYPE REF TO if_bali_header_setter
      RAISING
        cx_bali_runtime.
    METHODS constructor.
  PRIVATE SECTION.
    DATA values TYPE bal_s_log.
ENDCLASS.

CLASS cl_bali_header_setter IMPLEMENTATION.
  METHOD create.
    header = NEW cl_bali_header_setter( ).
    header->set_descriptor( object = object subobject = subobject external_id = external_id ).
  ENDMETHOD.

  METHOD constructor.
    values-aldate_del = sy-datum + if_bali_constants=>c_lifetime_default.
  ENDMETHOD.

  METHOD if_bali_header_setter~set_descriptor.
    kernel_log=>check_header(
      EXPORTING header = VALUE #( object = object subobject = subobject )
      EXCEPTIONS OTHERS = 1 ).
    IF sy-subrc <> 0.
      RAISE EXCEPTION TYPE cx_bali_invalid_parameter.
    ENDIF.
    values-object = object.
    values-subobject = subobject.
    values-extnumber = external_id.
    new_header = me.
  ENDMETHOD.

  METHOD if_bali_header_setter~set_expiry.
    IF expiry_date IS NOT INITIAL.
      values-aldate_del = expiry_date.
    ENDIF.
    values-del_before = keep_until_expiry.
    new_header = me.
  ENDMETHOD.

  METHOD if_bali_header_setter~get_all_values.
    object = values-object.
    subobject = values-subobject.
    external_id = values-extnumber.
    expiry_date = values-aldate_del.
    keep_until_expiry = values-del_before.
  ENDMETHOD.
ENDCLASS.
