*&---------------------------------------------------------------------*
*& Timetable of a route from a date on
*&---------------------------------------------------------------------*
REPORT zferry_timetable.

PARAMETERS p_route TYPE zferry_route_id DEFAULT 'HOLLUN' OBLIGATORY.
PARAMETERS p_from  TYPE zferry_departure_date DEFAULT '20260701'.
PARAMETERS p_max   TYPE i DEFAULT 10.

DATA gs_route    TYPE zferry_route.
DATA gt_sailings TYPE zferry_t_sailings.

INCLUDE zferry_timetable_forms.

START-OF-SELECTION.
  PERFORM read_sailings USING p_route p_from CHANGING gs_route gt_sailings.
  PERFORM write_head USING gs_route.
  PERFORM write_sailings USING gt_sailings gs_route-duration p_max.
