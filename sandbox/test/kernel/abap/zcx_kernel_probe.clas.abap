CLASS zcx_kernel_probe DEFINITION PUBLIC INHERITING FROM cx_static_check CREATE PUBLIC.
  PUBLIC SECTION.
    INTERFACES if_t100_message.
    INTERFACES if_t100_dyn_msg.
    CONSTANTS:
      BEGIN OF bad_name,
        msgid TYPE symsgid VALUE 'ZKERNEL_PROBE',
        msgno TYPE symsgno VALUE '001',
        attr1 TYPE scx_attrname VALUE 'NAME',
        attr2 TYPE scx_attrname VALUE '',
        attr3 TYPE scx_attrname VALUE '',
        attr4 TYPE scx_attrname VALUE '',
      END OF bad_name.
    DATA name TYPE string READ-ONLY.
    METHODS constructor
      IMPORTING
        !textid   LIKE if_t100_message=>t100key DEFAULT bad_name
        !previous LIKE previous OPTIONAL
        !name     TYPE string OPTIONAL.
ENDCLASS.

CLASS zcx_kernel_probe IMPLEMENTATION.
  METHOD constructor ##ADT_SUPPRESS_GENERATION.
    super->constructor( previous = previous ).
    me->name = name.
    if_t100_message~t100key = textid.
  ENDMETHOD.
ENDCLASS.
