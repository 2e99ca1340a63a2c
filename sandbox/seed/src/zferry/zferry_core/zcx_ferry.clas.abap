"! Root of the exceptions of the ferry lines; the texts are in message class ZFERRY.
CLASS zcx_ferry DEFINITION
  PUBLIC
  INHERITING FROM cx_static_check
  CREATE PUBLIC.

  PUBLIC SECTION.
    INTERFACES if_t100_message.
    INTERFACES if_t100_dyn_msg.

    CONSTANTS:
      BEGIN OF unexpected,
        msgid TYPE symsgid VALUE 'ZFERRY',
        msgno TYPE symsgno VALUE '000',
        attr1 TYPE scx_attrname VALUE 'ID',
        attr2 TYPE scx_attrname VALUE 'DETAIL',
        attr3 TYPE scx_attrname VALUE '',
        attr4 TYPE scx_attrname VALUE '',
      END OF unexpected.

    "! The object the error is about
    DATA id TYPE string READ-ONLY.
    DATA detail TYPE string READ-ONLY.

    METHODS constructor
      IMPORTING
        !textid   LIKE if_t100_message=>t100key DEFAULT unexpected
        !previous LIKE previous OPTIONAL
        !id       TYPE string OPTIONAL
        !detail   TYPE string OPTIONAL.
ENDCLASS.

CLASS zcx_ferry IMPLEMENTATION.
  METHOD constructor ##ADT_SUPPRESS_GENERATION.
    super->constructor( previous = previous ).
    me->id = id.
    me->detail = detail.
    if_t100_message~t100key = textid.
  ENDMETHOD.
ENDCLASS.
