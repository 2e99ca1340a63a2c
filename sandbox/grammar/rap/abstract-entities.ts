/** Abstract CDS entities as structures: the parser leaves their elements without types. */
import { MemoryFile, Objects } from '@abaplint/core'
import type { AbstractType, IRegistry } from '@abaplint/core'

const ENTITY =
  /\bdefine\s+(?:root\s+)?abstract\s+entity\s+([\w/]+)\s*(?:with\s+parameters[^{]*)?\{([^]*)\}/i
const COMMENTS = /\/\*[^]*?\*\/|\/\/.*$|--.*$/gm
const ANNOTATIONS = /@[\w.]+\s*:\s*(?:\[[^\]]*\]|\{[^}]*\}|'(?:[^']|'')*'|[^\s;]+)/g
const ELEMENT =
  /^(key\s+)?([\w/]+)\s*:\s*(?:abap\.(\w+)\s*(?:\(\s*(\d+)\s*(?:,\s*(\d+))?\s*\))?|([\w/]+))$/i

/** Lengths of types that are written without one. */
const FIXED: Readonly<Record<string, number>> = {
  INT1: 3,
  INT2: 5,
  INT4: 10,
  INT8: 19,
  DATS: 8,
  DATN: 8,
  TIMS: 6,
  TIMN: 6,
  CLNT: 3,
  LANG: 1,
  FLTP: 16,
  CUKY: 5,
  UTCLONG: 27
}

const INTERNAL: Readonly<Record<string, string>> = {
  NUMC: 'N',
  DATS: 'D',
  TIMS: 'T',
  DEC: 'P',
  CURR: 'P',
  QUAN: 'P',
  INT1: 'b',
  INT2: 's',
  INT4: 'X',
  INT8: '8',
  RAW: 'X',
  FLTP: 'F',
  STRING: 'g',
  RAWSTRING: 'y',
  D16N: 'a',
  D34N: 'e',
  UTCLONG: 'p'
}

/** The structure in the form of a file of abapGit; undefined for other entities. */
export function abstractEntityFile(
  source: string
): { readonly name: string; readonly text: string } | undefined {
  const [, name, body] = ENTITY.exec(source.replace(COMMENTS, ' ')) ?? []
  if (name === undefined || body === undefined) return undefined
  const fields = body
    .replace(ANNOTATIONS, ' ')
    .split(';')
    .flatMap(line => elementXml(line.trim()))
  const upper = name.toUpperCase()
  return {
    name: `${name.toLowerCase().replaceAll('/', '#')}.tabl.xml`,
    text:
      '<?xml version="1.0" encoding="utf-8"?>\n<abapGit version="v1.0.0" serializer="LCL_OBJECT_TABL" serializer_version="v1.0.0">' +
      '<asx:abap xmlns:asx="http://www.sap.com/abapxml" version="1.0"><asx:values>' +
      `<DD02V><TABNAME>${upper}</TABNAME><DDLANGUAGE>E</DDLANGUAGE><TABCLASS>INTTAB</TABCLASS></DD02V>` +
      `<DD03P_TABLE>${fields.join('')}</DD03P_TABLE></asx:values></asx:abap></abapGit>\n`
  }
}

/** Associations and compositions are no elements with a value. */
function elementXml(line: string): string[] {
  const [, key, name, builtIn, length, decimals, named] = ELEMENT.exec(line) ?? []
  if (name === undefined) return []
  const head = `<FIELDNAME>${name.toUpperCase()}</FIELDNAME>${key === undefined ? '' : '<KEYFLAG>X</KEYFLAG>'}<ADMINFIELD>0</ADMINFIELD>`
  if (builtIn === undefined) {
    const type = (named ?? '').toUpperCase()
    return [`<DD03P>${head}<ROLLNAME>${type}</ROLLNAME><COMPTYPE>E</COMPTYPE></DD03P>`]
  }
  const type = builtIn.toUpperCase().replace(/^SSTRING$/, 'STRING')
  const digits = (value: unknown): string => String(Number(value ?? 0)).padStart(6, '0')
  return [
    `<DD03P>${head}<INTTYPE>${INTERNAL[type] ?? 'C'}</INTTYPE><DATATYPE>${type}</DATATYPE>` +
      `<LENG>${digits(length ?? FIXED[type])}</LENG><DECIMALS>${digits(decimals)}</DECIMALS></DD03P>`
  ]
}

interface Definition {
  getName(): string
  getFiles(): readonly { getFilename(): string; getRaw(): string }[]
}

/** Types of abstract entities where sources of CDS are parsed. */
export function installAbstractEntities(): void {
  const { prototype } = Objects.DataDefinition
  const { parseType } = prototype
  prototype.parseType = function (this: Objects.DataDefinition, registry: IRegistry): AbstractType {
    const file = (this as unknown as Definition)
      .getFiles()
      .find(each => each.getFilename().endsWith('.asddls'))
    const structure = file === undefined ? undefined : abstractEntityFile(file.getRaw())
    if (structure === undefined) return parseType.call(this, registry)
    const table = new Objects.Table(this.getName())
    table.addFile(new MemoryFile(structure.name, structure.text))
    return table.parseType(registry)
  }
}
