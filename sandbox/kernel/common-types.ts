/**
 * Types of the dictionary that public programs use beside those of their subject, and domains that
 * data elements of customers are made of. Names and lengths: abap2xlsx (domains TEXT10, TEXT80 and
 * XSDBOOLEAN), ABAP-Logger (ALDATE_DEL, DEL_BEFORE), mockup_loader (FLIGHTTAB, TPARA); the lengths
 * of THRAW1 and X255 follow their names.
 */
import { readElements, readTables } from './dictionary-text.ts'

export const commonElements = readElements(`
ALDATE_DEL DATS 'Expiry date of a log'
DEL_BEFORE CHAR 1 'Log may be deleted before its expiry'
MEMORYID CHAR 20 'Parameter ID'
THRAW1 RAW 1 'Byte'
WAERS_CURC CUKY 5 'Currency key'
X255 RAW 255 'Bytes'
`)

/** Data elements whose domain has their name and type. */
export const domains: readonly string[] = ['CHAR1', 'TEXT10', 'TEXT80', 'XSDBOOLEAN']

export const commonTables = readTables(`
TPARA structure 'Parameter IDs' PARAMID:MEMORYID! PARTEXT:CHAR60
`)

export const commonTableTypes: readonly (readonly [string, string, string])[] = [
  ['FLIGHTTAB', 'SFLIGHT', 'Flights']
]
