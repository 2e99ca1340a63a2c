import { AdtError, invalidData, notFound } from '../../http/errors.ts'
import { namedItemTypes, namedItems } from '../../http/named-items.ts'
import type { Answer, Request, Route } from '../../http/route.ts'
import { basePath } from '../../http/router.ts'
import {
  organizerType,
  releaseDocument,
  transportDocument,
  transportTree,
  transportUri,
  treeType
} from '../../http/documents/transport-document.ts'
import { entityUri, placeOf } from '../../http/uris.ts'
import { child, childrenOf, descendants } from '../../http/xml-reader.ts'
import type { XmlElement } from '../../http/xml-reader.ts'
import { declare, document, element } from '../../http/xml.ts'
import type { System } from '../../system.ts'
import {
  knownTarget,
  layers,
  targetOfLayer,
  targetText,
  targets
} from '../../transports/landscape.ts'
import { release } from '../../transports/release.ts'
import {
  addTask,
  amend,
  checkedText,
  createRequest,
  demandOpen,
  demandUser,
  removeTransport,
  transportOf
} from '../../transports/requests.ts'
import { foundBy, searchOptionsOf } from '../../transports/search.ts'
import type { RequestKind, TransportRequest } from '../../transports/types.ts'
import { groupKinds, kinds } from '../../http/kinds.ts'

const path = '/cts/transportrequests'

/** The classic way: a workbench request with one task, named in a pseudo path. */
async function createClassic(request: Request): Promise<Answer> {
  const root = request.xml()
  const field = (name: string) => descendants(root, name)[0]?.text.trim() ?? ''
  const { system, user, query } = request
  const home = field('DEVCLASS').toUpperCase() || packageOfUri(system, field('REF'))
  if (home === '') {
    throw new AdtError('Specify a package', {
      status: 500,
      type: 'ExceptionResourceCreationFailure'
    })
  }
  const owner = system.store.get({ type: 'DEVC', name: home })
  if (owner === undefined) {
    throw new AdtError(`Package ${home} does not exist`, {
      status: 500,
      type: 'ExceptionResourceCreationFailure'
    })
  }
  const layer =
    query.get('transportLayer')?.trim().toUpperCase() || (owner.attributes['transportLayer'] ?? '')
  if (layer !== '' && !layers(system).some(each => each.name === layer)) {
    throw new AdtError(`Transport layer ${layer} does not exist`, {
      status: 400,
      type: 'ExceptionResourceCreationFailure'
    })
  }
  const made = await system.exclusive(() =>
    createRequest(system, user, {
      kind: 'K',
      text: field('REQUEST_TEXT'),
      target: targetOfLayer(system, layer),
      owners: [user]
    })
  )
  return {
    type: 'text/plain; charset=utf-8',
    body: `/com.sap.cts/object_record/${made.request.number}`
  }
}

function packageOfUri({ store }: System, uri: string): string {
  const place = uri === '' ? undefined : placeOf(uri)
  return (place && store.get(place.part.object)?.package) ?? ''
}

function kindIn(given: string): RequestKind {
  const kind = given.trim().toUpperCase() || 'K'
  if (kind === 'K' || kind === 'W' || kind === 'T') return kind
  throw invalidData(`${kind} is not a type of request that can be created`)
}

/** With type, target and the owners of the tasks. */
async function create(request: Request): Promise<Answer> {
  const { system, user } = request
  const root = request.xml()
  const wanted = child(root, 'request')
  if (root.attributes['useraction'] !== 'newrequest' || wanted === undefined) {
    throw new AdtError(`user action ${root.attributes['useraction'] ?? ''} is not supported`, {
      status: 400,
      type: 'ExceptionInvalidData'
    })
  }
  const { desc = '', type = '', target = '' } = wanted.attributes
  const known = knownTarget(system, target)
  if (known === undefined) {
    throw new AdtError(`Target '${target.trim().toUpperCase()}' does not exist`, {
      status: 400,
      type: 'ExceptionInvalidData'
    })
  }
  const named = childrenOf(wanted, 'task')
    .map(task => task.attributes['owner']?.trim() ?? '')
    .filter(owner => owner !== '')
  const kind = kindIn(type)
  const made = await system.exclusive(() =>
    createRequest(system, user, {
      kind,
      text: desc,
      target: known,
      owners: named.length === 0 ? [user] : named
    })
  )
  return {
    status: 201,
    type: organizerType,
    headers: { location: transportUri(made.request.number) },
    body: document(
      element(
        'tm:root',
        { ...declare('tm'), 'tm:useraction': 'newrequest' },
        createdElement(made.request, made.tasks)
      )
    )
  }
}

function createdElement(
  { number, text, kind, target }: TransportRequest,
  tasks: readonly TransportRequest[]
): string {
  return element(
    'tm:request',
    {
      'tm:number': number,
      'tm:parent': '',
      'tm:desc': text,
      'tm:type': kind,
      'tm:target': target === '' ? 'LOCAL' : target,
      'tm:target_desc': targetText(target),
      'tm:cts_project': '',
      'tm:cts_project_desc': '',
      'tm:uri': transportUri(number)
    },
    tasks.map(task =>
      element('tm:task', {
        'tm:number': task.number,
        'tm:parent': number,
        'tm:desc': task.text,
        'tm:owner': task.owner,
        'tm:uri': transportUri(task.number)
      })
    )
  )
}

function list(request: Request): Answer {
  const { system, query, user } = request
  const options = searchOptionsOf(system, query, user)
  const withTargets = [query.get('targets'), query.get('target')].some(
    value => value?.toLowerCase() === 'true'
  )
  return {
    body: transportTree(system, foundBy(system, options), {
      user: options.user,
      targets: withTargets
    })
  }
}

