"! Gives keys and read-only fields to the new instances of a transactional buffer test double.
INTERFACE if_botd_bufdbl_fields_handler PUBLIC.
  METHODS set_readonly_fields
    IMPORTING
      !entity_name      TYPE abp_entity_name
      !operation        TYPE if_abap_behv=>t_char01
      !association_name TYPE abp_association_name OPTIONAL
    CHANGING
      !instances        TYPE STANDARD TABLE.
ENDINTERFACE.
