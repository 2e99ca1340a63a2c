/** Route of the text search in sources. */
import type { Answer, Request, Route } from '../../http/route.ts'
import { basePath } from '../../http/router.ts'
import {
  patternOf,
  referenceOf,
  rowOf,
  rowsOfGroup,
  typeFilter
} from '../../http/documents/search-rows.ts'
import type { SearchRow } from '../../http/documents/search-rows.ts'
import { sourceUri } from '../../http/uris.ts'
import { declare, document, element } from '../../http/xml.ts'
import type { ObjectInfo, PartKey, Store } from '../../types.ts'
import { limitOf } from '../search.ts'

interface Hit {
  readonly key: PartKey
  readonly row: number
  readonly column: number
  readonly line: string
}

const snippetLength = 255

/** Every line of the active sources of an object that has the text, in any case. */
function hitsIn(store: Store, info: ObjectInfo, wanted: string): Hit[] {
  const parts = store.parts(info.key).filter(part => part.version === 'active')
  return parts.flatMap(({ key }) => {
    const lines = store.read(key, 'active')?.text.split('\n') ?? []
    return lines.flatMap((line, index) => {
      const column = line.toUpperCase().indexOf(wanted)
      return column < 0
        ? []
        : [{ key, row: index + 1, column, line: line.trim().slice(0, snippetLength) }]
    })
  })
}

function rowFor(store: Store, info: ObjectInfo, key: PartKey): SearchRow {
  const inGroup =
    info.key.type === 'FUGR'
      ? rowsOfGroup(store, info).find(row => row.key.part === key.part)
      : undefined
  return inGroup ?? rowOf(info)
}

function candidates({ system: { store }, query }: Request): ObjectInfo[] {
  const pattern = (name: string) => {
    const given = query.get(name)?.trim() ?? ''
    return patternOf(given === '' ? '*' : given)
  }
  const [home, user, name] = [pattern('packageName'), pattern('userName'), pattern('objectName')]
  const ofType = typeFilter(query.get('objectType'))
  return store
    .list()
    .filter(
      info =>
        info.key.type !== 'DEVC' &&
        home.test(info.package) &&
        user.test(info.responsible.toUpperCase()) &&
        name.test(info.key.name) &&
        [rowOf(info), ...(info.key.type === 'FUGR' ? rowsOfGroup(store, info) : [])].some(ofType)
    )
}

/**
 * Hits are counted by line, from `searchFromIndex` (1) to `searchToIndex`; `getAllResults` lifts
 * the upper bound.
 */
function searchText(request: Request): Answer {
  const {
    system: { store },
    query
  } = request
  const wanted = request.required('searchString').toUpperCase()
  const ofType = typeFilter(query.get('objectType'))
  const from = Math.max(1, Number.parseInt(query.get('searchFromIndex') ?? '1', 10) || 1)
  const to =
    query.get('getAllResults') === 'true'
      ? Infinity
      : query.has('searchToIndex')
        ? limitOf(query, 'searchToIndex')
        : from - 1 + limitOf(query, 'maxResults')
  const references: string[] = []
  let seen = 0
  for (const info of candidates(request)) {
    if (seen >= to) break
    const byPart = Map.groupBy(hitsIn(store, info, wanted), hit => hit.key.part)
    for (const hits of byPart.values()) {
      const [first] = hits
      const row = first && rowFor(store, info, first.key)
      if (row === undefined || !ofType(row)) continue
      const shown = hits.filter(() => ++seen >= from && seen <= to)
      if (shown.length > 0) references.push(referenceOf(row, shown.map(resultOf)))
    }
  }
  return { body: document(element('adtcore:objectReferences', declare('adtcore'), references)) }
}

function resultOf({ key, row, column, line }: Hit): string {
  return element('textSearchResult', {
    uri: `${sourceUri(key)}#start=${row},${column}`,
    line: row,
    snippet: line
  })
}

const path = '/repository/informationsystem/textsearch'
const parameters =
  'searchString,searchFromIndex,searchToIndex,getAllResults,maxResults,packageName,userName,objectName,objectType'

function route(spelling: string): Route {
  return { method: 'GET', path: spelling, produces: ['application/xml'], handler: searchText }
}

export const routes: readonly Route[] = [
  {
    ...route(path),
    collection: {
      workspace: 'Repository Information',
      title: 'Source Search',
      category: ['repository', 'textsearch'],
      templates: [
        {
          rel: 'http://www.sap.com/adt/relations/informationsystem/textsearch',
          template: `${basePath}${path}{?${parameters}}`
        }
      ]
    }
  },
  route('/repository/informationsystem/textSearch')
]
