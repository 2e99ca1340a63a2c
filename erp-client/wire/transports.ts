/** Transport requests, tasks and entries. */
import { ErpError } from '../errors.ts'
import { offLoop } from '../threads/worker-thread.ts'
import { attribute, child, children, escapeXml, parseXml, textOf, xmlHead } from './xml.ts'
import type { XmlElement } from './xml.ts'

/** An entry of a request or task; `R3TR` is a whole object, `LIMU` a part of one. */
export interface TransportEntry {
  readonly pgmid: string
  readonly type: string
  readonly name: string
  readonly adtType?: string | undefined
  readonly description?: string | undefined
  readonly position?: string | undefined
  readonly locked?: boolean | undefined
}

export interface TransportTask {
  readonly number: string
  readonly owner: string
  readonly description: string
  /** `K` workbench, `W` customizing, `T` transport of copies; for a task the ERP's text. */
  readonly type: string
  /** `D` modifiable, `L` protected, `O` release started, `R` and `N` released. */
  readonly status: string
  readonly entries: readonly TransportEntry[]
}

export interface Transport extends TransportTask {
  readonly target?: string | undefined
  readonly targetText?: string | undefined
  /** As the ERP writes it: 14 digits. */
  readonly changedAt?: string | undefined
  readonly tasks: readonly TransportTask[]
  /** Only where the ERP describes one request. */
  readonly attributes?: readonly TransportAttribute[] | undefined
  /** From a search that lists no objects; `entries` is empty then. */
  readonly headOnly?: true | undefined
}

export interface TransportAttribute {
  readonly name: string
  readonly value: string
  /** Of an attribute that is there. */
  readonly position?: string | undefined
}

const namespace = 'xmlns:tm="http://www.sap.com/cts/adt/tm"'

/** Levels of the tree above the requests; releases leave some of them out. */
const levels = [
  'workbench',
  'customizing',
  'transportofcopies',
  'target',
  'modifiable',
  'released',
  'relstarted'
] as const

function attributeText(element: XmlElement, name: string): string | undefined {
  const value = attribute(element, name)
  return value === undefined || value === '' ? undefined : value
}

function entries(element: XmlElement): TransportEntry[] {
  const listed = [
    ...children(element, 'abap_object'),
    ...children(element, 'all_objects', 'abap_object')
  ].map(each => ({
    pgmid: attribute(each, 'pgmid') ?? '',
    type: attribute(each, 'type') ?? '',
    name: attribute(each, 'name') ?? '',
    adtType: attributeText(each, 'wbtype'),
    description: attributeText(each, 'obj_desc') ?? attributeText(each, 'obj_info'),
    position: attributeText(each, 'position'),
    locked: attribute(each, 'lock_status') === 'X'
  }))
  return [
    ...new Map(listed.map(each => [`${each.pgmid} ${each.type} ${each.name}`, each])).values()
  ]
}

function task(element: XmlElement): TransportTask {
  return {
    number: attribute(element, 'number') ?? '',
    owner: attribute(element, 'owner') ?? '',
    description: attribute(element, 'desc') ?? '',
    type: attribute(element, 'type') ?? '',
    status: attribute(element, 'status') ?? '',
    entries: entries(element)
  }
}

function transport(element: XmlElement): Transport {
  return {
    ...task(element),
    target: attributeText(element, 'target'),
    targetText: attributeText(element, 'target_desc'),
    changedAt: attributeText(element, 'lastchanged_timestamp'),
    tasks: children(element, 'task').map(task),
    ...attributesIn(element)
  }
}

function attributesIn(element: XmlElement): Pick<Transport, 'attributes'> {
  const attributes = children(element, 'attributes').map(each => ({
    name: attribute(each, 'attribute') ?? '',
    value: attribute(each, 'value') ?? '',
    position: attributeText(each, 'position')
  }))
  return attributes.length === 0 ? {} : { attributes }
}

function collect(element: XmlElement): Transport[] {
  return [
    ...children(element, 'request').map(transport),
    ...levels.flatMap(level => children(element, level).flatMap(collect))
  ]
}

/** All requests of a tree; an empty tree is an empty list. @throws ErpError ERP_BAD_ANSWER */
export function readTransportTree(xml: string): Transport[] {
  const found = collect(parseXml(xml, ['root']).element).filter(each => each.number !== '')
  return [...new Map(found.map(each => [each.number, each])).values()]
}

