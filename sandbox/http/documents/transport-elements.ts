/** Elements of transport requests and tasks that the organizer documents share. */
import type { TransportEntry, TransportRequest } from '../../transports/types.ts'
import { isOpen, isTask } from '../../transports/requests.ts'
import { basePath } from '../router.ts'
import { element, declare } from '../xml.ts'
import type { Attributes } from '../xml.ts'
import type { System } from '../../system.ts'
import { entryLabel } from '../../transports/release.ts'
import { targetText } from '../../transports/landscape.ts'

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
export const stamp = (at: number) => new Date(at).toISOString().replace(/\D/g, '').slice(0, 14)

function link(rel: string, href: string, title: string, type?: string): string {
  return element('atom:link', { ...declare('atom'), href, rel: relation(rel), type, title })
}

/** Only what can be done with it now; a released request is only read. */
export function links(transport: TransportRequest): string[] {
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

export function entryElement({ store }: System, entry: TransportEntry, open: boolean): string {
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

export function attributesOf(
  system: Pick<System, 'targets'>,
  transport: TransportRequest,
  uri: string
): Attributes {
  const { number, parent, owner, text, kind, status, target, changedAt } = transport
  return {
    'tm:number': number,
    'tm:parent': parent,
    'tm:owner': owner,
    'tm:desc': text,
    'tm:type': isTask(transport) ? taskKinds[kind] : kind,
    'tm:status': status,
    'tm:target': target,
    'tm:target_desc': targetText(system, target),
    'tm:cts_project': '',
    'tm:cts_project_desc': '',
    'tm:lastchanged_timestamp': stamp(changedAt),
    'tm:uri': uri
  }
}

export function entriesIn(system: System, transport: TransportRequest): string[] {
  return system.store.transports
    .entries(transport.number)
    .map(entry => entryElement(system, entry, isOpen(transport)))
}
