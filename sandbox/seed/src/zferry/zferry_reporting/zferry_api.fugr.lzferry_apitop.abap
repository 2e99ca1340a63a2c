FUNCTION-POOL zferry_api.

CONSTANTS gc_first_day TYPE zferry_departure_date VALUE '20260101'.
