FUNCTION-POOL kernel_numbers.

TYPES:
  BEGIN OF ty_pending,
    object  TYPE nrobj,
    changes TYPE kernel_number_range=>ty_intervals,
  END OF ty_pending.
TYPES:
  BEGIN OF ty_object,
    attributes TYPE tnro,
    text       TYPE tnrot,
  END OF ty_object.
DATA pending TYPE STANDARD TABLE OF ty_pending WITH DEFAULT KEY.
DATA objects TYPE STANDARD TABLE OF ty_object WITH DEFAULT KEY.
