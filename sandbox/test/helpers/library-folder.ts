/** A folder with a library: a class, its table and data element, and a class with native code. */
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

export function putFiles(root: string, files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true })
    writeFileSync(join(root, name), text)
  }
}

/** `zcl_lib=>get( )` returns the answer, by way of a row of its table. */
export function libraryFolder(answer: number): string {
  const root = mkdtempSync(join(tmpdir(), 'library-'))
  putFiles(root, {
    'src/zcl_lib.clas.abap': `CLASS zcl_lib DEFINITION PUBLIC.\n  PUBLIC SECTION.\n    CLASS-METHODS get RETURNING VALUE(r) TYPE zlib_n.\nENDCLASS.\nCLASS zcl_lib IMPLEMENTATION.\n  METHOD get.\n    INSERT zlib_t FROM @( VALUE #( id = 'A' n = ${answer} ) ).\n    SELECT SINGLE n FROM zlib_t WHERE id = 'A' INTO @r.\n  ENDMETHOD.\nENDCLASS.\n`,
    'src/zcl_lib.clas.testclasses.abap':
      'CLASS ltc DEFINITION FOR TESTING RISK LEVEL HARMLESS DURATION SHORT.\n  PRIVATE SECTION.\n    METHODS mine FOR TESTING.\nENDCLASS.\nCLASS ltc IMPLEMENTATION.\n  METHOD mine.\n    cl_abap_unit_assert=>fail( ).\n  ENDMETHOD.\nENDCLASS.\n',
    'src/zcl_native.clas.abap': `CLASS zcl_native DEFINITION PUBLIC.\n  PUBLIC SECTION.\n    CLASS-METHODS get RETURNING VALUE(r) TYPE i.\nENDCLASS.\nCLASS zcl_native IMPLEMENTATION.\n  METHOD get.\n    WRITE '@KERNEL r.set(7);'.\n  ENDMETHOD.\nENDCLASS.\n`,
    'src/zlib_n.dtel.xml':
      '<?xml version="1.0" encoding="utf-8"?>\n<abapGit version="v1.0.0"><asx:abap xmlns:asx="http://www.sap.com/abapxml" version="1.0"><asx:values><DD04V><ROLLNAME>ZLIB_N</ROLLNAME><DDTEXT>Number</DDTEXT><DATATYPE>INT4</DATATYPE><LENG>000010</LENG></DD04V></asx:values></asx:abap></abapGit>\n',
    'src/zlib_t.tabl.xml':
      '<?xml version="1.0" encoding="utf-8"?>\n<abapGit version="v1.0.0"><asx:abap xmlns:asx="http://www.sap.com/abapxml" version="1.0"><asx:values><DD02V><TABNAME>ZLIB_T</TABNAME><TABCLASS>TRANSP</TABCLASS><DDTEXT>Rows</DDTEXT><CONTFLAG>A</CONTFLAG></DD02V><DD03P_TABLE><DD03P><FIELDNAME>ID</FIELDNAME><KEYFLAG>X</KEYFLAG><INTTYPE>C</INTTYPE><INTLEN>000002</INTLEN><NOTNULL>X</NOTNULL><DATATYPE>CHAR</DATATYPE><LENG>000001</LENG></DD03P><DD03P><FIELDNAME>N</FIELDNAME><ROLLNAME>ZLIB_N</ROLLNAME><COMPTYPE>E</COMPTYPE></DD03P></DD03P_TABLE></asx:values></asx:abap></abapGit>\n'
  })
  return root
}
