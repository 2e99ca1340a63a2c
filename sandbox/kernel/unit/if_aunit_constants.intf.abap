INTERFACE if_aunit_constants PUBLIC.
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
  CONSTANTS tolerable TYPE i VALUE 0.
  CONSTANTS critical TYPE i VALUE 1.
  CONSTANTS fatal TYPE i VALUE 2.
  CONSTANTS no TYPE i VALUE 5.
  CONSTANTS method TYPE i VALUE 1.
  CONSTANTS class TYPE i VALUE 2.
  CONSTANTS program TYPE i VALUE 3.
ENDINTERFACE.
