"! The older name of the assertions.
CLASS cl_aunit_assert DEFINITION PUBLIC INHERITING FROM cl_abap_unit_assert CREATE PUBLIC.
ENDCLASS.

CLASS cl_aunit_assert IMPLEMENTATION.
ENDCLASS.
