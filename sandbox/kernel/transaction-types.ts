/**
 * Types of the dictionary for transactions, screens and forms. Names and columns as public programs
 * use them (abapGit 409ee22: ZCL_ABAPGIT_OBJECT_TRAN, ZCL_ABAPGIT_OBJECT_SSFO; tran.xml files of
 * public repositories); the lengths of texts in RSPARAM and STXFOBJT are believed.
 */
import { readElements, readTables } from './dictionary-text.ts'

export const transactionElements = readElements(`
CHAR36 CHAR 36 'Character field of length 36'
CHAR254 CHAR 254 'Character field of length 254'
EUSEL_SKIP CHAR 1 'Skip the first screen'
EUSEL_TCOD CHAR 1 'Start of a transaction'
TCDINFO RAW 1 'Kind of a transaction'
TDSFNAME CHAR 30 'Name of a form'
`)

export const transactionTables = readTables(`
BDCMSGCOLL structure 'Message of batch input' TCODE DYNAME:PROGNAME DYNUMB:DYNNR MSGTYP:CHAR1 MSGSPRA:LANGU MSGID:CHAR20 MSGNR:CHAR3 MSGV1:CHAR100 MSGV2:CHAR100 MSGV3:CHAR100 MSGV4:CHAR100 ENV:CHAR4 FLDNAME:CHAR132
RPY_DYFLOW structure 'Line of the flow logic' LINE:CHAR72
RSPARAM structure 'Parameter of a transaction' FIELD:CHAR132 VALUE:CHAR255
RSSTCD structure 'Attributes of a transaction' CALL_TCODE:TCODE VARIANT:CHAR30 CLASSNAME:SEOCLSNAME METHOD:SEOCPDNAME ST_TCODE:EUSEL_TCOD ST_PROG:CHAR1 ST_SKIP_1:EUSEL_SKIP S_CLASS:CHAR1 S_LOCAL:CHAR1 S_TRFRAME:CHAR1 S_UPDTASK:CHAR1 S_UPDDIR:CHAR1 S_UPDLOK:CHAR1 S_VARI:CHAR1 S_IND_VARI:CHAR1
STXFOBJT structure 'Texts of the nodes of forms' LANGU! FORMNAME:TDSFNAME! OBJTYPE:CHAR2! INAME:CHAR30! CAPTION:CHAR60
TSTC structure 'Transactions' TCODE! PGMNA:PROGNAME DYPNO:DYNNR MENUE:CHAR20 CINFO:TCDINFO ARBGB
TSTCA structure 'Authorizations of transactions' TCODE! OBJCT:CHAR10! FIELD:CHAR10! VALUE:CHAR40
TSTCC structure 'User interfaces of transactions' TCODE! S_WEBGUI:CHAR1 S_WIN32:CHAR1 S_PLATIN:CHAR1 S_SERVICE:CHAR14 S_PERVAS:CHAR1
TSTCP structure 'Parameters of transactions' TCODE! PARAM:CHAR254
TSTCT structure 'Texts of transactions' SPRSL! TCODE! TTEXT:CHAR36
`)

export const transactionTableTypes: readonly (readonly [string, string, string])[] = [
  ['SWYDYFLOW', 'RPY_DYFLOW', 'Flow logic'],
  ['S_PARAM', 'RSPARAM', 'Parameters of a transaction']
]
