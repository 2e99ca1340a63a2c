TYPE-POOL ststc.

CONSTANTS ststc_c_type_dialog TYPE c LENGTH 1 VALUE 'D'.
CONSTANTS ststc_c_type_report TYPE c LENGTH 1 VALUE 'R'.
CONSTANTS ststc_c_type_variant TYPE c LENGTH 1 VALUE 'V'.
CONSTANTS ststc_c_type_parameters TYPE c LENGTH 1 VALUE 'P'.
CONSTANTS ststc_c_type_object TYPE c LENGTH 1 VALUE 'O'.
