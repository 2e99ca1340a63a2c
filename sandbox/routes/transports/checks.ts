/** Routes that check whether a change must be recorded, and in which request. */
import { notFound } from '../../http/errors.ts'
import type { AdtError } from '../../http/errors.ts'
import { nameRefusal, packageRefusal, rangeOf } from '../../transports/name-ranges.ts'
import { existingPlace } from '../../http/repository.ts'
import type { Answer, Request, Route } from '../../http/route.ts'
import { placeOf } from '../../http/uris.ts'
import { descendants } from '../../http/xml-reader.ts'
import { asx, asxType, element, leaf } from '../../http/xml.ts'
import type { Content } from '../../http/xml.ts'
import { entryKeyOf, holderOf, usableRequests } from '../../transports/recording.ts'
import type { EntryKey, Holder } from '../../transports/recording.ts'
import type { TransportRequest } from '../../transports/types.ts'
import type { ObjectInfo, PartKey } from '../../types.ts'

const dataname = 'com.sap.adt.transport.service.checkData'

interface Asked {
  readonly uri: string
  readonly home: string
  readonly operation: string
}

function askedOf(request: Request): Asked {
  const document = request.xml()
  const field = (name: string) => descendants(document, name)[0]?.text.trim() ?? ''
  return { uri: field('URI'), home: field('DEVCLASS').toUpperCase(), operation: field('OPERATION') }
}

interface Subject {
  readonly part: PartKey | undefined
  readonly info: ObjectInfo | undefined
  readonly home: string
}

/**
 * The object a URI names: one that exists decides the package, one that does not is about to be
 * created in the package given.
 */
function subjectOf(request: Request, { uri, home }: Asked): Subject {
  const place = uri === '' ? undefined : placeOf(uri)
  if (uri !== '' && place === undefined) existingPlace(request.system, uri)
  const info = place && request.system.store.get(place.part.object)
  const own = info?.key.type === 'DEVC' ? info.key.name : info?.package
  return { part: place?.part, info, home: own ?? home }
}

function header({
  number,
  kind,
  status,
  target,
  owner,
  changedAt,
  text,
  client
}: TransportRequest): string[] {
  const [date = '', time = ''] = new Date(changedAt).toISOString().split(/[T.]/)
  return [
    leaf('TRKORR', number),
    leaf('TRFUNCTION', kind),
    leaf('TRSTATUS', status),
    leaf('TARSYSTEM', target),
    leaf('AS4USER', owner),
    leaf('AS4DATE', date),
    leaf('AS4TIME', time),
    leaf('AS4TEXT', text),
    leaf('CLIENT', client)
  ]
}

function requestElements(requests: readonly TransportRequest[]): string {
  return element(
    'REQUESTS',
    {},
    requests.map(each =>
      element('CTS_REQUEST', {}, [element('REQ_HEADER', {}, header(each)), element('TASK_HEADERS')])
    )
  )
}

/** The request that contains the object: changes cannot be recorded in any other one. */
function lockElements(holder: Holder | undefined, key: EntryKey | undefined): string {
  if (holder === undefined || key === undefined) return element('LOCKS')
  const tasks = holder.tasks.map(task => element('CTS_TASK_HEADER', {}, header(task)))
  return element(
    'LOCKS',
    {},
    element('CTS_OBJECT_LOCK', {}, [
      element('OBJECT_KEY', {}, [
        leaf('PGMID', key.pgmid),
        leaf('OBJECT', key.type),
        leaf('OBJ_NAME', key.name)
      ]),
      element('LOCK_HOLDER', {}, [
        element('REQ_HEADER', {}, header(holder.request)),
        element('TASK_HEADERS', {}, tasks)
      ])
    ])
  )
}

function transportFields(request: Request, part: PartKey | undefined, recording: boolean): Content {
  const { transports } = request.system.store
  const holder = part && recording ? holderOf(transports, part) : undefined
  const candidates =
    recording && holder === undefined ? usableRequests(transports, request.user) : []
  return [requestElements(candidates), lockElements(holder, part && entryKeyOf(part))]
}

/** A new object whose name the package does not take is refused before it is created. */
function newNameRefusal({ system }: Request, { part, info, home }: Subject): AdtError | undefined {
  if (part === undefined || info !== undefined || home === '') return undefined
  const { object } = part
  return object.type === 'DEVC'
    ? packageRefusal(system, object.name)
    : nameRefusal(system, object, home)
}

function message({ message: text, properties }: AdtError): string {
  const variables = ['V1', 'V2', 'V3', 'V4'].flatMap(name => properties[`T100KEY-${name}`] ?? [])
  return element('CTS_MESSAGE', {}, [
    leaf('SEVERITY', 'E'),
    leaf('SPRSL', 'E'),
    leaf('ARBGB', properties['T100KEY-ID'] ?? ''),
    leaf('MSGNR', properties['T100KEY-NO'] ?? ''),
    element(
      'VARIABLES',
      {},
      variables.map(value => element('CTS_VARIABLE', {}, leaf('VARIABLE', value)))
    ),
    leaf('TEXT', text)
  ])
}

/**
 * Whether a change must be recorded, in which requests it can be, and which one contains the
 * object already.
 */
function check(request: Request): Answer {
  const asked = askedOf(request)
  const { part, info, home } = subjectOf(request, asked)
  if (part === undefined && home === '') throw notFound(asked.uri)
  const { store } = request.system
  const owner = store.get({ type: 'DEVC', name: home })
  const { softwareComponent = '', transportLayer = '', recordChanges } = owner?.attributes ?? {}
  const recording = recordChanges === 'true'
  const held = part !== undefined && recording && holderOf(store.transports, part) !== undefined
  const key = part && entryKeyOf(part)
  const refusal = newNameRefusal(request, { part, info, home })
  return {
    body: asx([
      leaf('PGMID', key?.pgmid ?? 'R3TR'),
      leaf('OBJECT', key?.type ?? ''),
      leaf('OBJECTNAME', key?.name ?? ''),
      leaf('OPERATION', asked.operation),
      leaf('DEVCLASS', home),
      leaf('CTEXT', owner?.description ?? ''),
      leaf('KORRFLAG', recording ? 'X' : ''),
      leaf('AS4USER', owner?.responsible ?? ''),
      leaf('PDEVCLASS', transportLayer),
      // a package that does not exist is answered like a local one
      leaf('DLVUNIT', owner === undefined ? 'LOCAL' : softwareComponent),
      element('MESSAGES', {}, refusal === undefined ? [] : message(refusal)),
      leaf('NAMESPACE', namespaceOf(part)),
      leaf('RESULT', refusal === undefined ? 'S' : 'E'),
      leaf('RECORDING', recording && !held ? 'X' : ''),
      element('EXISTING_REQ_ONLY'),
      transportFields(request, part, recording),
      leaf('TADIRDEVC', info === undefined ? '' : home),
      leaf('URI', asked.uri)
    ])
  }
}

/** The name range as the transport organizer calls it; customers and SAP have namespaces too. */
function namespaceOf(part: PartKey | undefined): string {
  if (part === undefined) return ''
  const range = rangeOf(part.object)
  return range === 'customer' ? '/0CUST/' : range === 'sap' ? '/0SAP/' : range
}

const type = asxType(dataname)

export const routes: readonly Route[] = [
  {
    method: 'POST',
    path: '/cts/transportchecks',
    produces: [type, 'application/xml'],
    collection: {
      workspace: 'Change and Transport System',
      title: 'Transport Checks',
      category: ['cts', 'transportchecks'],
      accept: [type]
    },
    handler: check
  }
]
