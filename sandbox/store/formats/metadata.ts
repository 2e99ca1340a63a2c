/** Short texts, languages and initial values in metadata files. */
import type { ObjectType } from '../../types.ts'
import { objectTypes } from '../object-types.ts'
import { child, childrenOf, element, leaves, textAt, withChild, withText } from './xml.ts'
import type { Element } from './xml.ts'

/** What a new metadata file is made of. */
export interface NewObject {
  readonly type: ObjectType
  readonly name: string
  readonly description: string
  /** Two letters, `EN`. */
  readonly language: string
  readonly attributes: Readonly<Record<string, string>>
}

/** Pairs of the two-letter code and the one-character key. */
const languages =
  'AR A BG W CS C DA K DE D EL G EN E ES S FI U FR F HE B HR 6 HU H IT I JA J KO 3 NL N NO O PL L PT P RO 4 RU R SK Q SL 5 SV V TH 2 TR T UK 8 ZH 1'
    .match(/\w+ \w/g)
    ?.map(pair => pair.split(' ') as [string, string]) ?? []
const internalLanguages = new Map(languages)
const isoLanguages = new Map(languages.map(([iso, internal]) => [internal, iso]))

/** The one-character language key of the dictionary; `E` for languages that are not known. */
export function internalLanguage(iso: string): string {
  return internalLanguages.get(iso.toUpperCase()) ?? 'E'
}

export function isoLanguage(internal: string): string {
  return isoLanguages.get(internal) ?? 'EN'
}

const programCodes: Readonly<Record<string, string>> = {
  executableProgram: '1',
  includeProgram: 'I',
  modulePool: 'M',
  subroutinePool: 'S',
  functionGroup: 'F',
  classPool: 'K',
  interfacePool: 'J'
}
const programTypes = new Map(Object.entries(programCodes).map(([type, code]) => [code, type]))

export function programType(values: Element): string {
  return programTypes.get(textAt(values, 'PROGDIR', 'SUBC')) ?? 'executableProgram'
}

export function withProgramType(values: Element, type: string): Element {
  return withText(values, ['PROGDIR', 'SUBC'], programCodes[type] ?? '1')
}

const titleItem = (description: string) =>
  element('item', leaves({ ID: 'R', ENTRY: description, LENGTH: String(description.length) }))

type MetadataFactory = (object: NewObject) => Element[]
const section = (name: string, values: Readonly<Record<string, string>>) =>
  element(name, leaves(values))
const source =
  (type: string, fields: (object: NewObject) => Record<string, string>): MetadataFactory =>
  object => [section(type, fields(object))]
/** A section of name, language and short text, by their fields. */
const titled = (type: string, [name, language, text]: readonly [string, string, string]) =>
  source(type, object => ({
    [name]: object.name,
    [language]: internalLanguage(object.language),
    [text]: object.description
  }))
const described =
  (type: string): MetadataFactory =>
  ({ name, description, language }) => [
    element(type, [
      section('METADATA', {
        NAME: name,
        TYPE: `${type}/${type}`,
        DESCRIPTION: description,
        LANGUAGE: language,
        MASTER_LANGUAGE: language
      })
    ])
  ]

const program: MetadataFactory = ({ type, name, description, attributes }) => [
  section('PROGDIR', {
    NAME: name,
    SUBC: type === 'INCL' ? 'I' : (programCodes[attributes.programType ?? ''] ?? '1'),
    RLOAD: 'E',
    FIXPT: 'X',
    UCCHECK: 'X'
  }),
  element('TPOOL', [titleItem(description)])
]

const factories: Readonly<Record<ObjectType, MetadataFactory>> = {
  PROG: program,
  INCL: program,
  CLAS: ({ name, description, language }) => [
    section('VSEOCLASS', {
      CLSNAME: name,
      LANGU: internalLanguage(language),
      DESCRIPT: description,
      STATE: '1',
      CLSCCINCL: 'X',
      FIXPT: 'X',
      UNICODE: 'X'
    })
  ],
  INTF: ({ name, description, language }) => [
    section('VSEOINTERF', {
      CLSNAME: name,
      LANGU: internalLanguage(language),
      DESCRIPT: description,
      EXPOSURE: '2',
      STATE: '1',
      UNICODE: 'X'
    })
  ],
  FUGR: ({ description }) => [
    ...leaves({ AREAT: description }),
    element('INCLUDES'),
    element('FUNCTIONS')
  ],
  TABL: ({ name, description, language }) => [
    section('DD02V', {
      TABNAME: name,
      DDLANGUAGE: internalLanguage(language),
      TABCLASS: 'TRANSP',
      DDTEXT: description,
      CONTFLAG: 'A',
      EXCLASS: '1'
    })
  ],
  STRU: ({ name, description, language }) => [
    section('DD02V', {
      TABNAME: name,
      DDLANGUAGE: internalLanguage(language),
      TABCLASS: 'INTTAB',
      DDTEXT: description,
      EXCLASS: '1'
    })
  ],
  DDLS: titled('DDLS', ['DDLNAME', 'DDLANGUAGE', 'DDTEXT']),
  DEVC: source('DEVC', ({ description, attributes }) => ({
    CTEXT: description,
    ...packageFields(attributes)
  })),
  DOMA: source('DD01V', ({ name, description, language }) => ({
    DOMNAME: name,
    DDLANGUAGE: internalLanguage(language),
    DATATYPE: 'CHAR',
    LENG: '000001',
    OUTPUTLEN: '000001',
    DDTEXT: description
  })),
  DTEL: source('DD04V', ({ name, description, language }) => ({
    ROLLNAME: name,
    DDLANGUAGE: internalLanguage(language),
    HEADLEN: '55',
    SCRLEN1: '10',
    SCRLEN2: '20',
    SCRLEN3: '40',
    DDTEXT: description,
    DTELMASTER: internalLanguage(language),
    DATATYPE: 'CHAR',
    LENG: '000001',
    OUTPUTLEN: '000001'
  })),
  TTYP: source('DD40V', ({ name, description, language }) => ({
    TYPENAME: name,
    DDLANGUAGE: internalLanguage(language),
    DATATYPE: 'CHAR',
    LENG: '000001',
    ACCESSMODE: 'T',
    KEYDEF: 'D',
    KEYKIND: 'N',
    DDTEXT: description
  })),
  MSAG: ({ name, description, language }) => [
    section('T100A', { ARBGB: name, MASTERLANG: internalLanguage(language), STEXT: description })
  ],
  DCLS: titled('DCLS', ['DCLNAME', 'DDLANGUAGE', 'DDTEXT']),
  DDLX: described('DDLX'),
  BDEF: described('BDEF'),
  SRVD: described('SRVD'),
  SRVB: described('SRVB'),
  ENQU: ({ name, description, language }) => [
    section('DD25V', {
      VIEWNAME: name,
      DDLANGUAGE: internalLanguage(language),
      AGGTYPE: 'E',
      DDTEXT: description
    })
  ],
  SKTD: ({ name, description, language }) => [
    section('METADATA', { NAME: name, DESCRIPTION: description, LANGUAGE: language })
  ],
  XSLT: titled('ATTRIBUTES', ['XSLTDESC', 'LANGU', 'DESCRIPT']),
  DRUL: described('DRUL'),
  DESD: described('DESD'),
  DTSC: described('DTSC'),
  CSNM: described('CSNM'),
  EVTB: described('EVTB'),
  EVTO: described('EVTO'),
  COTA: described('COTA'),
  TYPE: ({ description, language }) =>
    leaves({ DDLANGUAGE: internalLanguage(language), DDTEXT: description })
}

