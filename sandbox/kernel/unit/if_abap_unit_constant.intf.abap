"! The values of LEVEL and QUIT in assertions, by the names that test classes use today.
INTERFACE if_abap_unit_constant PUBLIC.
  CONSTANTS:
    BEGIN OF severity,
      low    TYPE i VALUE 0,
      medium TYPE i VALUE 1,
      high   TYPE i VALUE 2,
    END OF severity.
  CONSTANTS:
    BEGIN OF quit,
      no   TYPE i VALUE 5,
      test TYPE i VALUE 1,
    END OF quit.
ENDINTERFACE.
