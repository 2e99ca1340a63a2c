/** Routes that activate objects and list the inactive ones. */
import { kindOf } from '../http/kinds.ts'
import type { Answer, Request, Route } from '../http/route.ts'
import { isTextPart } from '../http/text-elements.ts'
import {
  adtTypeOf,
  entityUri,
  nameOf,
  objectUri,
  partTypeOf,
  placeOf,
  sourceUri,
  startUri,
  textUri
} from '../http/uris.ts'
import { childrenOf, descendants } from '../http/xml-reader.ts'
import { declare, document, element, leaf } from '../http/xml.ts'
import { groupPartOf } from '../http/kinds.ts'
import type { EngineMessage, ObjectKey, ObjectType, PartKey } from '../types.ts'
import { activate } from '../workbench/activation.ts'
import { sameObject, uniqueObjects } from '../workbench/checks.ts'

const inactiveType = 'application/vnd.sap.adt.inactivectsobjects.v1+xml'

/**
 * What others use stands before what uses it; inside one type the order does not matter, as all are
 * checked together.
 */
const order: readonly ObjectType[] = [
  'DOMA',
  'DTEL',
  'STRU',
  'TABL',
  'TTYP',
  'DDLS',
  'DCLS',
  'DDLX',
  'BDEF',
  'SRVD',
  'SRVB',
  'MSAG',
  'TYPE',
  'ENQU',
  'SKTD',
  'XSLT',
  'DRUL',
  'DESD',
  'DTSC',
  'CSNM',
  'EVTB',
  'EVTO',
  'COTA',
  'INTF',
  'CLAS',
  'FUGR',
  'INCL',
  'PROG'
]

function byDependency(a: ObjectKey, b: ObjectKey): number {
  return order.indexOf(a.type) - order.indexOf(b.type)
}

interface ActivationRequest {
  readonly keys: readonly ObjectKey[]
  readonly unknown: readonly string[]
}

/** The objects of a request, and of the pre-audit list that clients send back. */
function activationRequestOf(request: Request): ActivationRequest {
  const root = request.xml()
  const references = childrenOf(root, 'objectReference').map(each => each.attributes)
  const audited = descendants(root, 'object')
    .filter(each => each.attributes['deleted'] !== 'true')
    .flatMap(each => childrenOf(each, 'ref').map(ref => ref.attributes))
  const keys: ObjectKey[] = []
  const unknown: string[] = []
  for (const { uri = '', name = '' } of [...references, ...audited]) {
    const place = placeOf(uri)
    const known = place === undefined ? undefined : request.system.store.get(place.part.object)
    if (known === undefined) unknown.push(name === '' ? uri : name)
    else keys.push(known.key)
  }
  return { keys: uniqueObjects(keys).sort(byDependency), unknown }
}

function describe({ part }: EngineMessage['location']): string {
  const inGroup = groupPartOf(part.part)
  const label =
    inGroup === undefined
      ? kindOf(part.object.type).label
      : `${kindOf('FUGR').label} ${part.object.name}, ${nameOf(part)}`
  return inGroup === undefined
    ? `${label} ${nameOf(part)}${part.part === 'main' ? '' : ` (${part.part})`}`
    : label
}

function messageElement(message: EngineMessage): string {
  return element(
    'msg',
    {
      objDescr: describe(message.location),
      type: message.severity,
      line: message.location.range.startRow,
      href: startUri(message.location),
      forceSupported: message.severity !== 'E'
    },
    element('shortText', {}, leaf('txt', message.text))
  )
}

function missing(name: string): string {
  return element(
    'msg',
    { objDescr: name, type: 'E', line: 1, href: '', forceSupported: false },
    element('shortText', {}, leaf('txt', `Object ${name} does not exist`))
  )
}

interface Outcome {
  readonly activated: boolean
  readonly messages: readonly string[]
}

/** Neither activated nor refused: there was nothing to activate, and nothing is checked. */
function messagesAnswer({ activated, messages }: Outcome): Answer {
  const idle = !activated && messages.length === 0
  const properties = element('chkl:properties', {
    checkExecuted: !idle,
    activationExecuted: activated,
    generationExecuted: activated || idle
  })
  return {
    type: 'application/xml',
    body: document(element('chkl:messages', declare('chkl'), [properties, messages]))
  }
}

/**
 * Parts whose drafts an activation brings along without having been named: the other includes of a
 * class, modules of a group.
 */
function additionalDrafts(request: Request, keys: readonly ObjectKey[]): PartKey[] {
  const named = childrenOf(request.xml(), 'objectReference').map(
    each => placeOf(each.attributes['uri'] ?? '')?.part
  )
  const covers = (draft: PartKey) =>
    named.some(
      part =>
        part !== undefined &&
        sameObject(part.object, draft.object) &&
        (part.part === draft.part || groupPartOf(part.part) === undefined)
    )
  return request.system.store
    .inactive()
    .map(each => each.part)
    .filter(part => keys.some(key => sameObject(key, part.object)) && !covers(part))
}

async function activateAll(request: Request): Promise<Answer> {
  const { keys, unknown } = activationRequestOf(request)
  const { system, context, user } = request
  if (unknown.length > 0) {
    return messagesAnswer({ activated: false, messages: unknown.map(missing) })
  }
  for (const key of keys) system.locks.requireUnlocked(key, context ?? { id: '', user })
  const more =
    request.query.get('preauditRequested') === 'true' ? additionalDrafts(request, keys) : []
  if (more.length > 0) return { type: inactiveType, body: inactiveDocument(request, keys) }
  const { messages, activated } = await activate(system, keys, user)
  return messagesAnswer({ activated, messages: messages.map(messageElement) })
}

function reference(part: PartKey): string {
  const isPart = part.part !== 'main'
  const uri = isTextPart(part)
    ? textUri(part)
    : isPart && part.object.type === 'CLAS'
      ? sourceUri(part)
      : entityUri(part)
  return element('ioc:ref', {
    ...declare('adtcore'),
    'adtcore:uri': uri,
    'adtcore:type': isPart ? partTypeOf(part) : adtTypeOf(part),
    'adtcore:name': nameOf(part),
    'adtcore:parentUri': isPart ? objectUri(part.object) : undefined
  })
}

function inactiveDocument(request: Request, keys?: readonly ObjectKey[]): string {
  const drafts = request.system.store
    .inactive(keys === undefined ? request.user : undefined)
    .filter(({ part }) => keys === undefined || keys.some(key => sameObject(key, part.object)))
  const entries = drafts.map(({ part, user }) =>
    element('ioc:entry', {}, [
      element('ioc:object', { 'ioc:user': user, 'ioc:deleted': false }, reference(part)),
      element('ioc:transport')
    ])
  )
  return document(element('ioc:inactiveObjects', declare('ioc'), entries))
}

/**
 * Releases before 7.51 answer a flat list to clients that accept plain XML; here that is a
 * client's choice.
 */
function inactiveObjects(request: Request): Answer {
  return { body: inactiveDocument(request) }
}

export const routes: readonly Route[] = [
  {
    method: 'POST',
    path: '/activation',
    collection: {
      workspace: 'Activation',
      title: 'Activation',
      category: ['activation', 'activation'],
      accept: ['application/xml']
    },
    handler: activateAll
  },
  {
    method: 'GET',
    path: '/activation/inactiveobjects',
    produces: [inactiveType, 'application/xml'],
    collection: {
      workspace: 'Inactive Objects',
      title: 'Inactive Objects',
      category: ['activation', 'inactiveobjects'],
      accept: [inactiveType]
    },
    handler: inactiveObjects
  }
]
