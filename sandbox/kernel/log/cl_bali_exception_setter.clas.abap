CLASS cl_bali_exception_setter DEFINITION PUBLIC FINAL CREATE PRIVATE.
  PUBLIC SECTION.
    INTERFACES if_bali_exception_setter.
    INTERFACES if_bali_item_setter.

    ALIASES category FOR if_bali_item_setter~category.
    ALIASES check_passing_item_filter FOR if_bali_item_setter~check_passing_item_filter.
    ALIASES get_all_values FOR if_bali_exception_setter~get_all_values.
    ALIASES set_detail_level FOR if_bali_exception_setter~set_detail_level.
    ALIASES set_exception FOR if_bali_exception_setter~set_exception.
    ALIASES ty_category FOR if_bali_item_setter~ty_category.
    ALIASES ty_detail_level FOR if_bali_item_setter~ty_detail_level.
    ALIASES ty_exception FOR if_bali_exception_setter~ty_exception.
    ALIASES ty_filter_passed FOR if_bali_item_setter~ty_filter_passed.
    ALIASES ty_severity FOR if_bali_item_setter~ty_severity.

    METHODS constructor.
    CLASS-METHODS create
      IMPORTING
        !severity            TYPE ty_severity DEFAULT if_bali_constants=>c_severity_status
        !exception           TYPE ty_exception
      RETURNING
        VALUE(exception_obj) TYPE REF TO if_bali_exception_setter.
  PRIVATE SECTION.
    DATA severity TYPE ty_severity.
    DATA exception TYPE ty_exception.
    DATA detail_level TYPE ty_detail_level.
ENDCLASS.

CLASS cl_bali_exception_setter IMPLEMENTATION.
  METHOD constructor.
    if_bali_item_setter~category = if_bali_constants=>c_category_exception.
  ENDMETHOD.

  METHOD create.
    exception_obj = NEW cl_bali_exception_setter( ).
    exception_obj->set_exception( severity = severity exception = exception ).
  ENDMETHOD.

  METHOD if_bali_exception_setter~set_exception.
    me->severity = severity.
    me->exception = exception.
    new_exception_obj = me.
  ENDMETHOD.

  METHOD if_bali_exception_setter~set_detail_level.
    me->detail_level = detail_level.
    new_exception_obj = me.
  ENDMETHOD.

  METHOD if_bali_exception_setter~get_all_values.
    detail_level = me->detail_level.
    severity = me->severity.
    exception = me->exception.
  ENDMETHOD.

  METHOD if_bali_item_setter~check_passing_item_filter.
    filter_passed = xsdbool( item_filter IS NOT BOUND OR item_filter->apply_filter( severity ) = abap_true ).
  ENDMETHOD.
ENDCLASS.
