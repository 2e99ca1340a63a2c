/**
 * Types of the dictionary that public programs use beside those of their subject, and domains that
 * data elements of customers are made of. Names and lengths: abap2xlsx (domains TEXT10, TEXT80 and
 * XSDBOOLEAN), mockup_loader (FLIGHTTAB, TPARA); the lengths
 * of THRAW1 and X255 follow their names.
 */
import { readElements, readTables } from './dictionary-text.ts'

export const commonElements = readElements(`
LANDX CHAR 15 'Name of a country'
LANDX50 CHAR 50 'Name of a country'
MEMORYID CHAR 20 'Parameter ID'
MSGNO CHAR 3 'Message number'
MSGTY CHAR 1 'Message type'
NATIO CHAR 15 'Nationality'
NATIO50 CHAR 50 'Nationality'
PRQ_SPREGT CHAR 30 'Name of a region'
THRAW1 RAW 1 'Byte'
WAERS_CURC CUKY 5 'Currency key'
X255 RAW 255 'Bytes'
`)

/** Data elements whose domain has their name and type. */
export const domains: readonly string[] = ['CHAR1', 'TEXT10', 'TEXT80', 'XSDBOOLEAN']

export const commonTables = readTables(`
BAPIRET1 structure 'Return message' TYPE:BAPI_MTYPE ID:SYMSGID NUMBER:SYMSGNO MESSAGE:BAPI_MSG LOG_NO:BALOGNR LOG_MSG_NO:BALMNR MESSAGE_V1:SYMSGV MESSAGE_V2:SYMSGV MESSAGE_V3:SYMSGV MESSAGE_V4:SYMSGV
T005T table 'Texts of countries' MANDT! SPRAS:LANGU! LAND1! LANDX NATIO LANDX50 NATIO50 PRQ_SPREGT
TPARA structure 'Parameter IDs' PARAMID:MEMORYID! PARTEXT:CHAR60
`)

export const commonTableTypes: readonly (readonly [string, string, string])[] = [
  ['FLIGHTTAB', 'SFLIGHT', 'Flights'],
  ['TABLE_OF_STRINGS', 'STRING', 'Strings'],
  ['SOTR_PARAMS', 'SOTR_PARAM', 'Parameters of a text']
]
