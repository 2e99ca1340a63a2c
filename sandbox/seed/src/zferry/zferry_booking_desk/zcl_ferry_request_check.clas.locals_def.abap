INTERFACE lif_rule.
  METHODS apply
    IMPORTING
      !request TYPE zferry_s_request
    RAISING
      zcx_ferry_input.
ENDINTERFACE.