function read(request: Request): Answer {
  return {
    body: transportDocument(request.system, transportOf(request.system, request.param('number')))
  }
}

async function remove(request: Request): Promise<Answer> {
  const { system } = request
  await system.exclusive(() =>
    removeTransport(system, transportOf(system, request.param('number')))
  )
  return {}
}

function releaseBy(action: string): Route['handler'] {
  return async request => {
    const { system, user } = request
    const transport = transportOf(system, request.param('number'))
    const report = await system.exclusive(() =>
      release(system, transportOf(system, transport.number), {
        user,
        ignoreLocks: action === 'relwithignlock'
      })
    )
    return { body: releaseDocument(transport, report) }
  }
}

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
  const owner = demandUser(system, root.attributes['targetuser'] ?? query.get('targetuser') ?? '')
  demandOpen(transport)
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
  demandOpen(transport)
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

/** The document as read, with another description, target or attributes. */
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
  demandOpen(transport)
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

async function change(request: Request): Promise<Answer> {
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

async function newTask(request: Request): Promise<Answer> {
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

/**
 * Where an object of a request is edited: whole objects by their type, parts by where they are
 * recorded or stored.
 */
function referenceUri(
  { store }: System,
  pgmid: string,
  type: string,
  name: string
): string | undefined {
  if (pgmid === 'LIMU') {
    const prefix = type === 'FUNC' ? groupKinds.function.prefix : groupKinds.include.prefix
    const group = store
      .list({ type: 'FUGR' })
      .find(({ key }) => store.parts(key).some(part => part.key.part === prefix + name))
    return group === undefined ? undefined : entityUri({ object: group.key, part: prefix + name })
  }
  const wanted = kinds.filter(
    kind => kind.type === type || kind.adtType === type || kind.adtType.startsWith(`${type}/`)
  )
  const found = wanted
    .map(kind => ({ type: kind.type, name }))
    .find(key => store.get(key) !== undefined)
  return found === undefined ? undefined : entityUri({ object: found, part: 'main' })
}

function reference(request: Request): Answer {
  const name = request.required('obj_name').toUpperCase()
  const type = request.required('obj_wbtype').toUpperCase()
  const pgmid = request.query.get('pgmid')?.toUpperCase() || 'R3TR'
  const href = referenceUri(request.system, pgmid, type, name)
  if (href === undefined) throw notFound(name)
  return {
    type: organizerType,
    body: document(
      element(
        'tm:root',
        declare('tm'),
        element('atom:link', {
          ...declare('atom'),
          href,
          rel: 'http://www.sap.com/cts/relations/adturi'
        })
      )
    )
  }
}

function valueHelp(request: Request): Answer {
  switch (request.param('kind')) {
    case 'target':
      return namedItems(targets(), request.query)
    // the sandbox knows no attributes and no projects of its own: clients may set any attribute
    case 'attribute':
    case 'ctsproject':
      return namedItems([], request.query)
    default:
      throw notFound(request.param('kind').toUpperCase())
  }
}

const classicType =
  'application/vnd.sap.as+xml; charset=utf-8; dataname=com.sap.adt.CreateCorrectionRequest'
const releases = [
  'newreleasejobs',
  'releasejobs',
  'relwithignlock',
  'relObjigchkatc',
  'relwithignwarning'
]
const workspace = 'Change and Transport System'

export const routes: readonly Route[] = [
  {
    method: 'POST',
    path: '/cts/transports',
    produces: ['text/plain'],
    collection: {
      workspace,
      title: 'Transports',
      category: ['cts', 'transports'],
      accept: [classicType]
    },
    handler: createClassic
  },
  {
    method: 'GET',
    path,
    produces: [treeType, organizerType, 'application/xml'],
    collection: {
      workspace,
      title: 'Transport Management',
      category: ['cts', 'transportmanagement'],
      accept: [organizerType, treeType],
      templates: [
        {
          rel: 'http://www.sap.com/cts/relations/transports',
          template: `${basePath}${path}{?targets,configUri,user,requestType,requestStatus}`
        }
      ]
    },
    handler: list
  },
  {
    method: 'POST',
    path,
    accepts: [organizerType],
    produces: [organizerType, 'application/xml'],
    handler: create
  },
  {
    method: 'GET',
    path: `${path}/reference`,
    collection: {
      workspace,
      title: 'Transport Management Reference',
      category: ['cts', 'transportmanagementref'],
      accept: [organizerType],
      templates: [
        {
          rel: 'http://www.sap.com/cts/relations/reference',
          template: `${basePath}${path}/reference{?obj_name,obj_wbtype,pgmid,tr_number}`
        }
      ]
    },
    handler: reference
  },
  {
    method: 'GET',
    path: `${path}/{number}`,
    produces: [organizerType, 'application/xml'],
    handler: read
  },
  { method: 'PUT', path: `${path}/{number}`, accepts: [organizerType], handler: change },
  { method: 'DELETE', path: `${path}/{number}`, handler: remove },
  { method: 'POST', path: `${path}/{number}/tasks`, accepts: [organizerType], handler: newTask },
  ...releases.map((action): Route => ({
    method: 'POST',
    path: `${path}/{number}/${action}`,
    produces: [organizerType, 'application/xml'],
    handler: releaseBy(action)
  })),
  { method: 'GET', path: `${path}/valuehelp/{kind}`, produces: namedItemTypes, handler: valueHelp }
]
