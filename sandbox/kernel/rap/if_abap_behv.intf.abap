"! Constants of behavior handlers and of EML.
INTERFACE if_abap_behv PUBLIC.
  TYPES t_fail_cause TYPE i.
  CONSTANTS:
    BEGIN OF mk,
      off TYPE abp_behv_flag VALUE '00',
      on  TYPE abp_behv_flag VALUE '01',
    END OF mk.
  CONSTANTS:
    BEGIN OF auth,
      allowed      TYPE abp_behv_flag VALUE '00',
      unauthorized TYPE abp_behv_flag VALUE '01',
    END OF auth.
  CONSTANTS:
    BEGIN OF cause,
      unspecific   TYPE t_fail_cause VALUE 0,
      unauthorized TYPE t_fail_cause VALUE 1,
      not_found    TYPE t_fail_cause VALUE 2,
    END OF cause.
ENDINTERFACE.
