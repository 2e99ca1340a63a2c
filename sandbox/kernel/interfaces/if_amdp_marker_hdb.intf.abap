"! Marks a class with methods that are implemented in the database.
INTERFACE if_amdp_marker_hdb PUBLIC.
ENDINTERFACE.
