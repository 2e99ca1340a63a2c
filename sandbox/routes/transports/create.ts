/** Handlers that create transport requests, from the classic and the organizer document. */
import { organizerType, transportUri } from '../../http/documents/transport-elements.ts'
import { AdtError, invalidData } from '../../http/errors.ts'
import type { Request, Answer } from '../../http/route.ts'
import { placeOf } from '../../http/uris.ts'
import { childrenOf, child, descendants } from '../../http/xml-reader.ts'
import { document, declare, element } from '../../http/xml.ts'
import type { System } from '../../system.ts'
import { knownTarget, layers, targetOfLayer, targetText } from '../../transports/landscape.ts'
import { createRequest } from '../../transports/requests.ts'
import type { RequestKind, TransportRequest } from '../../transports/types.ts'

/** The classic service: a workbench request with one task; the answer is a pseudo path. */
export async function createClassic(request: Request): Promise<Answer> {
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

function createdElement(
  system: System,
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
      'tm:target_desc': targetText(system, target),
      'tm:cts_project': '',
      'tm:cts_project_desc': '',
      'tm:uri': transportUri(number)
    },
    tasks.map(task => [
      // a client takes the last number of the first line that has one for that of the request
      '\n',
      element('tm:task', {
        'tm:number': task.number,
        'tm:parent': number,
        'tm:desc': task.text,
        'tm:owner': task.owner,
        'tm:uri': transportUri(task.number)
      })
    ])
  )
}

/** The organizer service: a request with type, target and the owners of its tasks. */
export async function create(request: Request): Promise<Answer> {
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
        createdElement(system, made.request, made.tasks)
      )
    )
  }
}
