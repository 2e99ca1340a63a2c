CLASS zcx_ferry_not_found DEFINITION
  PUBLIC
  INHERITING FROM zcx_ferry
  FINAL
  CREATE PUBLIC.

  PUBLIC SECTION.
    CONSTANTS:
      BEGIN OF sailing,
        msgid TYPE symsgid VALUE 'ZFERRY',
        msgno TYPE symsgno VALUE '001',
        attr1 TYPE scx_attrname VALUE 'ID',
        attr2 TYPE scx_attrname VALUE '',
        attr3 TYPE scx_attrname VALUE '',
        attr4 TYPE scx_attrname VALUE '',
      END OF sailing.
    CONSTANTS:
      BEGIN OF route,
        msgid TYPE symsgid VALUE 'ZFERRY',
        msgno TYPE symsgno VALUE '002',
        attr1 TYPE scx_attrname VALUE 'ID',
        attr2 TYPE scx_attrname VALUE '',
        attr3 TYPE scx_attrname VALUE '',
        attr4 TYPE scx_attrname VALUE '',
      END OF route.
    CONSTANTS:
      BEGIN OF booking,
        msgid TYPE symsgid VALUE 'ZFERRY',
        msgno TYPE symsgno VALUE '003',
        attr1 TYPE scx_attrname VALUE 'ID',
        attr2 TYPE scx_attrname VALUE '',
        attr3 TYPE scx_attrname VALUE '',
        attr4 TYPE scx_attrname VALUE '',
      END OF booking.
    CONSTANTS:
      BEGIN OF fare,
        msgid TYPE symsgid VALUE 'ZFERRY',
        msgno TYPE symsgno VALUE '004',
        attr1 TYPE scx_attrname VALUE 'ID',
        attr2 TYPE scx_attrname VALUE 'DETAIL',
        attr3 TYPE scx_attrname VALUE '',
        attr4 TYPE scx_attrname VALUE '',
      END OF fare.
    CONSTANTS:
      BEGIN OF ship,
        msgid TYPE symsgid VALUE 'ZFERRY',
        msgno TYPE symsgno VALUE '005',
        attr1 TYPE scx_attrname VALUE 'ID',
        attr2 TYPE scx_attrname VALUE '',
        attr3 TYPE scx_attrname VALUE '',
        attr4 TYPE scx_attrname VALUE '',
      END OF ship.
ENDCLASS.

CLASS zcx_ferry_not_found IMPLEMENTATION.
ENDCLASS.
