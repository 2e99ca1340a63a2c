/**
 * Types of the dictionary for the application log. Fields and lengths: se80.co.uk, tcodesearch.com,
 * leanx.eu, sapdatasheet.org and stechno.net (BAL_S_LOG, BAL_S_MSG, BAL_S_EXC, BALHDR, BALM, BALDAT),
 * abapedia/steampunk-2305-api (BAL_S_LGNM, data elements), public programs (filters, BALOBJ, BALSUB).
 */
import { readElements, readTables } from '../dictionary-text.ts'

export const logElements = readElements(`
ALDATE_DEL DATS 'Expiry date of a log'
BALAUTH CHAR 22 'Authorization for the default values of logs'
BALCHDATE DATS 'Date of the last change of a log'
BALCHTIME TIMS 'Time of the last change of a log'
BALCHUSER CHAR 12 'User who changed a log'
BALCNTALL INT4 'Total number of messages'
BALCNTCUM INT4 'Cumulated number of messages'
BALCVAL CHAR 256 'Context data'
BALDATE DATS 'Date of a log'
BALDBCNTCU NUMC 6 'Cumulated number of messages'
BALEXCLS CHAR 30 'Exception class'
BALLEVEL CHAR 1 'Level of detail'
BALLOGHNDL CHAR 22 'Log handle'
BALMNR NUMC 6 'Serial number of a message'
BALMODE CHAR 1 'Operating mode'
BALMSGVSRC CHAR 15 'Origin of a message variable'
BALNREXT CHAR 100 'External ID of a log'
BALOBJ_D CHAR 20 'Log object'
BALOBJT_D CHAR 60 'Text of a log object'
BALPAR CHAR 10 'Name of a parameter'
BALPROBCL CHAR 1 'Problem class of a message'
BALPROBCLH CHAR 1 'Problem class of a log'
BALPROG CHAR 40 'Program of a log'
BALPVAL CHAR 75 'Value of a parameter'
BALSORT CHAR 3 'Sort criterion'
BALSTATE CHAR 1 'Processing status of a log'
BALSUBOBJ CHAR 20 'Log subobject'
BALSUBOBJT CHAR 60 'Text of a log subobject'
BALTABNAME CHAR 30 'Structure of a context'
BALTCODE CHAR 20 'Transaction of a log'
BALTEXT CHAR 28 'Standard text'
BALTIME TIMS 'Time of a log'
BALTIMSTMP DEC 21.7 'Time stamp of a message'
BALTXT CHAR 30 'Exception ID'
BALUEF CHAR 30 'Routine of a callback'
BALUEP CHAR 40 'Program of a callback'
BALUET CHAR 1 'Kind of a callback'
BALUSER CHAR 12 'User of a log'
BAL_CLUST RAW 512 'Data of a log'
BAL_OPTION CHAR 2 'Option of a range'
BAL_SIGN CHAR 1 'Sign of a range'
DEL_BEFORE CHAR 1 'Keep the log until it expires'
DBCON_NAME CHAR 30 'Database connection'
INDX_CLSTR INT2 'Length of the data in a row of a cluster'
INDX_RELID CHAR 2 'Area of a cluster'
INDX_SRTF2 INT4 'Number of a row of a cluster'
`)

/** Ranges of filters: structure, table type, data element of the values. */
const ranges: readonly (readonly [structure: string, table: string, element: string])[] = [
  ['BAL_S_LOGH', 'BAL_R_LOGH', 'BALLOGHNDL'],
  ['BAL_S_LOGN', 'BAL_R_LOGN', 'BALOGNR'],
  ['BAL_S_EXTN', 'BAL_R_EXTN', 'BALNREXT'],
  ['BAL_S_OBJ', 'BAL_R_OBJ', 'BALOBJ_D'],
  ['BAL_S_SUB', 'BAL_R_SUB', 'BALSUBOBJ'],
  ['BAL_S_USER', 'BAL_R_USER', 'BALUSER'],
  ['BAL_S_ALTC', 'BAL_R_ALTC', 'BALTCODE'],
  ['BAL_S_ALPR', 'BAL_R_ALPR', 'BALPROG'],
  ['BAL_S_ALMO', 'BAL_R_ALMO', 'BALMODE'],
  ['BAL_S_PRCL', 'BAL_R_PRCL', 'BALPROBCL'],
  ['BAL_S_MSNR', 'BAL_R_MSNR', 'BALMNR'],
  ['BAL_S_MSTY', 'BAL_R_MSTY', 'SYMSGTY'],
  ['BAL_S_MSID', 'BAL_R_MSID', 'SYMSGID'],
  ['BAL_S_MSNO', 'BAL_R_MSNO', 'SYMSGNO'],
  ['BAL_S_DETL', 'BAL_R_DETL', 'BALLEVEL'],
  ['BAL_S_SORT_R', 'BAL_R_SORT', 'BALSORT']
]

