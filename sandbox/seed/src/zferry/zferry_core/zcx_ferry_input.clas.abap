CLASS zcx_ferry_input DEFINITION
  PUBLIC
  INHERITING FROM zcx_ferry
  FINAL
  CREATE PUBLIC.

  PUBLIC SECTION.
    CONSTANTS:
      BEGIN OF passengers,
        msgid TYPE symsgid VALUE 'ZFERRY',
        msgno TYPE symsgno VALUE '020',
        attr1 TYPE scx_attrname VALUE 'ID',
        attr2 TYPE scx_attrname VALUE '',
        attr3 TYPE scx_attrname VALUE '',
        attr4 TYPE scx_attrname VALUE '',
      END OF passengers.
    CONSTANTS:
      BEGIN OF vehicle_class,
        msgid TYPE symsgid VALUE 'ZFERRY',
        msgno TYPE symsgno VALUE '021',
        attr1 TYPE scx_attrname VALUE 'ID',
        attr2 TYPE scx_attrname VALUE '',
        attr3 TYPE scx_attrname VALUE '',
        attr4 TYPE scx_attrname VALUE '',
      END OF vehicle_class.
    CONSTANTS:
      BEGIN OF already_cancelled,
        msgid TYPE symsgid VALUE 'ZFERRY',
        msgno TYPE symsgno VALUE '022',
        attr1 TYPE scx_attrname VALUE 'ID',
        attr2 TYPE scx_attrname VALUE '',
        attr3 TYPE scx_attrname VALUE '',
        attr4 TYPE scx_attrname VALUE '',
      END OF already_cancelled.
    CONSTANTS:
      BEGIN OF sailing_closed,
        msgid TYPE symsgid VALUE 'ZFERRY',
        msgno TYPE symsgno VALUE '023',
        attr1 TYPE scx_attrname VALUE 'ID',
        attr2 TYPE scx_attrname VALUE '',
        attr3 TYPE scx_attrname VALUE '',
        attr4 TYPE scx_attrname VALUE '',
      END OF sailing_closed.
    CONSTANTS:
      BEGIN OF no_customer,
        msgid TYPE symsgid VALUE 'ZFERRY',
        msgno TYPE symsgno VALUE '024',
        attr1 TYPE scx_attrname VALUE '',
        attr2 TYPE scx_attrname VALUE '',
        attr3 TYPE scx_attrname VALUE '',
        attr4 TYPE scx_attrname VALUE '',
      END OF no_customer.
ENDCLASS.

CLASS zcx_ferry_input IMPLEMENTATION.
ENDCLASS.
