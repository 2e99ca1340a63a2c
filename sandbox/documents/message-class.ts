/** Reads and writes the document of a message class. */
import { invalidData } from '../http/errors.ts'
import { basePath } from '../http/router.ts'
import { encodeName } from '../http/uris.ts'
import { childrenOf } from '../http/xml-reader.ts'
import type { XmlElement } from '../http/xml-reader.ts'
import { declare, element } from '../http/xml.ts'
import { internalLanguage } from '../store/formats/metadata.ts'
import {
  child as part,
  childrenOf as partsOf,
  element as node,
  leaves,
  textAt,
  withChild,
  withText
} from '../store/formats/xml.ts'
import type { Element } from '../store/formats/xml.ts'
import type { DocumentCodec, DocumentContext } from './types.ts'

const textLimit = 73

function messages(values: Element): readonly Element[] {
  return partsOf(part(values, 'T100'), 'T100')
}

/** Messages are self-explanatory by default; the file marks the others. */
function needsLongtext(values: Element, number: string): boolean {
  return partsOf(part(values, 'T100U'), 'T100U').some(
    row => textAt(row, 'MSGNR') === number && textAt(row, 'SELFDEF') !== '3'
  )
}

/** Whether the file contains a long text of the message, which is stored and not displayed. */
function hasLongtext(values: Element, object: string): boolean {
  return partsOf(part(values, 'LONGTEXTS'), 'item').some(
    item => textAt(item, 'DOKIL', 'OBJECT') === object
  )
}

function write(values: Element, { info }: DocumentContext): string[] {
  const { name } = info.key
  return messages(values).map(row => {
    const number = textAt(row, 'MSGNR')
    const link = (rel: string, href: string) =>
      element('atom:link', {
        ...declare('atom'),
        href,
        rel: `http://www.sap.com/adt/relations/${rel}`
      })
    return element(
      'mc:messages',
      {
        'mc:msgno': number,
        'mc:msgtext': textAt(row, 'TEXT'),
        'mc:selfexplainatory': !needsLongtext(values, number),
        'mc:documented': hasLongtext(values, name + number),
        'mc:lastchangedby': info.changedBy,
        'mc:lastmodified': new Date(info.changedAt).toISOString().slice(0, 10),
        'adtcore:name': ''
      },
      [
        link(
          'longtext',
          `${basePath}/vit/docu/object_type/NA/object_name/${encodeURIComponent(name)}${number}`
        ),
        link(
          'messageclasses/messages',
          `${basePath}/messageclass/${encodeName(name)}/messages/${number}`
        )
      ]
    )
  })
}

export function messageNumber(given: string): string {
  const number = given.trim()
  if (!/^\d{1,3}$/.test(number)) {
    throw invalidData(`${number} is not the number of a message: it has three digits`)
  }
  return number.padStart(3, '0')
}

interface MessageInput {
  readonly number: string
  readonly text: string | undefined
  readonly selfExplaining: boolean | undefined
}

function messageInputOf({ attributes }: XmlElement): MessageInput {
  const { msgno = '', msgtext, selfexplainatory } = attributes
  if (msgtext !== undefined && msgtext.length > textLimit) {
    throw invalidData(`The text of message ${msgno} has more than ${textLimit} characters`)
  }
  return {
    number: messageNumber(msgno),
    text: msgtext,
    selfExplaining:
      selfexplainatory === undefined
        ? undefined
        : selfexplainatory === 'true' || selfexplainatory === 'X'
  }
}

function withMessage(values: Element, { number, text, selfExplaining }: MessageInput): Element {
  const [name, language] = [textAt(values, 'T100A', 'ARBGB'), textAt(values, 'T100A', 'MASTERLANG')]
  const rows = messages(values)
  const old = rows.find(row => textAt(row, 'MSGNR') === number)
  const created = node('T100', leaves({ SPRSL: language, ARBGB: name, MSGNR: number }))
  const next = withText(old ?? created, ['TEXT'], text ?? textAt(old, 'TEXT'))
  const all = [...rows.filter(row => row !== old), next].toSorted((a, b) =>
    textAt(a, 'MSGNR') < textAt(b, 'MSGNR') ? -1 : 1
  )
  const described = withChild(values, 'T100', node('T100', all))
  if (selfExplaining === undefined || selfExplaining === !needsLongtext(values, number)) {
    return described
  }
  const others = partsOf(part(values, 'T100U'), 'T100U').filter(
    row => textAt(row, 'MSGNR') !== number
  )
  const selfExplanatoryRows = selfExplaining
    ? others
    : [...others, node('T100U', leaves({ ARBGB: name, MSGNR: number, SELFDEF: '1' }))]
  return withChild(
    described,
    'T100U',
    selfExplanatoryRows.length === 0 ? undefined : node('T100U', selfExplanatoryRows)
  )
}

function without(values: Element, number: string): Element {
  return ['T100', 'T100U'].reduce((result, table) => {
    const rows = partsOf(part(result, table), table).filter(row => textAt(row, 'MSGNR') !== number)
    return withChild(result, table, rows.length === 0 ? undefined : node(table, rows))
  }, values)
}

/** The log-on language of a change becomes the original language, in which all texts are recorded. */
function inLanguage(values: Element, language: string): Element {
  const own = internalLanguage(language)
  const rows = messages(values).map(row => withText(row, ['SPRSL'], own))
  const moved = withText(values, ['T100A', 'MASTERLANG'], own)
  return rows.length === 0 ? moved : withChild(moved, 'T100', node('T100', rows))
}

/** Sets the messages of the document, removes its deleted ones, and keeps all others. */
function read(document: XmlElement, stored: Element, { info, language }: DocumentContext): Element {
  const isOther = language !== undefined && language !== info.language
  const values = isOther ? inLanguage(stored, language) : stored
  const given = childrenOf(document, 'messages').map(messageInputOf)
  const deleted = childrenOf(document, 'deletedmessages').map(each =>
    messageNumber(each.attributes['msgno'] ?? '')
  )
  return deleted.reduce(without, given.reduce(withMessage, values))
}

/** Numbers that a document would change or delete, with their lock handles. */
export function changedMessages(
  document: XmlElement,
  values: Element
): { readonly number: string; readonly handle: string | undefined }[] {
  const before = new Map(messages(values).map(row => [textAt(row, 'MSGNR'), textAt(row, 'TEXT')]))
  const changed = childrenOf(document, 'messages').filter(each => {
    const { number, text, selfExplaining } = messageInputOf(each)
    return (
      before.get(number) !== (text ?? before.get(number)) ||
      (selfExplaining !== undefined && selfExplaining === needsLongtext(values, number))
    )
  })
  return [...changed, ...childrenOf(document, 'deletedmessages')].map(({ attributes }) => ({
    number: messageNumber(attributes['msgno'] ?? ''),
    handle: attributes['lockhandle']
  }))
}

export const messageClass: DocumentCodec = {
  root: 'mc:messageClass',
  namespaces: declare('mc'),
  write,
  read
}
