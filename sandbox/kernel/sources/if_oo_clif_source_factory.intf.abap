"! Gives the sources of classes and interfaces.
INTERFACE if_oo_clif_source_factory PUBLIC.
  METHODS create_clif_source
    IMPORTING
      !clif_name    TYPE csequence
      !version      TYPE r3state OPTIONAL
    RETURNING
      VALUE(result) TYPE REF TO if_oo_clif_source
    RAISING
      cx_oo_clif_not_exists.
ENDINTERFACE.
