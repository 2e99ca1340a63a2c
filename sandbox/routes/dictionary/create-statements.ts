/** The SQL with which the database of the sandbox creates the view of a CDS source. */
import { uriMapping } from '../../http/errors.ts'
import type { Answer, Request, Route } from '../../http/route.ts'
import { basePath } from '../../http/router.ts'
import { objectOf } from '../../http/repository.ts'
import { declare, document, element, leaf } from '../../http/xml.ts'

/** A view that SQLite cannot create, and one with parameters, has none. */
function createStatements(request: Request): Answer {
  const key = { type: 'DDLS', name: request.param('name').toUpperCase() } as const
  objectOf(request.system.store, { object: key, part: 'main' })
  const statements = request.system.database
    .createStatements(key.name)
    .map(({ name, sql }) =>
      element('ddl:createStatement', { 'adtcore:name': name, 'adtcore:type': '1', state: 'A' }, [
        leaf('ddl:statement', sql)
      ])
    )
  return {
    type: request.type,
    body: document(
      element(
        'ddl:source',
        {
          'adtcore:name': key.name,
          'adtcore:type': 'DDLS/DF',
          state: '',
          'xmlns:ddl': 'http://www.sap.com/adt/ddl',
          ...declare('adtcore')
        },
        [element('ddl:createStatements', {}, statements)]
      )
    )
  }
}

export const routes: readonly Route[] = [
  {
    method: 'POST',
    path: '/ddic/ddl/createstatements/{name}',
    produces: ['application/vnd.sap.adt.ddl.createStatements+xml', 'application/xml'],
    handler: createStatements
  },
  {
    method: 'GET',
    path: '/ddic/ddl/createstatements',
    collection: {
      workspace: 'ABAP DDL Sources',
      title: 'DDL sqlView Create Statement',
      category: ['ddic/ddlsources', 'createstatements'],
      accept: [],
      templates: [
        {
          rel: 'http://www.sap.com/adt/relations/ddic/ddl/createstatements',
          template: `${basePath}/ddic/ddl/createstatements/{object_name}`
        }
      ]
    },
    handler({ path }) {
      throw uriMapping(path)
    }
  }
]
