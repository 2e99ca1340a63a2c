/**
 * A made-up code base for measurements: half classes, the rest interfaces, tables, data elements,
 * views and reports that use each other.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { RepositoryFile } from '../sandbox/types.ts'

function xml(...content: string[]): string {
  return `<?xml version="1.0" encoding="utf-8"?>\n<abapGit version="v1.0.0" serializer_version="v1.0.0"><asx:abap xmlns:asx="http://www.sap.com/abapxml" version="1.0"><asx:values>\n${content.join('\n')}\n</asx:values></asx:abap></abapGit>\n`
}

export function serviceOf(index: number): RepositoryFile {
  const lines = Array.from(
    { length: 10 },
    (_, method) =>
      `  METHODS step_${method} IMPORTING amount TYPE zbe_amount_${index} RETURNING VALUE(result) TYPE i RAISING zcx_bench.`
  )
  return {
    name: `zif_bench_${index}.intf.abap`,
    text: [`INTERFACE zif_bench_${index} PUBLIC.`, ...lines, 'ENDINTERFACE.', ''].join('\n')
  }
}

export function classOf(index: number, services: number): RepositoryFile {
  const service = index % services
  const methods = Array.from({ length: 10 }, (_, method) =>
    [
      `  METHOD zif_bench_${service}~step_${method}.`,
      `    DATA rows TYPE STANDARD TABLE OF zbt_bench_${service} WITH EMPTY KEY.`,
      `    SELECT * FROM zbt_bench_${service} WHERE amount > @amount INTO TABLE @rows.`,
      '    LOOP AT rows INTO DATA(row).',
      `      IF row-amount > ${method}.`,
      `        result = result + row-amount * ${method + 1}.`,
      `      ELSEIF row-code = |X{ ${method} }|.`,
      '        RAISE EXCEPTION TYPE zcx_bench.',
      '      ENDIF.',
      '    ENDLOOP.',
      method === 0
        ? '    RETURN.'
        : `    result = result + zif_bench_${service}~step_${method - 1}( amount ).`,
      ...(method === 1 ? ['    zcl_bench_tool=>note( ).'] : []),
      '  ENDMETHOD.'
    ].join('\n')
  )
  return {
    name: `zcl_bench_${index}.clas.abap`,
    text: [
      `CLASS zcl_bench_${index} DEFINITION PUBLIC CREATE PUBLIC.`,
      '  PUBLIC SECTION.',
      `    INTERFACES zif_bench_${service}.`,
      'ENDCLASS.',
      `CLASS zcl_bench_${index} IMPLEMENTATION.`,
      ...methods,
      'ENDCLASS.',
      ''
    ].join('\n')
  }
}

function tableOf(index: number): RepositoryFile {
  const field = (name: string, more: string) =>
    `<DD03P><FIELDNAME>${name}</FIELDNAME>${more}</DD03P>`
  return {
    name: `zbt_bench_${index}.tabl.xml`,
    text: xml(
      `<DD02V><TABNAME>ZBT_BENCH_${index}</TABNAME><TABCLASS>TRANSP</TABCLASS></DD02V>`,
      '<DD03P_TABLE>',
      field('CODE', '<KEYFLAG>X</KEYFLAG><DATATYPE>CHAR</DATATYPE><LENG>000010</LENG>'),
      field('AMOUNT', `<ROLLNAME>ZBE_AMOUNT_${index}</ROLLNAME><COMPTYPE>E</COMPTYPE>`),
      '</DD03P_TABLE>'
    )
  }
}

export function repository(count: number): RepositoryFile[] {
  const services = Math.max(1, Math.round(count / 10))
  const files: RepositoryFile[] = [
    {
      name: 'zcx_bench.clas.abap',
      text: 'CLASS zcx_bench DEFINITION PUBLIC INHERITING FROM cx_static_check CREATE PUBLIC.\nENDCLASS.\nCLASS zcx_bench IMPLEMENTATION.\nENDCLASS.\n'
    },
    {
      name: 'zcl_bench_tool.clas.abap',
      text: 'CLASS zcl_bench_tool DEFINITION PUBLIC CREATE PUBLIC.\n  PUBLIC SECTION.\n    CLASS-METHODS note.\nENDCLASS.\nCLASS zcl_bench_tool IMPLEMENTATION.\n  METHOD note.\n  ENDMETHOD.\nENDCLASS.\n'
    }
  ]
  for (let index = 0; index < services; index++) {
    files.push(serviceOf(index), tableOf(index))
    files.push({
      name: `zbe_amount_${index}.dtel.xml`,
      text: xml(
        `<DD04V><ROLLNAME>ZBE_AMOUNT_${index}</ROLLNAME><DATATYPE>INT4</DATATYPE><LENG>000010</LENG></DD04V>`
      )
    })
    files.push({
      name: `zbv_bench_${index}.ddls.asddls`,
      text: `define view entity zbv_bench_${index} as select from zbt_bench_${index} {\n  key code,\n  amount\n}\n`
    })
    files.push({
      name: `zbr_bench_${index}.prog.abap`,
      text: `REPORT zbr_bench_${index}.\nDATA service TYPE REF TO zif_bench_${index}.\nservice = NEW zcl_bench_${index}( ).\nTRY.\n    WRITE service->step_1( 5 ).\n  CATCH zcx_bench.\nENDTRY.\n`
    })
  }
  for (let index = 0; files.length < count; index++) files.push(classOf(index, services))
  return files
}

/** The metadata that abapGit keeps beside a source. */
function metadataOf({ name }: RepositoryFile): RepositoryFile | undefined {
  const [object = '', type = ''] = name.split('.')
  const upper = object.toUpperCase()
  const sections: Readonly<Record<string, string>> = {
    clas: `<VSEOCLASS><CLSNAME>${upper}</CLSNAME><LANGU>E</LANGU><DESCRIPT>${upper}</DESCRIPT><STATE>1</STATE><CLSCCINCL>X</CLSCCINCL><FIXPT>X</FIXPT><UNICODE>X</UNICODE></VSEOCLASS>`,
    intf: `<VSEOINTERF><CLSNAME>${upper}</CLSNAME><LANGU>E</LANGU><DESCRIPT>${upper}</DESCRIPT><EXPOSURE>2</EXPOSURE><STATE>1</STATE><UNICODE>X</UNICODE></VSEOINTERF>`,
    prog: `<PROGDIR><NAME>${upper}</NAME><SUBC>1</SUBC><FIXPT>X</FIXPT><UCCHECK>X</UCCHECK></PROGDIR>`,
    ddls: `<DDLS><DDLNAME>${upper}</DDLNAME><DDLANGUAGE>E</DDLANGUAGE><DDTEXT>${upper}</DDTEXT></DDLS>`
  }
  const section = sections[type]
  return section === undefined ? undefined : { name: `${object}.${type}.xml`, text: xml(section) }
}

/** Writes the code base as a folder in abapGit format, in one package. */
export function writeFolder(folder: string, files: readonly RepositoryFile[]): void {
  const home = join(folder, 'src', '$bench')
  mkdirSync(home, { recursive: true })
  const all = [
    ...files,
    ...files.flatMap(file => metadataOf(file) ?? []),
    { name: 'package.devc.xml', text: xml('<DEVC><CTEXT>Bench</CTEXT></DEVC>') }
  ]
  for (const { name, text } of all) writeFileSync(join(home, name), text)
}
