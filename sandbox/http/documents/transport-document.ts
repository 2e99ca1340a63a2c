/** The organizer document of a transport request or task. */
import type { System } from '../../system.ts'
import { isOpen, isTask, requestOf } from '../../transports/requests.ts'
import type { TransportRequest } from '../../transports/types.ts'
import { isoTime } from '../times.ts'
import { declare, document, element } from '../xml.ts'
import type { Attributes, Content } from '../xml.ts'
import { attributesOf, entriesIn, entryElement, links, transportUri } from './transport-elements.ts'

const statusTexts: Readonly<Record<string, string>> = {
  D: 'Modifiable',
  L: 'Modifiable, Protected',
  O: 'Release Started',
  R: 'Released',
  N: 'Released (with Import Protection for Repaired Objects)'
}

function detailed(system: System, transport: TransportRequest): Attributes {
  return {
    ...attributesOf(system, transport, transportUri(transport.number)),
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
  return element('tm:task', detailed(system, task), [inside(system, task), entriesIn(system, task)])
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
        element('tm:request', detailed(system, requestOf(transports, transport))),
        taskElement(system, transport)
      ]
    : element('tm:request', detailed(system, transport), [
        inside(system, transport),
        allObjects(system, transport, tasks),
        entriesIn(system, transport),
        tasks.map(each => taskElement(system, each))
      ])
  return document(
    element('tm:root', { ...declare('tm', 'adtcore'), ...head }, [links(transport), content])
  )
}
