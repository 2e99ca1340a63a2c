TYPE-POOL icon.

CONSTANTS icon_green_light TYPE c LENGTH 4 VALUE '@08@'.
CONSTANTS icon_yellow_light TYPE c LENGTH 4 VALUE '@09@'.
CONSTANTS icon_red_light TYPE c LENGTH 4 VALUE '@0A@'.
CONSTANTS icon_led_green TYPE c LENGTH 4 VALUE '@5B@'.
CONSTANTS icon_led_red TYPE c LENGTH 4 VALUE '@5C@'.
CONSTANTS icon_led_yellow TYPE c LENGTH 4 VALUE '@5D@'.
CONSTANTS icon_okay TYPE c LENGTH 4 VALUE '@0V@'.
CONSTANTS icon_cancel TYPE c LENGTH 4 VALUE '@0W@'.
CONSTANTS icon_create TYPE c LENGTH 4 VALUE '@0Y@'.
CONSTANTS icon_change TYPE c LENGTH 4 VALUE '@0Z@'.
CONSTANTS icon_delete TYPE c LENGTH 4 VALUE '@11@'.
CONSTANTS icon_warning TYPE c LENGTH 4 VALUE '@AH@'.
CONSTANTS icon_led_inactive TYPE c LENGTH 4 VALUE '@BZ@'.
CONSTANTS icon_message_information TYPE c LENGTH 4 VALUE '@19@'.
CONSTANTS icon_system_help TYPE c LENGTH 4 VALUE '@35@'.
CONSTANTS icon_stack TYPE c LENGTH 4 VALUE '@3B@'.
CONSTANTS icon_abap TYPE c LENGTH 4 VALUE '@9U@'.
CONSTANTS icon_package_standard TYPE c LENGTH 4 VALUE '@QC@'.
CONSTANTS icon_no_status TYPE c LENGTH 4 VALUE '@MG@'.
CONSTANTS icon_adopt TYPE c LENGTH 4 VALUE '@IL@'.
CONSTANTS icon_set_state TYPE c LENGTH 4 VALUE '@3J@'.
