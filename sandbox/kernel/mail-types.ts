/**
 * Types of the dictionary for lines of documents and mails, as public programs use them with
 * CL_BCS_CONVERT and GUI_DOWNLOAD.
 */
import { readElements, readTables } from './dictionary-text.ts'

export const mailElements = readElements(`
ABAP_ENCOD CHAR 20 'Encoding of texts'
SO_OBJ_LEN CHAR 12 'Size of a document'
SO_RAW255 RAW 255 'Line of bytes'
SO_TEXT255 CHAR 255 'Line of text'
`)

export const mailTables = readTables(`
SOLI structure 'Line of text' LINE:SO_TEXT255
SOLIX structure 'Line of bytes' LINE:SO_RAW255
`)

export const mailTableTypes: readonly (readonly [string, string, string])[] = [
  ['SOLI_TAB', 'SOLI', 'Lines of text'],
  ['SOLIX_TAB', 'SOLIX', 'Lines of bytes']
]
