"! The instance for which a change of a transactional buffer test double is configured.
INTERFACE if_botd_bufdbl_in_cfg_mod PUBLIC.
  METHODS set_instance
    IMPORTING
      !instance TYPE data
    RETURNING
      VALUE(self) TYPE REF TO if_botd_bufdbl_in_cfg_mod.
ENDINTERFACE.
