INTERFACE if_ixml_node_filter PUBLIC.

  METHODS accept_node
    IMPORTING
      !node TYPE REF TO if_ixml_node
    RETURNING
      VALUE(rval) TYPE abap_bool.
ENDINTERFACE.
