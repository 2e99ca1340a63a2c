/** The organizer tree: requests with tasks and objects by category, target and status. */
import type { System } from '../../system.ts'
import { localChanges, targetText } from '../../transports/landscape.ts'
import { isOpen, isTask } from '../../transports/requests.ts'
import type { TransportRequest } from '../../transports/types.ts'
import { isoTime } from '../times.ts'
import { document, declare, element } from '../xml.ts'
import type { Content } from '../xml.ts'
import { attributesOf, guiUri, links, entriesIn } from './transport-elements.ts'

/** A task or request as an element of a list. */
function transportElement(system: System, transport: TransportRequest): string {
  const tasks = isTask(transport) ? [] : system.store.transports.tasks(transport.number)
  return element(
    isTask(transport) ? 'tm:task' : 'tm:request',
    attributesOf(system, transport, guiUri(transport.number)),
    [
      element('tm:long_desc'),
      links(transport),
      entriesIn(system, transport),
      tasks.map(task => transportElement(system, task))
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
          open.map(each => transportElement(system, each))
        ),
    released.length === 0
      ? ''
      : element(
          'tm:released',
          { 'tm:status': 'Released' },
          released.map(each => transportElement(system, each))
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
      target === '' ? localChanges : { name: target, description: targetText(system, target) }
    return element('tm:target', { 'tm:name': name, 'tm:desc': description }, byStatus(system, own))
  })
}

const categories = [
  { kind: 'K', name: 'tm:workbench', title: 'Workbench' },
  { kind: 'W', name: 'tm:customizing', title: 'Customizing' },
  { kind: 'T', name: 'tm:transportofcopies', title: 'Transport of Copies' }
] as const
/** Requests with their tasks and objects, by category, target (when requested) and status. */
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
