import { notFound } from '../http/errors.ts'
import { existingPlace } from '../http/repository.ts'
import type { Answer, Request, Route } from '../http/route.ts'
import { placeOf } from '../http/uris.ts'
import { descendants } from '../http/xml-reader.ts'
import { asx, asxType, element, leaf } from '../http/xml.ts'
import type { ObjectInfo, PartKey } from '../types.ts'

const dataname = 'com.sap.adt.transport.service.checkData'

interface Asked { readonly uri: string, readonly home: string, readonly operation: string }

function askedOf (request: Request): Asked {
  const document = request.xml()
  const field = (name: string) => descendants(document, name)[0]?.text.trim() ?? ''
  return { uri: field('URI'), home: field('DEVCLASS').toUpperCase(), operation: field('OPERATION') }
}

/** The object a URI names: one that exists decides the package, one that does not is about to be created in the package given. */
function subjectOf (request: Request, { uri, home }: Asked): { part: PartKey | undefined, info: ObjectInfo | undefined, home: string } {
  const place = uri === '' ? undefined : placeOf(uri)
  if (uri !== '' && place === undefined) existingPlace(request.system, uri)
  const info = place && request.system.store.get(place.part.object)
  const own = info?.key.type === 'DEVC' ? info.key.name : info?.package
  return { part: place?.part, info, home: own ?? home }
}

function message (text: string, id: string, number: string, variable: string): string {
  return element('MESSAGES', {}, element('CTS_MESSAGE', {}, [
    leaf('SEVERITY', 'E'),
    leaf('SPRSL', 'E'),
    leaf('ARBGB', id),
    leaf('MSGNR', number),
    element('VARIABLES', {}, element('CTS_VARIABLE', {}, leaf('VARIABLE', variable))),
    leaf('TEXT', text)
  ]))
}

/**
 * Says whether a change must be recorded: in local packages nothing is, in others a request has to be chosen. There are no
 * requests to choose from and none that holds an object, because the sandbox keeps no transport requests.
 */
function check (request: Request): Answer {
  const asked = askedOf(request)
  const { part, info, home } = subjectOf(request, asked)
  if (part === undefined && home === '') throw notFound(asked.uri)
  const owner = request.system.store.get({ type: 'DEVC', name: home })
  const { softwareComponent = '', transportLayer = '', recordChanges } = owner?.attributes ?? {}
  const recording = recordChanges === 'true'
  return {
    body: asx([
      leaf('PGMID', 'R3TR'),
      leaf('OBJECT', part === undefined ? '' : workbenchType(part)),
      leaf('OBJECTNAME', part?.object.name ?? ''),
      leaf('OPERATION', asked.operation),
      leaf('DEVCLASS', home),
      leaf('CTEXT', owner?.description ?? ''),
      leaf('KORRFLAG', recording ? 'X' : ''),
      leaf('AS4USER', owner?.responsible ?? ''),
      leaf('PDEVCLASS', transportLayer),
      leaf('DLVUNIT', softwareComponent),
      element('NAMESPACE'),
      leaf('RESULT', owner === undefined ? 'E' : 'S'),
      leaf('RECORDING', recording ? 'X' : ''),
      element('EXISTING_REQ_ONLY'),
      owner === undefined ? message(`Package ${home} does not exist`, 'TR', '007', home) : element('MESSAGES'),
      element('REQUESTS'),
      element('LOCKS'),
      leaf('TADIRDEVC', info === undefined ? '' : home),
      leaf('URI', asked.uri)
    ])
  }
}

/** Structures are tables and includes are programs to the transport organizer. */
function workbenchType ({ object: { type } }: PartKey): string {
  return type === 'STRU' ? 'TABL' : type === 'INCL' ? 'PROG' : type
}

const type = asxType(dataname)

export const routes: readonly Route[] = [
  {
    method: 'POST',
    path: '/cts/transportchecks',
    produces: [type, 'application/xml'],
    collection: { workspace: 'Change and Transport System', title: 'Transport Checks', category: ['cts', 'transportchecks'], accept: [type] },
    handler: check
  }
]
