INTERFACE if_t100_dyn_msg PUBLIC.
  INTERFACES if_t100_message.

  ALIASES t100key FOR if_t100_message~t100key.

  DATA msgty TYPE symsgty.
  DATA msgv1 TYPE symsgv.
  DATA msgv2 TYPE symsgv.
  DATA msgv3 TYPE symsgv.
  DATA msgv4 TYPE symsgv.
ENDINTERFACE.
