"! Types of the test doubles of business objects.
INTERFACE if_botd_types_def PUBLIC.
  TYPES tt_bdef_root_entities TYPE STANDARD TABLE OF abp_root_entity_name WITH DEFAULT KEY.
ENDINTERFACE.