/** What stands in `asx:values` of an object that is being made. */
export function newValues(object: NewObject): Element[] {
  return factories[object.type](object)
}

export function descriptionOf(type: ObjectType, values: Element): string {
  if (type !== 'PROG' && type !== 'INCL') return textAt(values, ...objectTypes[type].description)
  const title = childrenOf(child(values, 'TPOOL'), 'item').find(item => textAt(item, 'ID') === 'R')
  return textAt(title, 'ENTRY')
}

export function withDescription(type: ObjectType, values: Element, description: string): Element {
  if (type !== 'PROG' && type !== 'INCL') {
    return withText(values, objectTypes[type].description, description)
  }
  const others = childrenOf(child(values, 'TPOOL'), 'item').filter(
    item => textAt(item, 'ID') !== 'R'
  )
  return withChild(values, 'TPOOL', element('TPOOL', [titleItem(description), ...others]))
}

const languagePaths: Readonly<Partial<Record<ObjectType, readonly string[]>>> = {
  CLAS: ['VSEOCLASS', 'LANGU'],
  INTF: ['VSEOINTERF', 'LANGU'],
  TABL: ['DD02V', 'DDLANGUAGE'],
  STRU: ['DD02V', 'DDLANGUAGE'],
  DDLS: ['DDLS', 'DDLANGUAGE'],
  DOMA: ['DD01V', 'DDLANGUAGE'],
  DTEL: ['DD04V', 'DDLANGUAGE'],
  TTYP: ['DD40V', 'DDLANGUAGE'],
  MSAG: ['T100A', 'MASTERLANG'],
  ENQU: ['DD25V', 'DDLANGUAGE'],
  XSLT: ['ATTRIBUTES', 'LANGU']
}

/** The two-letter language of the object; `EN` where the format has none. */
export function languageOf(type: ObjectType, values: Element): string {
  return isoLanguage(textAt(values, ...(languagePaths[type] ?? ['-'])))
}

const packageKinds: Readonly<Record<string, string>> = {
  structure: 'S',
  main: 'X',
  development: ''
}
const packageFieldNames: Readonly<Record<string, string>> = {
  softwareComponent: 'DLVUNIT',
  transportLayer: 'PDEVCLASS',
  applicationComponent: 'COMPONENT',
  superPackage: 'PARENTCL'
}

function packageFields(attributes: Readonly<Record<string, string>>): Record<string, string> {
  const fields: Record<string, string> = {}
  for (const [name, field] of Object.entries(packageFieldNames)) {
    if (attributes[name] !== undefined) fields[field] = attributes[name]
  }
  if (attributes.packageType !== undefined) {
    fields.MAINPACK = packageKinds[attributes.packageType] ?? ''
  }
  if (attributes.recordChanges !== undefined) {
    // abapGit leaves the flag out, so its absence says nothing
    fields.KORRFLAG = attributes.recordChanges === 'true' ? 'X' : '-'
  }
  return fields
}

/** The package's own facts, as far as its file has them; what it lacks follows from its place. */
export function packageAttributes(values: Element): Record<string, string> {
  const found: Record<string, string> = {}
  for (const [name, field] of Object.entries(packageFieldNames)) {
    const value = textAt(values, 'DEVC', field)
    if (value !== '') found[name] = value
  }
  const kind = textAt(values, 'DEVC', 'MAINPACK')
  found.packageType = kind === 'S' ? 'structure' : kind === 'X' ? 'main' : 'development'
  const recording = textAt(values, 'DEVC', 'KORRFLAG')
  if (recording !== '') found.recordChanges = String(recording === 'X')
  return found
}

export function withPackageAttributes(
  values: Element,
  attributes: Readonly<Record<string, string>>
): Element {
  return Object.entries(packageFields(attributes)).reduce(
    (result, [field, value]) => withText(result, ['DEVC', field], value),
    values
  )
}
