"! Constants of behavior handlers and of EML.
INTERFACE if_abap_behv PUBLIC.
  TYPES t_fail_cause TYPE i.
  TYPES t_char01 TYPE c LENGTH 1.
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
      unauthorized TYPE t_fail_cause VALUE 401,
      not_found    TYPE t_fail_cause VALUE 404,
      conflict     TYPE t_fail_cause VALUE 409,
      locked       TYPE t_fail_cause VALUE 423,
      dependency   TYPE t_fail_cause VALUE 424,
      disabled     TYPE t_fail_cause VALUE 4221,
      readonly     TYPE t_fail_cause VALUE 4222,
    END OF cause.
  CONSTANTS:
    BEGIN OF fc,
      BEGIN OF f,
        unrestricted TYPE abp_behv_flag VALUE '00',
        mandatory    TYPE abp_behv_flag VALUE '01',
        read_only    TYPE abp_behv_flag VALUE '02',
        all          TYPE abp_behv_flag VALUE 'FF',
      END OF f,
      BEGIN OF o,
        enabled  TYPE abp_behv_flag VALUE '00',
        disabled TYPE abp_behv_flag VALUE '01',
      END OF o,
    END OF fc.
  CONSTANTS:
    BEGIN OF op,
      BEGIN OF m,
        create    TYPE c LENGTH 1 VALUE 'C',
        update    TYPE c LENGTH 1 VALUE 'U',
        delete    TYPE c LENGTH 1 VALUE 'D',
        action    TYPE c LENGTH 1 VALUE 'A',
        create_ba TYPE c LENGTH 1 VALUE 'O',
      END OF m,
      BEGIN OF r,
        read    TYPE c LENGTH 1 VALUE 'R',
        read_ba TYPE c LENGTH 1 VALUE 'N',
      END OF r,
    END OF op.
  CONSTANTS:
    state_area_none TYPE string VALUE `%NONE`,
    state_area_all  TYPE string VALUE `%ALL`.
ENDINTERFACE.
