import type { System } from '../../system.ts'
import { localChanges, targetText } from '../../transports/landscape.ts'
import { entryLabel } from '../../transports/release.ts'
import type { ReleaseReport } from '../../transports/release.ts'
import { isOpen, isTask, topOf } from '../../transports/requests.ts'
import type { TransportEntry, TransportRequest } from '../../transports/types.ts'
import { basePath } from '../router.ts'
import { isoTime } from '../times.ts'
import { declare, document, element } from '../xml.ts'
import type { Attributes, Content } from '../xml.ts'

export const organizerType = 'application/vnd.sap.adt.transportorganizer.v1+xml'
export const treeType = 'application/vnd.sap.adt.transportorganizertree.v1+xml'

const collection = `${basePath}/cts/transportrequests`
const relation = (name: string) => `http://www.sap.com/cts/relations/${name}`

export function transportUri(number: string): string {
  return `${collection}/${number}`
}

/** How version feeds and lists point at a request in the organizer of the SAP GUI. */
export function guiUri(number: string): string {
  return `${basePath}/vit/wb/object_type/%20%20%20%20rq/object_name/${number}`
}

const taskKinds: Readonly<Record<string, string>> = {
  S: 'Development/Correction',
  R: 'Repair',
  X: 'Unclassified',
  Q: 'Customizing Task'
}
const statusTexts: Readonly<Record<string, string>> = {
  D: 'Modifiable',
  L: 'Modifiable, Protected',
  O: 'Release Started',
  R: 'Released',
  N: 'Released (with Import Protection for Repaired Objects)'
}

const stamp = (at: number) => new Date(at).toISOString().replace(/\D/g, '').slice(0, 14)

function link(rel: string, href: string, title: string, type?: string): string {
  return element('atom:link', { ...declare('atom'), href, rel: relation(rel), type, title })
}

/** Only what can be done with it now; a released request is only read. */
function links(transport: TransportRequest): string[] {
  const uri = transportUri(transport.number)
  const read = [link('adturi', uri, 'Transport Organizer ADT URI', organizerType)]
  if (!isOpen(transport)) return read
  return [
    ...read,
    link('newreleasejobs', `${uri}/newreleasejobs`, 'Release'),
    link('relwithignlock', `${uri}/relwithignlock`, 'Release, ignore locks'),
    link('changeowner', uri, 'Change owner'),
    link('modify', uri, 'Change', organizerType),
    ...(isTask(transport) || transport.kind === 'T'
      ? []
      : [link('newtask', `${uri}/tasks`, 'Add user')])
  ]
}

function entryElement({ store }: System, entry: TransportEntry, open: boolean): string {
  const { pgmid, type, name, object, adtType, position, number } = entry
  const query = new URLSearchParams({ obj_name: name, obj_wbtype: type, pgmid })
  return element(
    'tm:abap_object',
    {
      'tm:pgmid': pgmid,
      'tm:type': type,
      'tm:name': name,
      'tm:wbtype': adtType,
      'tm:dummy_uri': object === undefined ? '' : `${collection}/reference?${query.toString()}`,
      'tm:obj_info': entryLabel(entry),
      'tm:obj_desc': object === undefined ? '' : (store.get(object)?.description ?? ''),
      'tm:position': String(position).padStart(6, '0'),
      'tm:lock_status': open && object !== undefined ? 'X' : '',
      'tm:img_activity': ''
    },
    open && object !== undefined ? link('removeobject', transportUri(number), 'Remove object') : []
  )
}

function attributesOf(transport: TransportRequest, uri: string): Attributes {
  const { number, parent, owner, text, kind, status, target, changedAt } = transport
  return {
    'tm:number': number,
    'tm:parent': parent,
    'tm:owner': owner,
    'tm:desc': text,
    'tm:type': isTask(transport) ? taskKinds[kind] : kind,
    'tm:status': status,
    'tm:target': target,
    'tm:target_desc': targetText(target),
    'tm:cts_project': '',
    'tm:cts_project_desc': '',
    'tm:lastchanged_timestamp': stamp(changedAt),
    'tm:uri': uri
  }
}

function entriesIn(system: System, transport: TransportRequest): string[] {
  return system.store.transports
    .entries(transport.number)
    .map(entry => entryElement(system, entry, isOpen(transport)))
}

/** A task or request as an element of a list. */
function listed(system: System, transport: TransportRequest): string {
  const tasks = isTask(transport) ? [] : system.store.transports.tasks(transport.number)
  return element(
    isTask(transport) ? 'tm:task' : 'tm:request',
    attributesOf(transport, guiUri(transport.number)),
    [
      element('tm:long_desc'),
      links(transport),
      entriesIn(system, transport),
      tasks.map(task => listed(system, task))
    ]
  )
}

function byStatus(system: System, requests: readonly TransportRequest[]): string[] {
  const open = requests.filter(isOpen)
  const released = requests.filter(each => !isOpen(each))
  return [
    open.length === 0
      ? ''
      : element(
          'tm:modifiable',
          { 'tm:status': 'Modifiable' },
          open.map(each => listed(system, each))
        ),
    released.length === 0
      ? ''
      : element(
          'tm:released',
          { 'tm:status': 'Released' },
          released.map(each => listed(system, each))
        )
  ]
}

