/**
 * Types of the dictionary for reports: selections, variants and lists. Names and columns as public
 * programs use them (calls of RS_CREATE_VARIANT, RS_VARIANT_CONTENTS and LIST_TO_ASCI); an ERP has
 * more. The contents of a variant and of a list are texts here, where the ERP has compressed data.
 */
import { readElements, readTables } from './dictionary-text.ts'

export const reportElements = readElements(`
INDX_CLUST2 STRG 'Contents of a cluster'
RALDB_REPO CHAR 40 'Report of a variant'
RALDB_VARI CHAR 14 'Variant'
RSSCR_NAME CHAR 8 'Name of a selection'
RSSCR_KIND CHAR 1 'Kind of a selection'
TVARV_OPTI CHAR 2 'Option of a selection'
TVARV_SIGN CHAR 1 'Sign of a selection'
TVARV_VAL CHAR 45 'Value of a selection'
RVART_VTXT CHAR 30 'Text of a variant'
`)

export const reportTables = readTables(`
ABAPLIST structure 'List in memory' RELID:CHAR2 NAME:CHAR40 SRTF2:INT4 CLUSTR:INT4 CLUSTD:INDX_CLUST2
RSPARAMS structure 'Selections of a report' SELNAME:RSSCR_NAME KIND:RSSCR_KIND SIGN:TVARV_SIGN OPTION:TVARV_OPTI LOW:TVARV_VAL HIGH:TVARV_VAL
RSVAR structure 'Report and variant' REPORT:RALDB_REPO VARIANT:RALDB_VARI VTEXT:RVART_VTXT
VARI table 'Contents of variants' MANDT! RELID:CHAR2! REPORT:RALDB_REPO! VARIANT:RALDB_VARI! SRTF2:INT4! CLUSTR:INT4 CLUSTD:INDX_CLUST2
VARID table 'Variants' MANDT! REPORT:RALDB_REPO! VARIANT:RALDB_VARI! FLAG1:CHAR1 FLAG2:CHAR1 TRANSPORT:CHAR1 ENVIRONMNT:CHAR1 PROTECTED:CHAR1 SECU:CHAR8 VERSION:CHAR3 ENAME:UNAME EDAT:DATUM ETIME:UZEIT AENAME:UNAME AEDAT:DATUM AETIME:UZEIT MLANGU:LANGU
VARIT table 'Texts of variants' MANDT! LANGU! REPORT:RALDB_REPO! VARIANT:RALDB_VARI! VTEXT:RVART_VTXT
`)
