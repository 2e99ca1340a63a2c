INTERFACE if_sxml_named PUBLIC.
  DATA qname  TYPE qname READ-ONLY.
  DATA prefix TYPE string READ-ONLY.
ENDINTERFACE.