const rangeTables = ranges.map(
  ([structure, , element]) =>
    `${structure} structure 'Range of ${element}' SIGN:BAL_SIGN OPTION:BAL_OPTION LOW:${element} HIGH:${element}`
)

const counts =
  'MSG_CNT_AL:BALCNTALL MSG_CNT_A:BALCNTALL MSG_CNT_E:BALCNTALL MSG_CNT_W:BALCNTALL MSG_CNT_I:BALCNTALL MSG_CNT_S:BALCNTALL'
const variables =
  'MSGV1:SYMSGV MSGV2:SYMSGV MSGV3:SYMSGV MSGV4:SYMSGV MSGV1_SRC:BALMSGVSRC MSGV2_SRC:BALMSGVSRC MSGV3_SRC:BALMSGVSRC MSGV4_SRC:BALMSGVSRC'
const rank = 'DETLEVEL:BALLEVEL PROBCLASS:BALPROBCL ALSORT:BALSORT'
const origin = 'ALUSER:BALUSER ALTCODE:BALTCODE ALPROG:BALPROG ALMODE:BALMODE'

export const logTables = readTables(`
${rangeTables.join('\n')}
BALMSGHNDL structure 'Handle of a message' LOG_HANDLE:BALLOGHNDL MSGNUMBER:BALMNR
BAL_S_PAR structure 'Parameter' PARNAME:BALPAR PARVALUE:BALPVAL
BAL_S_CLBK structure 'Callback' USEREXITP:BALUEP USEREXITF:BALUEF USEREXITT:BALUET
BAL_S_CONT structure 'Context' TABNAME:BALTABNAME VALUE:BALCVAL
BAL_S_PARM structure 'Parameters' T_PAR:BAL_T_PAR CALLBACK:BAL_S_CLBK ALTEXT:BALTEXT
BAL_S_LOG structure 'Header of a log' EXTNUMBER:BALNREXT OBJECT:BALOBJ_D SUBOBJECT:BALSUBOBJ ALDATE:BALDATE ALTIME:BALTIME ${origin} ALCHDATE:BALCHDATE ALCHTIME:BALCHTIME ALCHUSER:BALCHUSER ALDATE_DEL DEL_BEFORE ALSTATE:BALSTATE CONTEXT:BAL_S_CONT PARAMS:BAL_S_PARM
BAL_S_MSG structure 'Message of a log' MSGTY:SYMSGTY MSGID:SYMSGID MSGNO:SYMSGNO ${variables} ${rank} TIME_STMP:BALTIMSTMP MSG_COUNT:BALCNTCUM CONTEXT:BAL_S_CONT PARAMS:BAL_S_PARM
BAL_S_EXC structure 'Exception of a log' MSGTY:SYMSGTY EXCEPTION:@CX_ROOT ${rank} TIME_STMP:BALTIMSTMP MSG_COUNT:BALCNTCUM
BAL_S_EXCR structure 'Exception that was read from a log' MSGTY:SYMSGTY EXCLSNAME:BALEXCLS ${rank} TIME_STMP:BALTIMSTMP MSG_COUNT:BALCNTCUM
BAL_S_MDEF structure 'Default values of messages' LOG_HANDLE:BALLOGHNDL ${rank} CONTEXT:BAL_S_CONT PARAMS:BAL_S_PARM
BAL_S_SCNT structure 'Numbers of messages' ${counts}
BAL_S_DTTM structure 'Interval of date and time' DATE_FROM:BALDATE TIME_FROM:BALTIME DATE_TO:BALDATE TIME_TO:BALTIME
BAL_S_LFIL structure 'Filter of logs' LOG_HANDLE:BAL_R_LOGH LOGNUMBER:BAL_R_LOGN EXTNUMBER:BAL_R_EXTN OBJECT:BAL_R_OBJ SUBOBJECT:BAL_R_SUB DATE_TIME:BAL_S_DTTM ALUSER:BAL_R_USER ALTCODE:BAL_R_ALTC ALPROG:BAL_R_ALPR ALMODE:BAL_R_ALMO PROBCLASS:BAL_R_PRCL MAX_NR_LOGS:INT4
BAL_S_MFIL structure 'Filter of messages' MSGNUMBER:BAL_R_MSNR MSGTY:BAL_R_MSTY MSGID:BAL_R_MSID MSGNO:BAL_R_MSNO DETLEVEL:BAL_R_DETL PROBCLASS:BAL_R_PRCL ALSORT:BAL_R_SORT
BAL_S_LGNM structure 'Numbers of a log' EXTNUMBER:BALNREXT LOG_HANDLE:BALLOGHNDL TMP_LOGNUM:BALOGNR LOGNUMBER:BALOGNR CLIENT:MANDT
BALHDR table 'Heads of application logs' MANDANT:MANDT! LOGNUMBER:BALOGNR! OBJECT:BALOBJ_D SUBOBJECT:BALSUBOBJ EXTNUMBER:BALNREXT ALDATE:BALDATE ALTIME:BALTIME ${origin} ALTEXT:BALTEXT USEREXITP:BALUEP USEREXITF:BALUEF PROBCLASS:BALPROBCLH ALDATE_DEL DEL_BEFORE ALSTATE:BALSTATE USEREXITT:BALUET ALCHDATE:BALCHDATE ALCHTIME:BALCHTIME ALCHUSER:BALCHUSER LOG_HANDLE:BALLOGHNDL ${counts}
BALM table 'Messages of application logs' MANDANT:MANDT! LOGNUMBER:BALOGNR! MSGNUMBER:BALMNR! MSGTY:SYMSGTY MSGID:SYMSGID MSGNO:SYMSGNO MSGV1:SYMSGV MSGV2:SYMSGV MSGV3:SYMSGV MSGV4:SYMSGV ALTEXT:BALTEXT USEREXITP:BALUEP USEREXITF:BALUEF ${rank} USEREXITT:BALUET TABNAME:BALTABNAME MSG_COUNT:BALDBCNTCU TIME_STMP:BALTIMSTMP
BALDAT table 'Data of application logs' MANDANT:MANDT! RELID:INDX_RELID! LOG_HANDLE:BALLOGHNDL! BLOCK:BALMNR! SRTF2:INDX_SRTF2! CLUSTR:INDX_CLSTR CLUSTD:BAL_CLUST
BALOBJ table 'Objects of application logs' OBJECT:BALOBJ_D!
BALOBJT table 'Texts of objects of application logs' SPRAS:LANGU! OBJECT:BALOBJ_D! OBJTXT:BALOBJT_D
BALSUB table 'Subobjects of application logs' OBJECT:BALOBJ_D! SUBOBJECT:BALSUBOBJ!
BALSUBT table 'Texts of subobjects of application logs' SPRAS:LANGU! OBJECT:BALOBJ_D! SUBOBJECT:BALSUBOBJ! SUBOBJTXT:BALSUBOBJT
`)

