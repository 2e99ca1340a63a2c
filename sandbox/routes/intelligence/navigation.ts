/** Route of the navigation from a name in a source to its definition. */
import { AdtError } from '../../http/errors.ts'
import { existingPlace } from '../../http/repository.ts'
import type { Answer, Request, Route } from '../../http/route.ts'
import { nameOf, sourceUri, startUri } from '../../http/uris.ts'
import type { Place } from '../../http/uris.ts'
import { declare, document, element } from '../../http/xml.ts'
import type { FileDefinition, Location } from '../../types.ts'
import { viewOf } from '../../workbench/source-place.ts'

function nothingFound(place: Place): AdtError {
  const at =
    place.start === undefined
      ? ''
      : ` at line ${place.start.row}, column ${place.start.column ?? 0}`
  return new AdtError(`No navigation target found in ${nameOf(place.part)}${at}`, {
    status: 404,
    type: 'ExceptionResourceNotFound'
  })
}

/** A kernel element has no source in the repository. */
function answerOf(found: FileDefinition, place: Place, location: Location | undefined): Answer {
  if (location === undefined) throw nothingFound(place)
  return {
    body: document(
      element('adtcore:objectReference', {
        ...declare('adtcore'),
        'adtcore:uri': startUri(location),
        'adtcore:type': found.kind,
        'adtcore:name': found.name.toUpperCase()
      })
    )
  }
}

async function target(request: Request): Promise<Answer> {
  const { system } = request
  const place = existingPlace(system, request.required('uri'))
  if (place.start === undefined) {
    throw new AdtError(`The URI ${sourceUri(place.part)} names no position`, {
      status: 400,
      type: 'ExceptionInvalidParameter'
    })
  }
  const text = request.text()
  const sources = text === '' ? [] : [{ part: place.part, text }]
  const view = viewOf(system, place, { sources, drafts: true })
  const at = system.store.toFile(
    { part: place.part, row: place.start.row, column: place.start.column ?? 0 },
    sources
  )
  if (at === undefined) throw nothingFound(place)
  const implementation = request.query.get('filter') === 'implementation'
  const found = await system.engine.definition({ ...at, ...view, implementation })
  if (found === undefined) throw nothingFound(place)
  return answerOf(found, place, system.store.toPart(found, sources))
}

export const routes: readonly Route[] = [
  {
    method: 'POST',
    path: '/navigation/target',
    produces: ['application/xml', 'application/vnd.sap.adt.navigation.target+xml'],
    collection: {
      workspace: 'Navigation',
      title: 'Navigation',
      category: ['navigation', 'target'],
      accept: ['application/xml']
    },
    handler: target
  }
]