function category(
  system: System,
  requests: readonly TransportRequest[],
  withTargets: boolean
): Content {
  if (!withTargets) return byStatus(system, requests)
  const groups = Map.groupBy(requests, each => each.target)
  return [...groups].map(([target, own]) => {
    const { name, description } =
      target === '' ? localChanges : { name: target, description: targetText(target) }
    return element('tm:target', { 'tm:name': name, 'tm:desc': description }, byStatus(system, own))
  })
}

const categories = [
  { kind: 'K', name: 'tm:workbench', title: 'Workbench' },
  { kind: 'W', name: 'tm:customizing', title: 'Customizing' },
  { kind: 'T', name: 'tm:transportofcopies', title: 'Transport of Copies' }
] as const

/** Requests with their tasks and objects, by category, target (when asked for) and status. */
export function transportTree(
  system: System,
  requests: readonly TransportRequest[],
  context: { readonly user: string; readonly targets: boolean }
): string {
  const times = requests.map(each => each.changedAt)
  const at = isoTime(times.length === 0 ? Date.now() : Math.max(...times))
  const head = {
    'adtcore:name': context.user,
    'adtcore:changedAt': at,
    'adtcore:createdAt': at,
    'adtcore:changedBy': context.user,
    'adtcore:createdBy': context.user
  }
  return document(
    element(
      'tm:root',
      { ...declare('tm', 'adtcore'), ...head },
      categories.map(({ kind, name, title }) => {
        const own = requests.filter(each => each.kind === kind)
        return own.length === 0
          ? ''
          : element(name, { 'tm:category': title }, category(system, own, context.targets))
      })
    )
  )
}

function detailed(transport: TransportRequest): Attributes {
  return {
    ...attributesOf(transport, transportUri(transport.number)),
    'tm:status_text': statusTexts[transport.status],
    'tm:source_client': transport.client
  }
}

function attributeElements(system: System, number: string): string[] {
  return system.store.transports.attributes(number).map(({ name, value }, index) =>
    element('tm:attributes', {
      'tm:attribute': name,
      'tm:description': '',
      'tm:value': value,
      'tm:position': String(index + 1).padStart(6, '0')
    })
  )
}

function inside(system: System, transport: TransportRequest): Content {
  return [element('tm:long_desc'), links(transport), attributeElements(system, transport.number)]
}

function taskElement(system: System, task: TransportRequest): string {
  return element('tm:task', detailed(task), [inside(system, task), entriesIn(system, task)])
}

/** Everything recorded in a request or its tasks, each object once. */
function allObjects(
  system: System,
  request: TransportRequest,
  tasks: readonly TransportRequest[]
): string {
  const { transports } = system.store
  const entries = [request, ...tasks].flatMap(each =>
    transports.entries(each.number).map(entry => ({ entry, open: isOpen(each) }))
  )
  const seen = new Set<string>()
  const once = entries.filter(({ entry: { pgmid, type, name } }) => {
    const key = `${pgmid} ${type} ${name}`
    return !seen.has(key) && seen.add(key)
  })
  return element(
    'tm:all_objects',
    {},
    once.map(({ entry, open }) => entryElement(system, entry, open))
  )
}

/**
 * A request with everything in it; of a task, its request as a closed element and the task beside
 * it.
 */
export function transportDocument(system: System, transport: TransportRequest): string {
  const { transports } = system.store
  const { number, changedAt, changedBy, createdBy } = transport
  const task = isTask(transport)
  const tasks = task ? [] : transports.tasks(number)
  const head = {
    'tm:object_type': task ? 'T' : 'R',
    'adtcore:name': number,
    'adtcore:type': 'RQRQ',
    'adtcore:changedAt': isoTime(changedAt),
    'adtcore:changedBy': changedBy,
    'adtcore:createdBy': createdBy
  }
  const content = task
    ? [
        element('tm:request', detailed(topOf(transports, transport))),
        taskElement(system, transport)
      ]
    : element('tm:request', detailed(transport), [
        inside(system, transport),
        allObjects(system, transport, tasks),
        entriesIn(system, transport),
        tasks.map(each => taskElement(system, each))
      ])
  return document(
    element('tm:root', { ...declare('tm', 'adtcore'), ...head }, [links(transport), content])
  )
}

/** The report of a release, which comes with status 200 whether it went well or not. */
export function releaseDocument(
  { number }: TransportRequest,
  { released, text, messages, at }: ReleaseReport
): string {
  const uri = transportUri(number)
  const report = element(
    'chkrun:checkReport',
    {
      ...declare('chkrun'),
      'chkrun:reporter': 'transportrelease',
      'chkrun:triggeringUri': uri,
      'chkrun:status': released ? 'released' : 'abortrelapifail',
      'chkrun:statusText': text
    },
    element(
      'chkrun:checkMessageList',
      {},
      messages.map(message =>
        element('chkrun:checkMessage', {
          'chkrun:uri': uri,
          'chkrun:type': message.severity,
          'chkrun:shortText': message.text
        })
      )
    )
  )
  return document(
    element(
      'tm:root',
      {
        ...declare('tm'),
        'tm:useraction': 'newreleasejobs',
        'tm:releasetimestamp': `${released ? stamp(at) : '0'} `,
        'tm:number': number
      },
      element('tm:releasereports', {}, report)
    )
  )
}
