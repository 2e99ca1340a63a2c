/** Tables, data elements and domains as the rows of the tables in which the ERP keeps them. */
import type { RepositoryFile, Store } from '../types.ts'

export type DictionaryRow = Readonly<Record<string, string | number>>
/** Rows by table; the same object as long as the dictionary is the same. */
export type DictionaryRows = Readonly<Record<DictionaryTable, readonly DictionaryRow[]>>

type Values = Readonly<Record<string, string>>
type DictionaryTable = keyof typeof COLUMNS

const split = (names: string) => names.split(' ')

/** What is taken over from the metadata of an object as it is, by the table it belongs to. */
const COLUMNS = {
  DD01L: split(
    'DATATYPE LENG OUTPUTLEN DECIMALS LOWERCASE SIGNFLAG LANGFLAG ENTITYTAB CONVEXIT VALEXI'
  ),
  DD01T: split('DDTEXT'),
  DD02L: split(
    'TABCLASS SQLTAB CLIDEP BUFFERED LANGDEP ACTFLAG APPLCLASS AUTHCLASS MASTERLANG'
  ).concat(split('MAINFLAG CONTFLAG EXCLASS')),
  DD02T: split('DDTEXT'),
  DD03L: split('KEYFLAG MANDATORY ROLLNAME CHECKTABLE REFTABLE PRECFIELD REFFIELD NOTNULL').concat(
    split('DATATYPE LENG DECIMALS SHLPORIGIN COMPTYPE REFTYPE LANGUFLAG')
  ),
  DD04L: split(
    'DOMNAME DATATYPE LENG DECIMALS OUTPUTLEN CONVEXIT HEADLEN SCRLEN1 SCRLEN2 SCRLEN3'
  ).concat(split('MEMORYID LOGFLAG APPLCLASS DTELMASTER SHLPNAME SHLPFIELD REFKIND REFTYPE')),
  DD04T: split('DDTEXT REPTEXT SCRTEXT_S SCRTEXT_M SCRTEXT_L'),
  DD07L: split('DOMVALUE_L DOMVALUE_H'),
  DD07T: split('DDTEXT DOMVALUE_L'),
  DD09L: split(
    'TABKAT TABART PUFFERUNG SCHFELDANZ PROTOKOLL TRANSPFLAG BUFALLOW JAVAONLY ROWORCOLST'
  )
} as const

export const dictionaryTables = Object.keys(COLUMNS) as DictionaryTable[]

/** One object, as its metadata say it. */
interface Definition {
  readonly kind: 'DTEL' | 'DOMA' | 'TABL'
  readonly name: string
  readonly head: Values
  readonly technical: Values | undefined
  readonly items: readonly Values[]
}

const TYPES = ['DTEL', 'DOMA', 'TABL'] as const

/** Includes stand in each other only to this depth; a cycle ends there. */
const MAX_DEPTH = 20

/** The rows of the active dictionary: of the kernel, of mounted libraries and of own objects. */
export function createDictionaryRows(
  store: Store,
  kernel: readonly RepositoryFile[]
): () => DictionaryRows {
  const known = new Map<string, { text: string; definition: Definition | undefined }>()
  let before: { definitions: readonly Definition[]; rows: DictionaryRows } | undefined
  const read = ({ name, text }: RepositoryFile): Definition | undefined => {
    const found = known.get(name)
    if (found?.text === text) return found.definition
    const definition = definitionOf(name, text)
    known.set(name, { text, definition })
    return definition
  }
  return () => {
    const keys = store.keys().filter(({ type }) => TYPES.some(each => each === type))
    const own = store.files('active', keys)
    const replaced = new Set(own.map(({ name }) => name))
    const others = store.library.files.filter(({ name }) => !replaced.has(name))
    const definitions = [...kernel, ...others, ...own].flatMap(file => read(file) ?? [])
    const isSame =
      before?.definitions.length === definitions.length &&
      definitions.every((each, index) => each === before?.definitions[index])
    if (before === undefined || !isSame) before = { definitions, rows: rowsOf(definitions) }
    return before.rows
  }
}

