TYPE-POOL tpak.

TYPES tpak_permission_to_use_list TYPE STANDARD TABLE OF REF TO if_package_permission_to_use WITH DEFAULT KEY.
