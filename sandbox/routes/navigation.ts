import { AdtError } from '../http/errors.ts'
import { existingPlace } from '../http/repository.ts'
import type { Answer, Request, Route } from '../http/route.ts'
import { nameOf, sourceUri, startUri } from '../http/uris.ts'
import type { Place } from '../http/uris.ts'
import { declare, document, element } from '../http/xml.ts'
import type { FileDefinition } from '../types.ts'
import { overlayOf } from '../workbench/checks.ts'
import { createPositions } from '../workbench/positions.ts'
import type { Positions } from '../workbench/positions.ts'

function nothingFound (place: Place): AdtError {
  const at = place.start === undefined ? '' : ` at line ${place.start.row}, column ${place.start.column ?? 0}`
  return new AdtError(`No navigation target found in ${nameOf(place.part)}${at}`, { status: 404, type: 'ExceptionResourceNotFound' })
}

/** Something of the kernel has no source in the repository. */
function answerOf (found: FileDefinition, place: Place, positions: Positions): Answer {
  const location = positions.locate(found)
  if (location === undefined) throw nothingFound(place)
  return {
    body: document(element('adtcore:objectReference', {
      ...declare('adtcore'),
      'adtcore:uri': startUri(location),
      'adtcore:type': found.kind,
      'adtcore:name': found.name.toUpperCase()
    }))
  }
}

async function target (request: Request): Promise<Answer> {
  const { system } = request
  const place = existingPlace(system, request.required('uri'))
  if (place.start === undefined) throw new AdtError(`The URI ${sourceUri(place.part)} names no position`, { status: 400, type: 'ExceptionInvalidParameter' })
  const text = request.text()
  const sources = text === '' ? [] : [{ part: place.part, text }]
  const overlay = overlayOf(system.store, { objects: [place.part.object], sources, drafts: true })
  const positions = createPositions({ store: system.store, overlay, sources })
  const { file, row, column } = positions.inFile(place.part, place.start.row, place.start.column ?? 0)
  const implementation = request.query.get('filter') === 'implementation'
  const found = await system.engine.definition({ file, row, column, overlay, implementation })
  if (found === undefined) throw nothingFound(place)
  return answerOf(found, place, positions)
}

export const routes: readonly Route[] = [
  {
    method: 'POST',
    path: '/navigation/target',
    produces: ['application/xml', 'application/vnd.sap.adt.navigation.target+xml'],
    collection: { workspace: 'Navigation', title: 'Navigation', category: ['navigation', 'target'], accept: ['application/xml'] },
    handler: target
  }
]
