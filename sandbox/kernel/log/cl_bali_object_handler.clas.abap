CLASS cl_bali_object_handler DEFINITION PUBLIC FINAL CREATE PRIVATE.
  PUBLIC SECTION.
    INTERFACES if_bali_object_handler.

    ALIASES ty_object FOR if_bali_object_handler~ty_object.
    ALIASES ty_object_text FOR if_bali_object_handler~ty_object_text.
    ALIASES ty_package FOR if_bali_object_handler~ty_package.
    ALIASES ty_str_subobject FOR if_bali_object_handler~ty_str_subobject.
    ALIASES ty_subobject FOR if_bali_object_handler~ty_subobject.
    ALIASES ty_subobject_text FOR if_bali_object_handler~ty_subobject_text.
    ALIASES ty_tab_subobject FOR if_bali_object_handler~ty_tab_subobject.
    ALIASES ty_transport FOR if_bali_object_handler~ty_transport.

    CLASS-METHODS get_instance
      RETURNING
        VALUE(ro_obj_handler) TYPE REF TO if_bali_object_handler.
  PRIVATE SECTION.
    CLASS-METHODS exists
      IMPORTING
        !object       TYPE ty_object
        !subobject    TYPE ty_subobject OPTIONAL
      RETURNING
        VALUE(result) TYPE abap_bool.
    CLASS-METHODS write_subobject
      IMPORTING
        !object    TYPE ty_object
        !subobject TYPE ty_subobject
        !text      TYPE ty_subobject_text.
ENDCLASS.

CLASS cl_bali_object_handler IMPLEMENTATION.
  METHOD get_instance.
    ro_obj_handler = NEW cl_bali_object_handler( ).
  ENDMETHOD.

  METHOD exists.
    IF subobject IS INITIAL.
      SELECT SINGLE object FROM balobj WHERE object = @object INTO @DATA(found).
    ELSE.
      SELECT SINGLE object FROM balsub WHERE object = @object AND subobject = @subobject INTO @found.
    ENDIF.
    result = xsdbool( sy-subrc = 0 ).
  ENDMETHOD.

  METHOD write_subobject.
    DATA(row) = VALUE balsub( object = object subobject = subobject ).
    DATA(words) = VALUE balsubt( spras = sy-langu object = object subobject = subobject subobjtxt = text ).
    MODIFY balsub FROM @row.
    MODIFY balsubt FROM @words.
  ENDMETHOD.

  METHOD if_bali_object_handler~create_object.
    IF iv_object IS INITIAL OR exists( iv_object ) = abap_true.
      RAISE EXCEPTION TYPE cx_bali_objects.
    ENDIF.
    DATA(row) = VALUE balobj( object = iv_object ).
    DATA(words) = VALUE balobjt( spras = sy-langu object = iv_object objtxt = iv_object_text ).
    MODIFY balobj FROM @row.
    MODIFY balobjt FROM @words.
    LOOP AT it_subobjects INTO DATA(subobject).
      write_subobject( object = iv_object subobject = subobject-subobject text = subobject-subobject_text ).
    ENDLOOP.
    ev_transport_request = iv_transport_request.
  ENDMETHOD.

  METHOD if_bali_object_handler~add_subobject.
    IF exists( iv_object ) = abap_false OR iv_subobject IS INITIAL
        OR exists( object = iv_object subobject = iv_subobject ) = abap_true.
      RAISE EXCEPTION TYPE cx_bali_objects.
    ENDIF.
    write_subobject( object = iv_object subobject = iv_subobject text = iv_subobject_text ).
    ev_transport_request = iv_transport_request.
  ENDMETHOD.

  METHOD if_bali_object_handler~delete_object.
    IF exists( iv_object ) = abap_false.
      RAISE EXCEPTION TYPE cx_bali_objects.
    ENDIF.
    DELETE FROM balobj WHERE object = @iv_object.
    DELETE FROM balobjt WHERE object = @iv_object.
    DELETE FROM balsub WHERE object = @iv_object.
    DELETE FROM balsubt WHERE object = @iv_object.
    ev_transport_request = iv_transport_request.
  ENDMETHOD.

  METHOD if_bali_object_handler~delete_subobject.
    IF iv_subobject IS INITIAL OR exists( object = iv_object subobject = iv_subobject ) = abap_false.
      RAISE EXCEPTION TYPE cx_bali_objects.
    ENDIF.
    DELETE FROM balsub WHERE object = @iv_object AND subobject = @iv_subobject.
    DELETE FROM balsubt WHERE object = @iv_object AND subobject = @iv_subobject.
    ev_transport_request = iv_transport_request.
  ENDMETHOD.

  METHOD if_bali_object_handler~read_object.
    CLEAR: ev_object_text, et_subobjects.
    IF exists( iv_object ) = abap_false.
      RAISE EXCEPTION TYPE cx_bali_objects.
    ENDIF.
    DATA(name) = CONV balobj_d( iv_object ).
    ev_object_text = kernel_log_texts=>object( name = name ).
    SELECT subobject FROM balsub WHERE object = @iv_object ORDER BY subobject INTO TABLE @DATA(rows).
    LOOP AT rows INTO DATA(row).
      APPEND VALUE #(
        subobject = row-subobject
        subobject_text = kernel_log_texts=>subobject( object = name name = row-subobject ) ) TO et_subobjects.
    ENDLOOP.
  ENDMETHOD.
ENDCLASS.
