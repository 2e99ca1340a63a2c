/** Routes that describe tables, views and their columns for editors of CDS sources. */
import { notFound } from '../../http/errors.ts'
import { kindOf } from '../../http/kinds.ts'
import type { Request, Route } from '../../http/route.ts'
import { basePath } from '../../http/router.ts'
import { objectUri } from '../../http/uris.ts'
import { declare, document, element, leaf } from '../../http/xml.ts'
import type { Attributes } from '../../http/xml.ts'
import type { Column, ObjectInfo, Store, TableShape } from '../../types.ts'

interface Entity {
  readonly info: ObjectInfo | undefined
  readonly type: string
  readonly shape: TableShape
}

/**
 * The object a table, structure or CDS entity is made by; the entity of a DDL source may have
 * another name.
 */
function objectOfEntity(store: Store, name: string): ObjectInfo | undefined {
  const views = store.list({ type: 'DDLS' })
  return (
    views.find(
      view => view.attributes['entity']?.toUpperCase() === name || view.key.name === name
    ) ??
    store.get({ type: 'TABL', name }) ??
    store.get({ type: 'STRU', name })
  )
}

function entityOf(store: Store, given: string): Entity {
  const name = given.trim().toUpperCase()
  const info = objectOfEntity(store, name)
  const shape = store.shape(name)
  if (shape === undefined) throw notFound(name)
  // tables of the system itself are no objects of the repository
  return { info, shape, type: info === undefined ? 'TABL/DT' : kindOf(info.key.type).adtType }
}

const padded = (value: number) => String(value).padStart(6, '0')

function properties(entries: Readonly<Record<string, string | boolean>>): string {
  return element(
    'abapsource:properties',
    {},
    Object.entries(entries).map(([key, value]) =>
      leaf('abapsource:entry', value, { 'abapsource:key': key })
    )
  )
}

/**
 * What is known of a column: its key, type and text. Labels of its data element are not resolved.
 */
function columnElement(column: Column, { type, shape }: Entity, root: Attributes = {}): string {
  return element(
    'abapsource:elementInfo',
    { ...root, 'adtcore:type': type, 'adtcore:name': column.name },
    properties({
      ddicIsKey: column.key,
      ddicDataElement: '',
      ddicDataType: column.type,
      ddicLength: padded(column.length),
      ddicDecimals: padded(column.decimals),
      parentName: shape.name,
      ...(column.description === ''
        ? {}
        : {
            'annotationKey.1': 'EndUserText.label',
            'annotationValue.1': `'${column.description}'`
          })
    })
  )
}

/** The path as the client gave it: one value for each step, or one with the steps between dots. */
function stepsOf({ query }: Request): string[] {
  return query
    .getAll('path')
    .flatMap(each => each.split('.'))
    .map(each => each.trim())
    .filter(each => each !== '')
}

function elementInfo(request: Request): string {
  request.required('path')
  const [name = '', ...rest] = stepsOf(request)
  const entity = entityOf(request.system.store, name)
  const root = declare('abapsource', 'adtcore')
  const [wanted] = rest
  if (wanted === undefined) {
    return element(
      'abapsource:elementInfo',
      { ...root, 'adtcore:type': entity.type, 'adtcore:name': entity.shape.name },
      [
        properties({ parentName: entity.shape.name }),
        entity.shape.columns.map(column => columnElement(column, entity))
      ]
    )
  }
  const column = entity.shape.columns.find(each => each.name.toUpperCase() === wanted.toUpperCase())
  if (column === undefined || rest.length > 1) {
    throw notFound([name, ...rest].join('.').toUpperCase())
  }
  return columnElement(column, entity, root)
}

function reference(name: string, info: ObjectInfo, more: Attributes = {}): Attributes {
  const { adtType } = kindOf(info.key.type)
  return {
    'adtcore:uri': objectUri(info.key),
    'adtcore:type': adtType,
    'adtcore:name': name,
    'adtcore:description': info.description,
    ...more
  }
}

const maxSources = 200

/** Tables and views whose name fits a pattern, as sources of data to choose from. */
function dataSources({ system: { store } }: Request, pattern: string): string {
  const found = store.find({ pattern: pattern.trim(), types: ['TABL', 'DDLS'], max: maxSources })
  return element(
    'adtcore:objectReferences',
    declare('adtcore'),
    found.map(info =>
      element(
        'adtcore:objectReference',
        reference(info.attributes['entity']?.toUpperCase() ?? info.key.name, info)
      )
    )
  )
}

/** The objects behind the paths of entities; a path that leads nowhere is left out. */
function objectsOfPaths(request: Request): string {
  const { store } = request.system
  const found = request.query.getAll('path').flatMap(path => {
    const [name = ''] = path.split('.')
    const info = objectOfEntity(store, name.trim().toUpperCase())
    return info === undefined
      ? []
      : [
          element(
            'ddl:ddlObjectReference',
            reference(info.attributes['entity']?.toUpperCase() ?? info.key.name, info, {
              'ddl:path': path
            })
          )
        ]
  })
  return element('ddl:ddlObjectReferences', declare('ddl', 'adtcore'), found)
}

function repositoryAccess(request: Request): string {
  return request.query.has('path')
    ? objectsOfPaths(request)
    : dataSources(request, request.required('datasource'))
}

const workspace = 'ABAP DDL Sources'
const template = (name: string, parameters: string) => ({
  rel: `http://www.sap.com/adt/categories/ddic/ddl/${name}`,
  template: `${basePath}/ddic/ddl/${name}${parameters}`
})

export const routes: readonly Route[] = [
  {
    method: 'GET',
    path: '/ddic/ddl/elementinfo',
    produces: ['application/vnd.sap.adt.elementinfo+xml', 'application/xml'],
    collection: {
      workspace,
      title: 'Element Information',
      category: ['ddic/ddlsources', 'elementinfo'],
      accept: ['text/plain'],
      templates: [
        template(
          'elementinfo',
          '{?getTargetForAssociation,getExtensionViews,getSecondaryObjects,path*}'
        )
      ]
    },
    handler: request => ({ body: document(elementInfo(request)) })
  },
  {
    method: 'GET',
    path: '/ddic/ddl/ddicrepositoryaccess',
    produces: ['application/xml'],
    collection: {
      workspace,
      title: 'Dictionary Repository Access',
      category: ['ddic/ddlsources', 'ddicrepositoryaccess'],
      accept: [],
      templates: [template('ddicrepositoryaccess', '{?datasource,requestScope*,path*}')]
    },
    handler: request => ({ body: document(repositoryAccess(request)) })
  }
]
