import { ErpError } from '../errors.ts'
import { attribute, child, children, escapeXml, parseXml, rawText, textOf } from './xml.ts'
import type { XmlElement } from './xml.ts'

/** Facts of an object without source text, by the names that users give them. */
export type Fields = Readonly<Record<string, unknown>>

interface FieldCodec {
  read (root: XmlElement): Record<string, unknown>
  /** The parts of the document that the facts stand in, with the local name of the element each replaces. */
  write (fields: Fields): readonly { readonly element: string, readonly body: string }[]
}

const text = (fields: Fields, name: string): string => fields[name] === undefined || fields[name] === null ? '' : String(fields[name])
const padded = (fields: Fields, name: string): string => text(fields, name) === '' ? '' : text(fields, name).padStart(6, '0')
const flag = (fields: Fields, name: string): string => String(fields[name] === true)
const plain = (number: string): number | undefined => number === '' ? undefined : Number(number)

function tag (prefix: string, name: string, value: string): string {
  return value === '' ? `<${prefix}:${name}/>` : `<${prefix}:${name}>${escapeXml(value)}</${prefix}:${name}>`
}

function list (fields: Fields, name: string): Fields[] {
  const value = fields[name]
  return Array.isArray(value) ? value.filter((each): each is Fields => typeof each === 'object' && each !== null) : []
}

const domain: FieldCodec = {
  read (root) {
    const content = child(root, 'content')
    const output = child(content, 'outputInformation')
    const values = child(content, 'valueInformation')
    const table = child(values, 'valueTableRef')
    return {
      dataType: textOf(content, 'typeInformation', 'datatype'),
      length: plain(textOf(content, 'typeInformation', 'length')),
      decimals: plain(textOf(content, 'typeInformation', 'decimals')),
      outputLength: plain(textOf(output, 'length')),
      conversionExit: textOf(output, 'conversionExit'),
      signed: textOf(output, 'signExists') === 'true',
      lowercase: textOf(output, 'lowercase') === 'true',
      valueTable: attribute(table, 'name') ?? rawText(table).trim(),
      values: children(values, 'fixValues', 'fixValue').map(each => ({ low: textOf(each, 'low'), high: textOf(each, 'high'), text: textOf(each, 'text') }))
    }
  },
  write (fields) {
    const fixed = list(fields, 'values').map((each, index) =>
      `<doma:fixValue>${tag('doma', 'position', String(index + 1).padStart(4, '0'))}${tag('doma', 'low', text(each, 'low'))}${tag('doma', 'high', text(each, 'high'))}${tag('doma', 'text', text(each, 'text'))}</doma:fixValue>`)
    const table = text(fields, 'valueTable')
    const outputLength = text(fields, 'outputLength') === '' ? padded(fields, 'length') : padded(fields, 'outputLength')
    const decimals = padded(fields, 'decimals') || '000000'
    return [{
      element: 'content',
      body: '<doma:content>' +
        `<doma:typeInformation>${tag('doma', 'datatype', text(fields, 'dataType').toUpperCase())}${tag('doma', 'length', padded(fields, 'length'))}${tag('doma', 'decimals', decimals)}</doma:typeInformation>` +
        `<doma:outputInformation>${tag('doma', 'length', outputLength)}<doma:style>00</doma:style>${tag('doma', 'conversionExit', text(fields, 'conversionExit'))}${tag('doma', 'signExists', flag(fields, 'signed'))}${tag('doma', 'lowercase', flag(fields, 'lowercase'))}<doma:ampmFormat>false</doma:ampmFormat></doma:outputInformation>` +
        `<doma:valueInformation>${table === '' ? '<doma:valueTableRef/>' : `<doma:valueTableRef adtcore:name="${escapeXml(table)}"/>`}<doma:appendExists>false</doma:appendExists><doma:fixValues>${fixed.join('')}</doma:fixValues></doma:valueInformation>` +
        '</doma:content>'
    }]
  }
}

const labels = [['short', 10], ['medium', 20], ['long', 40], ['heading', 55]] as const