export const logTableTypes: readonly (readonly [string, string, string])[] = [
  ...ranges.map(([structure, table]) => [table, structure, 'Range'] as const),
  ['BALHDR_T', 'BALHDR', 'Heads of logs'],
  ['BALM_T', 'BALM', 'Messages of logs'],
  ['BALDAT_T', 'BALDAT', 'Data of logs'],
  ['BAL_T_CFIL', 'BAL_S_CONT', 'Filter of contexts'],
  ['BAL_T_FLD', 'FIELDNAME', 'Names of fields'],
  ['BAL_T_LGNM', 'BAL_S_LGNM', 'Numbers of logs'],
  ['BAL_T_LOGN', 'BALOGNR', 'Numbers of logs'],
  ['BAL_T_MSG', 'BAL_S_MSG', 'Messages'],
  ['BAL_T_MSGH', 'BALMSGHNDL', 'Handles of messages'],
  ['BAL_T_PAR', 'BAL_S_PAR', 'Parameters'],
  ['BAL_T_LOGH', 'BALLOGHNDL', 'Handles of logs'],
  ['BAL_TT_MSG', 'BAL_S_MSG', 'Messages'],
  ['BAL_T_SUB', 'BALSUB', 'Subobjects']
]

/** Rows of the standard: the log object for unit tests. */
export const logRows = {
  BALOBJ: [{ OBJECT: 'ABAPUNIT' }],
  BALOBJT: [{ SPRAS: 'E', OBJECT: 'ABAPUNIT', OBJTXT: 'ABAP Unit' }]
}
