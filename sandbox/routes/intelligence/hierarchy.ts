/** Route of the type hierarchy of classes and interfaces. */
import { existingPlace } from '../../http/repository.ts'
import type { Answer, Request, Route } from '../../http/route.ts'
import { adtTypeOf, objectUri, sourceUri } from '../../http/uris.ts'
import { declare, document, element } from '../../http/xml.ts'
import { sourcePlace, viewOf } from '../../workbench/source-place.ts'
import { invalidData } from '../../http/errors.ts'

const resultType = 'application/vnd.sap.adt.typehierachy.result.v1+xml'

function startOf(request: Request) {
  const { system } = request
  const uri = request.required('uri')
  const place = existingPlace(system, uri)
  if (place.start !== undefined) return sourcePlace(system, uri, request.text())
  return {
    place,
    sources: [],
    file: system.store.fileName(place.part),
    ...viewOf(system, place, { sources: [], drafts: true })
  }
}

async function hierarchy(request: Request): Promise<Answer> {
  const { system } = request
  const direction = request.required('type')
  if (direction !== 'superTypes' && direction !== 'subTypes') {
    throw invalidData(`The direction ${direction} is neither superTypes nor subTypes`)
  }
  const at = startOf(request)
  const found = await system.engine.typeHierarchy({
    file: at.file,
    overlay: at.overlay,
    main: at.main,
    direction,
    ...('row' in at ? { row: at.row, column: at.column } : {})
  })
  const entries = found.map(each => {
    const location = system.store.toPart(each, at.sources)
    const info = location === undefined ? undefined : system.store.get(location.part.object)
    return element('entry', {
      hasDefOrImpl: location !== undefined,
      'adtcore:uri':
        location === undefined
          ? ''
          : `${sourceUri(location.part)}#start=${location.range.startRow},${location.range.startColumn}`,
      'adtcore:type': location === undefined ? each.kind : adtTypeOf(location.part),
      'adtcore:name': each.name.toUpperCase(),
      'adtcore:parentUri': location === undefined ? '' : objectUri(location.part.object),
      'adtcore:description': info?.description ?? ''
    })
  })
  return {
    body: document(
      element('hierarchy:info', declare('hierarchy', 'adtcore'), element('entries', {}, entries))
    )
  }
}

export const routes: readonly Route[] = [
  {
    method: 'POST',
    path: '/abapsource/typehierarchy',
    produces: [resultType, 'application/xml'],
    collection: {
      workspace: 'ABAP Source',
      title: 'Type Hierarchy',
      category: ['abapsource', 'typehierarchy'],
      accept: [resultType]
    },
    handler: hierarchy
  }
]