/**
 * The request with a number, or the request of the task with that number: for a task the ERP
 * describes the parent beside it, and old releases answer with the caller's whole tree. Undefined
 * where the number does not occur.
 */
export function readOneTransport(xml: string, number: string): Transport | undefined {
  const { element } = parseXml(xml, ['root'])
  const beside = children(element, 'task').map(task)
  const all = collect(element)
  const found = all.find(
    each => each.number === number || each.tasks.some(own => own.number === number)
  )
  if (found !== undefined) return found
  const [parent] = all
  return parent !== undefined && beside.some(each => each.number === number)
    ? { ...parent, tasks: beside }
    : undefined
}

export interface NewTransport {
  readonly type: string
  readonly description: string
  readonly target: string
  readonly owners: readonly string[]
}

export function newTransportBody({ type, description, target, owners }: NewTransport): string {
  const tasks = owners.map(owner => `<tm:task tm:owner="${escapeXml(owner)}"/>`).join('')
  return `${xmlHead}<tm:root ${namespace} tm:useraction="newrequest"><tm:request tm:desc="${escapeXml(description)}" tm:type="${escapeXml(type)}" tm:target="${escapeXml(target)}" tm:cts_project="">${tasks}</tm:request></tm:root>`
}

/** Number of a new request and of its tasks. @throws ErpError ERP_BAD_ANSWER */
export function readNewTransport(xml: string): { number: string; tasks: string[] } {
  const request = child(parseXml(xml, ['root']).element, 'request')
  const number = request === undefined ? '' : (attribute(request, 'number') ?? '')
  if (number === '') {
    throw new ErpError('ERP_BAD_ANSWER', 'The ERP created a request and did not say its number', {
      outcome: 'unknown'
    })
  }
  return {
    number,
    tasks: children(request, 'task').flatMap(each => attribute(each, 'number') ?? [])
  }
}

/**
 * The number at the end of the pseudo path that the classic service returns.
 * @throws ErpError ERP_BAD_ANSWER
 */
export function readClassicNumber(text: string): string {
  const number = text.trim().split('/').at(-1) ?? ''
  if (!/^[A-Z0-9]{3}[A-Z]\w{6}$/.test(number)) {
    throw new ErpError('ERP_BAD_ANSWER', 'The ERP created a request and did not say its number', {
      outcome: 'unknown'
    })
  }
  return number
}

export function userActionBody(
  action: 'changeowner' | 'newtask',
  number: string,
  user: string
): string {
  return `${xmlHead}<tm:root ${namespace} tm:number="${escapeXml(number)}" tm:targetuser="${escapeXml(user)}" tm:useraction="${action}"/>`
}

/** Number of the new task. @throws ErpError ERP_BAD_ANSWER */
export function readNewTask(xml: string): string {
  const number = attribute(parseXml(xml, ['root']).element, 'number') ?? ''
  if (number === '') {
    throw new ErpError('ERP_BAD_ANSWER', 'The ERP created a task and did not say its number', {
      outcome: 'unknown'
    })
  }
  return number
}

export function removeEntryBody(
  number: string,
  { pgmid, type, name, description = '', position = '' }: TransportEntry
): string {
  const facts = { name, obj_desc: description, pgmid, type, position }
  const attributes = Object.entries(facts)
    .map(([key, value]) => ` tm:${key}="${escapeXml(value)}"`)
    .join('')
  return `${xmlHead}<tm:root ${namespace} tm:number="${escapeXml(number)}" tm:useraction="removeobject"><tm:request><tm:abap_object${attributes}/></tm:request></tm:root>`
}

/** Name → description of a value help. @throws ErpError ERP_BAD_ANSWER */
export function readNamedItems(xml: string): { name: string; description: string }[] {
  const { element } = parseXml(xml, ['namedItemList'])
  return children(element, 'namedItem')
    .map(item => ({ name: textOf(item, 'name'), description: textOf(item, 'description') }))
    .filter(item => item.name !== '')
}

export const decodeTransportTree = offLoop({ readTransportTree }, import.meta.url)
export const decodeOneTransport = offLoop({ readOneTransport }, import.meta.url)
