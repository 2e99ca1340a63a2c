"! Access control of a view under test. ABAP SQL of the sandbox does not apply access controls.
INTERFACE if_cds_access_control_double PUBLIC.
  METHODS disable_access_control.
  METHODS enable_access_control
    IMPORTING
      !i_access_control_data TYPE REF TO object OPTIONAL.
ENDINTERFACE.
