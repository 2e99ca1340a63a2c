/** Handlers that change a transport request: owner, texts, target, objects and tasks. */
import { organizerType, transportUri } from '../../http/documents/transport-elements.ts'
import type { Answer, Request } from '../../http/route.ts'
import { childrenOf, descendants } from '../../http/xml-reader.ts'
import type { XmlElement } from '../../http/xml-reader.ts'
import { document, element, declare } from '../../http/xml.ts'
import type { TransportRequest } from '../../transports/types.ts'
import {
  requireUser,
  requireOpen,
  amend,
  transportOf,
  checkedText,
  addTask
} from '../../transports/requests.ts'
import { AdtError, invalidData } from '../../http/errors.ts'
import { transportDocument } from '../../http/documents/transport-document.ts'
import { knownTarget } from '../../transports/landscape.ts'

function answered(root: XmlElement, more: Readonly<Record<string, string>>): Answer {
  const given = Object.fromEntries(
    Object.entries(root.attributes).map(([name, value]) => [`tm:${name}`, value])
  )
  return {
    type: organizerType,
    body: document(element('tm:root', { ...declare('tm'), ...given, ...more }))
  }
}

async function changeOwner(
  request: Request,
  transport: TransportRequest,
  root: XmlElement
): Promise<Answer> {
  const { system, user, query } = request
  const owner = requireUser(system, root.attributes['targetuser'] ?? query.get('targetuser') ?? '')
  requireOpen(transport)
  await system.exclusive(() =>
    amend(system, user, {
      before: transport,
      to: { owner },
      action: `Owner changed from ${transport.owner} to ${owner}`
    })
  )
  return answered(root, {
    'tm:number': transport.number,
    'tm:targetuser': owner,
    'tm:useraction': 'changeowner'
  })
}

async function removeObjects(
  request: Request,
  transport: TransportRequest,
  root: XmlElement
): Promise<Answer> {
  const { system, user } = request
  const { transports } = system.store
  requireOpen(transport)
  const named = descendants(root, 'abap_object').map(
    ({ attributes: { pgmid = '', type = '', name = '' } }) => ({
      pgmid,
      type,
      name: name.toUpperCase()
    })
  )
  const held = transports.entries(transport.number)
  for (const { pgmid, type, name } of named) {
    if (
      held.some(
        entry => entry.pgmid === pgmid && entry.type === type && entry.name.toUpperCase() === name
      )
    ) {
      continue
    }
    throw new AdtError(
      `Object ${pgmid} ${type} ${name} is not in request/task ${transport.number}`,
      { status: 400, type: 'ExceptionInvalidData' }
    )
  }
  if (named.length === 0) throw invalidData('The document names no object')
  await system.exclusive(() => {
    for (const entry of named) transports.removeEntry({ ...entry, number: transport.number })
    amend(system, user, {
      before: transport,
      to: {},
      action: `Removed ${named.map(({ pgmid, type, name }) => `${pgmid} ${type} ${name}`).join(', ')}`
    })
  })
  return answered(root, { 'tm:number': transport.number })
}

/** The client sends the document as read, with another description, target or attributes. */
async function modify(
  request: Request,
  transport: TransportRequest,
  root: XmlElement
): Promise<Answer> {
  const { system, user } = request
  const own = descendants(root, transport.parent === '' ? 'request' : 'task').find(
    each => each.attributes['number']?.toUpperCase() === transport.number
  )
  if (own === undefined) {
    throw invalidData(`The document does not hold request/task ${transport.number}`)
  }
  requireOpen(transport)
  const { desc, target: given } = own.attributes
  const target =
    given === undefined || given === transport.target
      ? transport.target
      : knownTarget(system, given === '' ? 'LOCAL' : given)
  if (target === undefined) {
    throw new AdtError(`Target '${given ?? ''}' does not exist`, {
      status: 400,
      type: 'ExceptionInvalidData'
    })
  }
  const attributes = childrenOf(own, 'attributes')
    .map(({ attributes: { attribute = '', value = '' } }) => ({ name: attribute, value }))
    .filter(each => each.name !== '')
  await system.exclusive(() => {
    amend(system, user, {
      before: transport,
      to: { text: desc === undefined ? transport.text : checkedText(desc), target },
      action: 'Changed'
    })
    system.store.transports.atomically(() =>
      system.store.transports.setAttributes(transport.number, attributes)
    )
  })
  return {
    type: organizerType,
    body: transportDocument(system, transportOf(system, transport.number))
  }
}

export async function change(request: Request): Promise<Answer> {
  const transport = transportOf(request.system, request.param('number'))
  const root = request.xml()
  switch (root.attributes['useraction']?.toLowerCase()) {
    case 'changeowner':
      return await changeOwner(request, transport, root)
    case 'removeobject':
      return await removeObjects(request, transport, root)
    case undefined:
    case '':
    case 'modify':
      return await modify(request, transport, root)
    default:
      throw new AdtError(`user action ${root.attributes['useraction']} is not supported`, {
        status: 400,
        type: 'ExceptionInvalidData'
      })
  }
}

export async function newTask(request: Request): Promise<Answer> {
  const { system, user, query } = request
  const root = request.xml()
  const owner = root.attributes['targetuser'] ?? query.get('targetuser') ?? ''
  const transport = transportOf(system, request.param('number'))
  const task = await system.exclusive(() => addTask(system, user, transport, owner))
  return answered(root, {
    'tm:number': task.number,
    'tm:targetuser': task.owner,
    'tm:useraction': 'tasks',
    'tm:uri': transportUri(task.number)
  })
}