const dataElement: FieldCodec = {
  read (root) {
    const one = child(root, 'dataElement')
    const kind = textOf(one, 'typeKind')
    return {
      typeKind: kind,
      typeName: textOf(one, 'typeName'),
      dataType: textOf(one, 'dataType'),
      length: plain(textOf(one, 'dataTypeLength')),
      decimals: plain(textOf(one, 'dataTypeDecimals')),
      ...Object.fromEntries(labels.map(([name]) => [name, textOf(one, `${name}FieldLabel`)])),
      searchHelp: textOf(one, 'searchHelp'),
      searchHelpParameter: textOf(one, 'searchHelpParameter'),
      parameterId: textOf(one, 'setGetParameter'),
      componentName: textOf(one, 'defaultComponentName'),
      changeDocument: textOf(one, 'changeDocument') === 'true'
    }
  },
  write (fields) {
    const kind = text(fields, 'typeKind') || (text(fields, 'typeName') === '' ? 'predefinedAbapType' : 'domain')
    const texts = labels.map(([name, most]) => {
      const label = text(fields, name)
      return `${tag('dtel', `${name}FieldLabel`, label)}${tag('dtel', `${name}FieldLength`, String(Math.min(most, Math.max(label.length, most))))}${tag('dtel', `${name}FieldMaxLength`, String(most))}`
    })
    return [{
      element: 'dataElement',
      body: '<dtel:dataElement xmlns:dtel="http://www.sap.com/adt/dictionary/dataelements">' +
        `${tag('dtel', 'typeKind', kind)}${tag('dtel', 'typeName', text(fields, 'typeName').toUpperCase())}${tag('dtel', 'dataType', text(fields, 'dataType').toUpperCase())}${tag('dtel', 'dataTypeLength', padded(fields, 'length') || '000000')}${tag('dtel', 'dataTypeDecimals', padded(fields, 'decimals') || '000000')}` +
        texts.join('') +
        `${tag('dtel', 'searchHelp', text(fields, 'searchHelp'))}${tag('dtel', 'searchHelpParameter', text(fields, 'searchHelpParameter'))}${tag('dtel', 'setGetParameter', text(fields, 'parameterId'))}${tag('dtel', 'defaultComponentName', text(fields, 'componentName'))}` +
        `<dtel:deactivateInputHistory>false</dtel:deactivateInputHistory>${tag('dtel', 'changeDocument', flag(fields, 'changeDocument'))}<dtel:leftToRightDirection>false</dtel:leftToRightDirection><dtel:deactivateBIDIFiltering>false</dtel:deactivateBIDIFiltering>` +
        '</dtel:dataElement>'
    }]
  }
}

const tableType: FieldCodec = {
  read (root) {
    const row = child(root, 'rowType')
    const key = child(root, 'primaryKey')
    return {
      rowKind: textOf(row, 'typeKind'),
      rowType: textOf(row, 'typeName'),
      dataType: textOf(row, 'builtInType', 'dataType'),
      length: plain(textOf(row, 'builtInType', 'length')),
      decimals: plain(textOf(row, 'builtInType', 'decimals')),
      access: textOf(root, 'accessType'),
      keyDefinition: textOf(key, 'definition'),
      unique: textOf(key, 'kind') === 'unique'
    }
  },
  write (fields) {
    const kind = text(fields, 'rowKind') || (text(fields, 'rowType') === '' ? 'predefinedAbapType' : 'dictionaryType')
    const builtIn = `<ttyp:builtInType>${tag('ttyp', 'dataType', text(fields, 'dataType').toUpperCase())}${tag('ttyp', 'length', padded(fields, 'length') || '000000')}${tag('ttyp', 'decimals', padded(fields, 'decimals') || '000000')}</ttyp:builtInType>`
    return [
      { element: 'rowType', body: `<ttyp:rowType>${tag('ttyp', 'typeKind', kind)}${tag('ttyp', 'typeName', text(fields, 'rowType').toUpperCase())}${builtIn}<ttyp:rangeType/></ttyp:rowType>` },
      { element: 'accessType', body: tag('ttyp', 'accessType', text(fields, 'access') || 'standard') },
      { element: 'primaryKey', body: `<ttyp:primaryKey>${tag('ttyp', 'definition', text(fields, 'keyDefinition') || 'standard')}${tag('ttyp', 'kind', fields['unique'] === true ? 'unique' : 'nonUnique')}<ttyp:components/><ttyp:alias/></ttyp:primaryKey>` }
    ]
  }
}

