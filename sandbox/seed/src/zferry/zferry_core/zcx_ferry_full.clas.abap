CLASS zcx_ferry_full DEFINITION
  PUBLIC
  INHERITING FROM zcx_ferry
  FINAL
  CREATE PUBLIC.

  PUBLIC SECTION.
    CONSTANTS:
      BEGIN OF seats,
        msgid TYPE symsgid VALUE 'ZFERRY',
        msgno TYPE symsgno VALUE '010',
        attr1 TYPE scx_attrname VALUE 'ID',
        attr2 TYPE scx_attrname VALUE 'DETAIL',
        attr3 TYPE scx_attrname VALUE '',
        attr4 TYPE scx_attrname VALUE '',
      END OF seats.
    CONSTANTS:
      BEGIN OF lane,
        msgid TYPE symsgid VALUE 'ZFERRY',
        msgno TYPE symsgno VALUE '011',
        attr1 TYPE scx_attrname VALUE 'ID',
        attr2 TYPE scx_attrname VALUE 'DETAIL',
        attr3 TYPE scx_attrname VALUE '',
        attr4 TYPE scx_attrname VALUE '',
      END OF lane.
ENDCLASS.

CLASS zcx_ferry_full IMPLEMENTATION.
ENDCLASS.
