CLASS cl_bali_message_setter DEFINITION PUBLIC FINAL CREATE PRIVATE.
  PUBLIC SECTION.
    INTERFACES if_bali_item_setter.
    INTERFACES if_bali_message_setter.

    ALIASES category FOR if_bali_item_setter~category.
    ALIASES check_passing_item_filter FOR if_bali_item_setter~check_passing_item_filter.
    ALIASES get_all_values FOR if_bali_message_setter~get_all_values.
    ALIASES set_attributes FOR if_bali_message_setter~set_attributes.
    ALIASES set_detail_level FOR if_bali_message_setter~set_detail_level.
    ALIASES set_from_bapiret2 FOR if_bali_message_setter~set_from_bapiret2.
    ALIASES set_from_sy FOR if_bali_message_setter~set_from_sy.
    ALIASES ty_category FOR if_bali_item_setter~ty_category.
    ALIASES ty_count FOR if_bali_message_setter~ty_count.
    ALIASES ty_detail_level FOR if_bali_item_setter~ty_detail_level.
    ALIASES ty_filter_passed FOR if_bali_item_setter~ty_filter_passed.
    ALIASES ty_id FOR if_bali_message_setter~ty_id.
    ALIASES ty_number FOR if_bali_message_setter~ty_number.
    ALIASES ty_severity FOR if_bali_item_setter~ty_severity.
    ALIASES ty_variable FOR if_bali_message_setter~ty_variable.

    METHODS constructor.
    CLASS-METHODS create
      IMPORTING
        !severity      TYPE ty_severity DEFAULT if_bali_constants=>c_severity_status
        !id            TYPE ty_id
        !number        TYPE ty_number
        !variable_1    TYPE ty_variable OPTIONAL
        !variable_2    TYPE ty_variable OPTIONAL
        !variable_3    TYPE ty_variable OPTIONAL
        !variable_4    TYPE ty_variable OPTIONAL
      RETURNING
        VALUE(message) TYPE REF TO if_bali_message_setter.
    CLASS-METHODS create_from_sy
      RETURNING
        VALUE(message) TYPE REF TO if_bali_message_setter.
    CLASS-METHODS create_from_bapiret2
      IMPORTING
        !message_data  TYPE bapiret2
      RETURNING
        VALUE(message) TYPE REF TO if_bali_message_setter.
  PRIVATE SECTION.
    DATA values TYPE bal_s_msg.
ENDCLASS.

CLASS cl_bali_message_setter IMPLEMENTATION.
  METHOD constructor.
    if_bali_item_setter~category = if_bali_constants=>c_category_message.
  ENDMETHOD.

  METHOD create.
    message = NEW cl_bali_message_setter( ).
    message->set_attributes(
      severity = severity id = id number = number
      variable_1 = variable_1 variable_2 = variable_2 variable_3 = variable_3 variable_4 = variable_4 ).
  ENDMETHOD.

  METHOD create_from_sy.
    message = NEW cl_bali_message_setter( ).
    message->set_from_sy( ).
  ENDMETHOD.

  METHOD create_from_bapiret2.
    message = NEW cl_bali_message_setter( ).
    message->set_from_bapiret2( message_data ).
  ENDMETHOD.

  METHOD if_bali_message_setter~set_attributes.
    values = VALUE #(
      BASE values
      msgty = severity msgid = id msgno = number
      msgv1 = variable_1 msgv2 = variable_2 msgv3 = variable_3 msgv4 = variable_4 ).
    new_message = me.
  ENDMETHOD.

  METHOD if_bali_message_setter~set_from_sy.
    new_message = set_attributes(
      severity = sy-msgty id = sy-msgid number = sy-msgno
      variable_1 = sy-msgv1 variable_2 = sy-msgv2 variable_3 = sy-msgv3 variable_4 = sy-msgv4 ).
  ENDMETHOD.

  METHOD if_bali_message_setter~set_from_bapiret2.
    new_message = set_attributes(
      severity = message_data-type id = message_data-id number = message_data-number
      variable_1 = message_data-message_v1 variable_2 = message_data-message_v2
      variable_3 = message_data-message_v3 variable_4 = message_data-message_v4 ).
  ENDMETHOD.

  METHOD if_bali_message_setter~set_detail_level.
    values-detlevel = detail_level.
    new_message = me.
  ENDMETHOD.

  METHOD if_bali_message_setter~get_all_values.
    detail_level = values-detlevel.
    severity = values-msgty.
    id = values-msgid.
    number = values-msgno.
    variable_1 = values-msgv1.
    variable_2 = values-msgv2.
    variable_3 = values-msgv3.
    variable_4 = values-msgv4.
  ENDMETHOD.

  METHOD if_bali_item_setter~check_passing_item_filter.
    filter_passed = xsdbool( item_filter IS NOT BOUND OR item_filter->apply_filter( values-msgty ) = abap_true ).
  ENDMETHOD.
ENDCLASS.
