/** Handlers that change a transport request: owner, texts, target, objects and tasks. */
import {
  entryElement,
  organizerType,
  transportUri
} from '../../http/documents/transport-elements.ts'
import type { Answer, Request } from '../../http/route.ts'
import { childrenOf, descendants } from '../../http/xml-reader.ts'
import type { XmlElement } from '../../http/xml-reader.ts'
import { document, element, declare } from '../../http/xml.ts'
import type { Content } from '../../http/xml.ts'
import { withoutPositions } from '../../releases.ts'
import type { TransportRequest } from '../../transports/types.ts'
import {
  addObjects,
  changeAttribute,
  changeTaskType,
  organizerRefusal
} from '../../transports/editing.ts'
import {
  isTask,
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

function answered(
  root: XmlElement,
  more: Readonly<Record<string, string>>,
  content?: Content
): Answer {
  const given = Object.fromEntries(
    Object.entries(root.attributes).map(([name, value]) => [`tm:${name}`, value])
  )
  return {
    type: organizerType,
    body: document(element('tm:root', { ...declare('tm'), ...given, ...more }, content))
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

const namedEntries = (root: XmlElement) =>
  descendants(root, 'abap_object').map(
    ({ attributes: { pgmid = '', type = '', name = '', position = '' } }) => ({
      pgmid: pgmid === '' ? 'R3TR' : pgmid,
      type,
      name: name.toUpperCase(),
      position: Number(position)
    })
  )

/**
 * An entry that is not at its position stays, and the answer is the same. Releases whose documents
 * hold no positions know it by its name (believed).
 */
async function removeObjects(
  request: Request,
  transport: TransportRequest,
  root: XmlElement
): Promise<Answer> {
  const { system, user } = request
  const { transports } = system.store
  requireOpen(transport)
  const named = namedEntries(root)
  if (named.length === 0) throw invalidData('The document names no object')
  const byName = withoutPositions.includes(system.releaseAdapter.release)
  const held = transports
    .entries(transport.number)
    .filter(entry =>
      named.some(
        each =>
          (byName || entry.position === each.position) &&
          entry.pgmid === each.pgmid &&
          entry.type === each.type &&
          entry.name.toUpperCase() === each.name
      )
    )
  if (held.length > 0) {
    await system.exclusive(() => {
      for (const entry of held) transports.removeEntry(entry)
      amend(system, user, {
        before: transport,
        to: {},
        action: `Removed ${held.map(({ pgmid, type, name }) => `${pgmid} ${type} ${name}`).join(', ')}`
      })
    })
  }
  return answered(root, { 'tm:number': transport.number })
}

async function addEntries(
  request: Request,
  transport: TransportRequest,
  root: XmlElement
): Promise<Answer> {
  const { system, user } = request
  const named = namedEntries(root)
  if (named.length === 0) throw invalidData('The document names no object')
  const added = await system.exclusive(() => addObjects(system, user, { transport, named }))
  const content = element(
    'tm:request',
    {},
    added.map(entry => entryElement(system, entry, true))
  )
  return answered(root, { 'tm:number': transport.number }, content)
}

/** Only to a target that exists: an empty one is none. */
async function changeTarget(
  request: Request,
  transport: TransportRequest,
  root: XmlElement
): Promise<Answer> {
  const { system, user } = request
  requireOpen(transport)
  const given = descendants(root, 'request')[0]?.attributes['target'] ?? ''
  const target = given.trim() === '' ? undefined : knownTarget(system, given)
  if (target === undefined) throw organizerRefusal(`Incorrect syntax for target '${given}'`)
  await system.exclusive(() =>
    amend(system, user, { before: transport, to: { target }, action: `Target changed to ${given}` })
  )
  return answered(root, { 'tm:number': transport.number })
}

async function changeType(
  request: Request,
  task: TransportRequest,
  root: XmlElement
): Promise<Answer> {
  const { system, user } = request
  const type = descendants(root, 'task')[0]?.attributes['type'] ?? ''
  await system.exclusive(() => changeTaskType(system, user, { task, type }))
  return answered(root, { 'tm:number': task.number })
}

async function changeAttributes(
  request: Request,
  transport: TransportRequest,
  root: XmlElement
): Promise<Answer> {
  const { system } = request
  const {
    attribute = '',
    value = '',
    position = ''
  } = descendants(root, 'attributes')[0]?.attributes ?? {}
  const change = { name: attribute.toUpperCase(), value, position }
  const action = root.attributes['useraction'] ?? ''
  await system.exclusive(() => changeAttribute(system, action, { transport, attribute: change }))
  return answered(root, { 'tm:number': transport.number })
}

/**
 * Saves the document that the client sends as a whole: a target or attributes that it does not hold
 * are gone.
 */
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
  const { desc, target: given = '' } = own.attributes
  const target =
    isTask(transport) || given === transport.target
      ? transport.target
      : knownTarget(system, given === '' ? 'LOCAL' : given)
  if (target === undefined) {
    throw new AdtError(`Target '${given}' does not exist`, {
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

type Editor = (request: Request, transport: TransportRequest, root: XmlElement) => Promise<Answer>

const editors: Readonly<Record<string, Editor>> = {
  changeowner: changeOwner,
  addobject: addEntries,
  removeobject: removeObjects,
  changetarget: changeTarget,
  changetasktype: changeType,
  addattribute: changeAttributes,
  modifyattribute: changeAttributes,
  removeattribute: changeAttributes,
  modify
}

/** The action stands in the document; one without an action is saved. */
export async function change(request: Request): Promise<Answer> {
  const transport = transportOf(request.system, request.param('number'))
  const root = request.xml()
  const action = root.attributes['useraction']?.toLowerCase() || 'modify'
  const editor = Object.hasOwn(editors, action) ? editors[action] : undefined
  if (editor !== undefined) return await editor(request, transport, root)
  throw new AdtError(`user action ${action} is not supported`, {
    status: 400,
    type: 'ExceptionInvalidData'
  })
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
