INTERFACE if_serializable_object PUBLIC.
ENDINTERFACE.
