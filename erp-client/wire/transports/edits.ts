/** Bodies of edits of a transport request, and the messages of its check. */
import { ErpError } from '../../errors.ts'
import { offLoop } from '../../threads/worker-thread.ts'
import { spliced, withAttribute, withValue } from '../document/splice.ts'
import { placeXml, prefixOf } from '../document/tree.ts'
import type { TransportAttribute, TransportEntry } from '../transports.ts'
import { attribute, children, escapeXml, parseXml, textOf, xmlHead } from '../xml.ts'

const namespace = 'xmlns:tm="http://www.sap.com/cts/adt/tm"'

function edit(action: string, number: string, content: string): string {
  return `${xmlHead}<tm:root ${namespace} tm:number="${escapeXml(number)}" tm:useraction="${action}">${content}</tm:root>`
}

function facts(named: Readonly<Record<string, string | undefined>>): string {
  return Object.entries(named)
    .flatMap(([key, value]) => (value === undefined ? [] : [` tm:${key}="${escapeXml(value)}"`]))
    .join('')
}

export function addEntryBody(
  number: string,
  { pgmid, type, name }: Pick<TransportEntry, 'pgmid' | 'type' | 'name'>
): string {
  const object = `<tm:abap_object${facts({ pgmid, type, name })}/>`
  return edit('addobject', number, `<tm:request>${object}</tm:request>`)
}

export function taskTypeBody(number: string, type: string): string {
  return edit('changetasktype', number, `<tm:task${facts({ number, type })}/>`)
}

export function targetBody(number: string, target: string): string {
  return edit('changetarget', number, `<tm:request${facts({ number, target })}/>`)
}

export type AttributeAction = 'addattribute' | 'modifyattribute' | 'removeattribute'

/** An attribute that is there is addressed by its position. */
export function attributeBody(
  action: AttributeAction,
  number: string,
  { name, value, position }: TransportAttribute
): string {
  const attributes = `<tm:attributes${facts({ attribute: name, value, position })}/>`
  return edit(action, number, `<tm:request>${attributes}</tm:request>`)
}

/**
 * The document of a request with another description. The ERP saves the whole document, so that
 * everything else must stay in it: a target that it does not hold would be gone.
 *
 * @throws ErpError ERP_BAD_ANSWER where the document does not describe the request
 */
export function withDescription(xml: string, number: string, description: string): string {
  const request = placeXml(xml).children.find(
    each =>
      each.name === 'request' &&
      each.attributes.some(({ name, value }) => name === 'number' && value === number)
  )
  if (request === undefined) {
    throw new ErpError('ERP_BAD_ANSWER', `The document of the ERP does not describe ${number}`, {
      outcome: 'failed'
    })
  }
  const desc = request.attributes.find(({ name }) => name === 'desc')
  const prefix = prefixOf(request.qualified)
  return spliced(xml, [
    desc === undefined
      ? withAttribute(request, prefix === '' ? 'desc' : `${prefix}:desc`, description)
      : withValue(desc, description)
  ])
}

export interface CheckMessage {
  readonly severity: string
  readonly text: string
}

/** Reads `messages` of a check; an empty answer has none. */
export function readCheckMessages(xml: string): CheckMessage[] {
  if (xml.trim() === '') return []
  return children(parseXml(xml, ['messages']).element, 'msg').map(each => ({
    severity: attribute(each, 'type') ?? '',
    text: [attribute(each, 'objDescr') ?? '', textOf(each, 'shortText', 'txt')]
      .map(words => words.trim())
      .filter(words => words !== '')
      .join(': ')
  }))
}

export const describeTransport = offLoop({ withDescription }, import.meta.url)
