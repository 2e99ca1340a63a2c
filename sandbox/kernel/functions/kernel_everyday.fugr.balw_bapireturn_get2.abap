FUNCTION balw_bapireturn_get2.
*"----------------------------------------------------------------------
*"*"Local Interface:
*"  IMPORTING
*"     VALUE(TYPE) TYPE  BAPI_MTYPE
*"     VALUE(CL) TYPE  SYMSGID
*"     VALUE(NUMBER) TYPE  SYMSGNO
*"     VALUE(PAR1) TYPE  SYMSGV DEFAULT SPACE
*"     VALUE(PAR2) TYPE  SYMSGV DEFAULT SPACE
*"     VALUE(PAR3) TYPE  SYMSGV DEFAULT SPACE
*"     VALUE(PAR4) TYPE  SYMSGV DEFAULT SPACE
*"     VALUE(LOG_NO) TYPE  BALOGNR DEFAULT SPACE
*"     VALUE(LOG_MSG_NO) TYPE  NUMC06 OPTIONAL
*"     VALUE(PARAMETER) TYPE  BAPI_PARAM DEFAULT SPACE
*"     VALUE(ROW) TYPE  BAPI_LINE DEFAULT 0
*"     VALUE(FIELD) TYPE  BAPI_FLD DEFAULT SPACE
*"  EXPORTING
*"     VALUE(RETURN) TYPE  BAPIRET2
*"----------------------------------------------------------------------
  DATA text TYPE string.
  DATA saved TYPE symsg.

  MOVE-CORRESPONDING sy TO saved.
  MESSAGE ID cl TYPE 'S' NUMBER number WITH par1 par2 par3 par4 INTO text.
  MOVE-CORRESPONDING saved TO sy.
  return = VALUE #(
    type = type id = cl number = number message = text log_no = log_no log_msg_no = log_msg_no
    message_v1 = par1 message_v2 = par2 message_v3 = par3 message_v4 = par4
    parameter = parameter row = row field = field system = |{ sy-sysid }CLNT{ sy-mandt }| ).
ENDFUNCTION.
