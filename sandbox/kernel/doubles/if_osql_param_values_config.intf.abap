"! Values of the parameters of a view for which test data hold.
INTERFACE if_osql_param_values_config PUBLIC.
  TYPES:
    BEGIN OF ty_parameter_value_pair,
      parameter_name  TYPE string,
      parameter_value TYPE string,
    END OF ty_parameter_value_pair,
    ty_parameter_value_pairs TYPE STANDARD TABLE OF ty_parameter_value_pair WITH DEFAULT KEY.
ENDINTERFACE.