function definitionOf(file: string, text: string): Definition | undefined {
  const [, name = '', extension = ''] = /^([^.]+)\.(dtel|doma|tabl)\.xml$/.exec(file) ?? []
  const kind = TYPES.find(each => each === extension.toUpperCase())
  if (kind === undefined) return undefined
  const heads = { DTEL: 'DD04V', DOMA: 'DD01V', TABL: 'DD02V' }
  const items = { DTEL: '', DOMA: 'DD07V', TABL: 'DD03P' }[kind]
  const [head = ''] = elements(text, heads[kind])
  const [technical] = elements(text, 'DD09L')
  return {
    kind,
    name: name.replaceAll('#', '/').toUpperCase(),
    head: valuesIn(head),
    technical: technical === undefined ? undefined : valuesIn(technical),
    items: items === '' ? [] : elements(text, items).map(valuesIn)
  }
}

/** The contents of the elements of a name. */
export function elements(text: string, name: string): string[] {
  const found = text.matchAll(new RegExp(`<${name}>(.*?)</${name}>`, 'gs'))
  return [...found].map(([, content = '']) => content)
}

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'"
}

export function valuesIn(content: string): Values {
  const found = content.matchAll(/<(\w+)>([^<]*)<\/\1>/g)
  return Object.fromEntries(
    [...found].map(([, name = '', value = '']) => [
      name,
      value.replace(/&(\w+);/g, (whole, entity: string) => ENTITIES[entity] ?? whole)
    ])
  )
}

function rowsOf(definitions: readonly Definition[]): DictionaryRows {
  const byName = new Map(definitions.map(each => [`${each.kind} ${each.name}`, each]))
  const all = [...byName.values()]
  const ofKind = (kind: Definition['kind']) => all.filter(each => each.kind === kind)
  const find: Find = (kind, name) => byName.get(`${kind} ${name.toUpperCase()}`)
  return {
    DD01L: ofKind('DOMA').map(each => row('DD01L', { DOMNAME: each.name }, each.head)),
    DD01T: ofKind('DOMA').map(each =>
      row('DD01T', { DOMNAME: each.name, ...language(each) }, each.head)
    ),
    DD02L: ofKind('TABL').map(each => row('DD02L', { TABNAME: each.name }, each.head)),
    DD02T: ofKind('TABL').map(each =>
      row('DD02T', { TABNAME: each.name, ...language(each) }, each.head)
    ),
    DD03L: ofKind('TABL').flatMap(each => fieldRows(each, find)),
    DD04L: ofKind('DTEL').map(each =>
      row('DD04L', { ROLLNAME: each.name }, elementType(each, find))
    ),
    DD04T: ofKind('DTEL').map(each =>
      row('DD04T', { ROLLNAME: each.name, ...language(each) }, each.head)
    ),
    DD07L: ofKind('DOMA').flatMap(each => fixedValues('DD07L', each)),
    DD07T: ofKind('DOMA').flatMap(each => fixedValues('DD07T', each)),
    DD09L: ofKind('TABL').flatMap(({ name, technical }) =>
      technical === undefined ? [] : [row('DD09L', { TABNAME: name }, technical)]
    )
  }
}

type Find = (kind: Definition['kind'], name: string) => Definition | undefined

const language = ({ head }: Definition) => ({ DDLANGUAGE: head['DDLANGUAGE'] ?? 'E' })

function row(table: DictionaryTable, key: DictionaryRow, values: Values): DictionaryRow {
  const taken = COLUMNS[table].flatMap(name => {
    const value = values[name]
    return value === undefined || value === '' ? [] : [[name, value] as const]
  })
  return { ...key, AS4LOCAL: 'A', AS4VERS: '0000', ...Object.fromEntries(taken) }
}

