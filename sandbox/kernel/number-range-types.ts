/**
 * Types of the dictionary for number ranges. Names and columns as public programs use them: the
 * types of CL_NUMBERRANGE_INTERVALS and CL_NUMBERRANGE_OBJECTS in abapedia/steampunk-2305-api, and
 * ZCL_ABAPGIT_OBJECT_NROB of abapGit.
 */
import { readElements, readTables } from './dictionary-text.ts'

export const numberRangeElements = readElements(`
NREXT CHAR 1 'Numbers are assigned externally'
NRFROM CHAR 20 'First number of an interval'
NRLEVEL NUMC 20 'Last number that was assigned'
NRNR CHAR 2 'Number range'
NROBJ CHAR 10 'Number range object'
NRPERC DEC 3.1 'Warning in percent'
NRQUAN NUMC 20 'Quantity of numbers'
NRRETURN CHAR 1 'Return code of a number assignment'
NRSOBJ CHAR 6 'Subobject of a number range object'
NRTO CHAR 20 'Last number of an interval'
NRYEAR NUMC 4 'Year to which an interval is used'
`)

export const numberRangeTables = readTables(`
INOER structure 'Error in a number range object' MSGID:SYMSGID MSGTYPE:SYMSGTY MSGNUMBER:SYMSGNO MSGVAR1:SYMSGV MSGVAR2:SYMSGV MSGVAR3:SYMSGV MSGVAR4:SYMSGV TABLENAME:TABNAME FIELDNAME CRITCHANGE:CHAR10
INRER structure 'Error in intervals' MSGNR:SYMSGNO TABLENAME:TABNAME FIELDNAME TABIX:INT4
INRI structure 'Fields of number ranges' OBJECT:NROBJ SUBOBJECT:NRSOBJ NRRANGENR:NRNR TOYEAR:NRYEAR NRLEVEL QUANTITY:NRQUAN RETURNCODE:NRRETURN
INRIV structure 'Interval and what is done with it' SUBOBJECT:NRSOBJ NRRANGENR:NRNR TOYEAR:NRYEAR FROMNUMBER:NRFROM TONUMBER:NRTO NRLEVEL EXTERNIND:NREXT PROCIND:CHAR1
NRIV table 'Number range intervals' CLIENT:MANDT! OBJECT:NROBJ! SUBOBJECT:NRSOBJ! NRRANGENR:NRNR! TOYEAR:NRYEAR! FROMNUMBER:NRFROM TONUMBER:NRTO NRLEVEL EXTERNIND:NREXT
TNRO table 'Number range objects' OBJECT:NROBJ! DTELSOBJ:ROLLNAME YEARIND:CHAR1 DOMLEN:DOMNAME PERCENTAGE:NRPERC CODE:CHAR20 BUFFER:CHAR1 NOIVBUFFER:NUMC8 NONRSWAP:CHAR1 NRCHECKASCII:CHAR1 ABAP_LANGUAGE_VERSION:CHAR1 CHANGED_AT:TIMESTAMPL CHANGED_BY:UNAME
TNROT table 'Texts of number range objects' LANGU! OBJECT:NROBJ! TXT:CHAR60 TXTSHORT:CHAR20 UNAME UDATE:DATUM UTIME:UZEIT ENAME:UNAME EDATE:DATUM ETIME:UZEIT
`)
