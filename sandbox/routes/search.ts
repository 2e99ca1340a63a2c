/** Routes of the quick search for objects and of its object types. */
import { groupKinds, kinds } from '../http/kinds.ts'
import { namedItemTypes, namedItems } from '../http/named-items.ts'
import type { Answer, Request, Route } from '../http/route.ts'
import { basePath } from '../http/router.ts'
import { patternOf, referenceOf, rowsNamed, typeFilter } from '../http/documents/search-rows.ts'
import { declare, document, element } from '../http/xml.ts'

const standardResults = 100
const path = '/repository/informationsystem'

/** A number of results as clients give it; what is no positive number is left out. */
export function limitOf(query: URLSearchParams, name: string): number {
  const given = Number.parseInt(query.get(name) ?? '', 10)
  return given > 0 ? given : standardResults
}

/**
 * The name alone finds only that name: no wildcard is appended. The package says nothing where
 * packages are asked for.
 */
function search(request: Request): Answer {
  const { query, system } = request
  const named = rowsNamed(system.store, request.required('query'))
  const type = query.get('objectType')
  const ofType = typeFilter(type)
  const home = query.get('packageName')?.trim().toUpperCase() ?? ''
  const inPackage =
    home === '' || type?.toUpperCase().startsWith('DEVC') === true ? undefined : patternOf(home)
  const found = named
    .filter(row => ofType(row) && (inPackage === undefined || inPackage.test(row.package)))
    .sort((one, other) =>
      one.name < other.name ? -1 : one.name > other.name ? 1 : one.adtType < other.adtType ? -1 : 1
    )
  const shown = found.slice(0, limitOf(query, 'maxResults')).map(row => referenceOf(row))
  return { body: document(element('adtcore:objectReferences', declare('adtcore'), shown)) }
}

const catalogue = [...kinds, ...Object.values(groupKinds)].map(({ adtType, label }) => ({
  name: adtType,
  description: label,
  data: `type:${adtType};usedBy:quick_search,where_used`
}))

export const routes: readonly Route[] = [
  {
    method: 'GET',
    path: `${path}/search`,
    produces: [
      'application/xml',
      'application/vnd.sap.adt.repository.informationsystem.search+xml'
    ],
    collection: {
      workspace: 'Repository Information',
      title: 'Search',
      category: ['repository', 'search'],
      templates: [
        {
          rel: 'http://www.sap.com/adt/relations/informationsystem/search/quicksearch',
          template: `${basePath}${path}/search{?operation,query,maxResults,objectType,packageName}`
        }
      ]
    },
    handler: search
  },
  {
    method: 'GET',
    path: `${path}/objecttypes`,
    produces: namedItemTypes,
    collection: {
      workspace: 'Repository Information',
      title: 'Object Types',
      category: ['repository', 'objecttypes'],
      templates: [
        {
          rel: 'http://www.sap.com/adt/relations/informationsystem/objecttypes',
          template: `${basePath}${path}/objecttypes{?maxItemCount,name,data}`
        }
      ]
    },
    handler: ({ query }) => namedItems(catalogue, query)
  }
]