/** A data element with the type of its domain. */
function elementType({ head }: Definition, find: Find): Values {
  const domain = find('DOMA', head['DOMNAME'] ?? '')?.head
  const { DATATYPE = '', LENG = '', DECIMALS = '', OUTPUTLEN = '', CONVEXIT = '' } = domain ?? head
  return { ...head, DATATYPE, LENG, DECIMALS, OUTPUTLEN, CONVEXIT }
}

function fixedValues(table: 'DD07L' | 'DD07T', domain: Definition): DictionaryRow[] {
  return domain.items.map((item, index) => {
    const key = { DOMNAME: domain.name, VALPOS: item['VALPOS'] ?? digits(index + 1, 4) }
    return row(table, table === 'DD07L' ? key : { ...key, ...language(domain) }, item)
  })
}

const digits = (value: number, length: number) => String(value).padStart(length, '0')

interface Field {
  readonly values: Values
  /** How many includes it stands in. */
  readonly depth: number
}

/** The fields in their order, those of an include behind the line that names it. */
function fieldRows(table: Definition, find: Find): DictionaryRow[] {
  return fieldsOf(table, find, 0).map(({ values, depth }, index) => {
    const key = {
      TABNAME: table.name,
      FIELDNAME: values['FIELDNAME'] ?? '',
      POSITION: digits(index + 1, 4),
      ADMINFIELD: String(Math.min(depth, 9)),
      DEPTH: digits(depth, 2)
    }
    return { ...row('DD03L', key, values), ...internalType(values) }
  })
}

function fieldsOf(table: Definition, find: Find, depth: number): Field[] {
  return table.items.flatMap((item): Field[] => {
    const include = (item['FIELDNAME'] ?? '').startsWith('.INCLU')
      ? find('TABL', item['PRECFIELD'] ?? '')
      : undefined
    const own = { values: typed(item, find), depth }
    if (include === undefined || depth >= MAX_DEPTH) return [own]
    const suffix = /^\.INCLU-(?!-AP$)(.*)$/.exec(item['FIELDNAME'] ?? '')?.[1] ?? ''
    const inner = fieldsOf(include, find, depth + 1).map(field => ({
      ...field,
      values: {
        ...field.values,
        FIELDNAME: (field.values['FIELDNAME'] ?? '') + suffix,
        KEYFLAG: item['KEYFLAG'] ?? '',
        PRECFIELD: include.name
      }
    }))
    return [own, ...inner]
  })
}

function typed(item: Values, find: Find): Values {
  const element = find('DTEL', item['ROLLNAME'] ?? '')
  if (element === undefined) return item
  const { DATATYPE = '', LENG = '', DECIMALS = '' } = elementType(element, find)
  return { ...item, DATATYPE, LENG, DECIMALS, DOMNAME: element.head['DOMNAME'] ?? '' }
}

/** INTTYPE of dictionary types and their bytes: a number, or what makes one of the length. */
const INTERNAL: Readonly<Record<string, readonly [string, number | ((length: number) => number)]>> =
  {
    NUMC: ['N', length => length * 2],
    DATS: ['D', 16],
    TIMS: ['T', 12],
    DEC: ['P', length => Math.floor(length / 2) + 1],
    CURR: ['P', length => Math.floor(length / 2) + 1],
    QUAN: ['P', length => Math.floor(length / 2) + 1],
    INT1: ['b', 1],
    INT2: ['s', 2],
    INT4: ['X', 4],
    INT8: ['8', 8],
    FLTP: ['F', 8],
    RAW: ['X', length => length],
    RSTR: ['y', 8],
    STRG: ['g', 8],
    D16N: ['a', 8],
    D34N: ['e', 16]
  }

function internalType({ DATATYPE = '', LENG = '', DOMNAME = '' }: Values): DictionaryRow {
  if (DATATYPE === '') return {}
  const [kind, size] = INTERNAL[DATATYPE] ?? ['C', (length: number) => length * 2]
  const bytes = typeof size === 'number' ? size : size(Number(LENG))
  return { INTTYPE: kind, INTLEN: digits(bytes, 6), DOMNAME }
}