const messageClass: FieldCodec = {
  read: root => ({
    messages: children(root, 'messages').map(each => ({ number: attribute(each, 'msgno') ?? '', text: attribute(each, 'msgtext') ?? '', selfExplanatory: attribute(each, 'selfexplainatory') !== 'false' }))
  }),
  write: fields => [{
    element: 'messages',
    body: list(fields, 'messages').map(each => `<mc:messages mc:msgno="${escapeXml(text(each, 'number').padStart(3, '0'))}" mc:msgtext="${escapeXml(text(each, 'text'))}" mc:selfexplainatory="${String(each['selfExplanatory'] !== false)}"/>`).join('')
  }]
}

const codecs: Readonly<Record<string, FieldCodec>> = { DOMA: domain, DTEL: dataElement, TTYP: tableType, MSAG: messageClass }

function codecOf (type: string): FieldCodec | undefined {
  return Object.hasOwn(codecs, type) ? codecs[type] : undefined
}

/** Types whose facts can be given as data. */
export const fieldTypes: readonly string[] = Object.keys(codecs)

/** @throws ErpError ERP_BAD_ANSWER */
export function readFields (type: string, document: string): Fields | undefined {
  return codecOf(type)?.read(parseXml(document).element)
}

/** Messages are one list with numbers: what is named is replaced, what has no text is removed, the rest stays. */
function merged (before: Fields, after: Fields): Fields {
  const messages = list(after, 'messages')
  if (messages.length === 0) return { ...before, ...after }
  const byNumber = new Map([...list(before, 'messages'), ...messages].map(each => [text(each, 'number').padStart(3, '0'), each]))
  const kept = [...byNumber].filter(([, each]) => text(each, 'text') !== '').sort(([a], [b]) => a.localeCompare(b))
  return { ...before, messages: kept.map(([number, each]) => ({ ...each, number })) }
}

/** The document with the named facts changed; everything else of it stays byte for byte. @throws ErpError ERP_UNSUPPORTED, ERP_BAD_ANSWER */
export function mergeFields (type: string, document: string, fields: Fields): string {
  const codec = codecOf(type)
  if (codec === undefined) throw new ErpError('ERP_UNSUPPORTED', `The facts of a ${type} cannot be given as fields`, { outcome: 'failed', remedy: `Types with fields: ${fieldTypes.join(', ')}.` })
  const before = codec.read(parseXml(document).element)
  return codec.write(merged(before, fields)).reduce(replaced, document)
}

/** Puts a part in place of all elements of that name, or before the end where there is none. */
function replaced (document: string, { element, body }: { element: string, body: string }): string {
  const found = new RegExp(`<(?:([\\w.-]+):)?${element}(?=[\\s/>])(?:[^>"']|"[^"]*"|'[^']*')*?(?:/>|>[\\s\\S]*?</(?:[\\w.-]+:)?${element}\\s*>)`, 'g')
  const places = [...document.matchAll(found)]
  const [first] = places
  const root = /<([\w.-]+)(:[\w.-]+)?[^>]*>/.exec(document.replace(/^\s*<\?[^>]*\?>/, found => ' '.repeat(found.length)))
  const ownPrefix = root?.[2] === undefined ? '' : root[1] ?? ''
  const own = withPrefix(body, first?.[1] ?? ownPrefix)
  if (first === undefined) return document.replace(/<\/[^<>]+>\s*$/, end => own + end)
  const last = places.at(-1) ?? first
  return document.slice(0, first.index) + own + document.slice(last.index + last[0].length)
}

/** Documents differ in their prefixes and in nothing else; a part that declares its own keeps it. */
function withPrefix (body: string, prefix: string): string {
  const [, own, declares] = /^<([\w.-]+):[\w.-]+([^>]*)>/.exec(body) ?? []
  if (own === undefined || prefix === '' || prefix === own || declares?.includes(`xmlns:${own}=`) === true) return body
  return body.replaceAll(new RegExp(`(</?|\\s)${own}:`, 'g'), `$1${prefix}:`)
}
