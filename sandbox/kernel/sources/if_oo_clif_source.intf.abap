"! The source of a class or interface, as it stands in the editor.
INTERFACE if_oo_clif_source PUBLIC.
  METHODS get_source
    EXPORTING
      !source TYPE rswsourcet.
  METHODS set_source
    IMPORTING
      !source TYPE rswsourcet
    RAISING
      cx_oo_access_permission.
  METHODS lock
    RAISING
      cx_oo_access_permission.
  METHODS unlock.
  METHODS save
    RAISING
      cx_oo_access_permission.
ENDINTERFACE.
