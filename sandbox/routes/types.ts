/** Routes of the object types and of the basic properties of objects. */
import { notFound } from '../http/errors.ts'
import { groupKinds, kindOf, kinds } from '../http/kinds.ts'
import { commonAttributes, packageRef } from '../http/documents/metadata.ts'
import { isCreatable } from '../http/releases/cloud-rules.ts'
import { objectOf, partOf, versionOf } from '../http/repository.ts'
import type { Answer, Request, Route } from '../http/route.ts'
import { basePath } from '../http/router.ts'
import { categoryOf } from '../http/documents/tree-nodes.ts'
import { asx, asxType, declare, document, element, leaf } from '../http/xml.ts'
import type { ObjectType } from '../types.ts'

const dataname = 'com.sap.adt.RepositoryTypeList'
const actions = ['CREATE', 'CHANGE', 'DISPLAY', 'DELETE']

interface Row {
  readonly type: ObjectType
  readonly adtType: string
  readonly label: string
  readonly path: string
  readonly length: number
  readonly parent: string
}

const rows: readonly Row[] = [
  ...kinds.map(({ type, adtType, label, collection, nameLength }) => ({
    type,
    adtType,
    label,
    path: collection,
    length: nameLength,
    parent: ''
  })),
  ...Object.values(groupKinds).map(({ adtType, label, segment, nameLength }) => ({
    type: 'FUGR' as const,
    adtType,
    label,
    path: `${kindOf('FUGR').collection}/{group_name}/${segment}`,
    length: nameLength,
    parent: kindOf('FUGR').adtType
  }))
]

/** Every object type, with its place in the tree, its URIs, and what can be done with its objects. */
function typeStructure({ system }: Request): Answer {
  return {
    body: asx(
      rows.map(({ type, adtType, label, path, length, parent }) =>
        element('SEU_ADT_OBJECT_TYPE_DESCRIPTOR', {}, [
          leaf('OBJECT_TYPE', adtType),
          leaf('OBJECT_TYPE_LABEL', label),
          leaf('CATEGORY', categoryOf(adtType)),
          leaf('CATEGORY_LABEL', categoryOf(adtType).replaceAll('_', ' ')),
          leaf('URI_TEMPLATE', `${basePath}${path}/{object_name}`),
          leaf('PARENT_OBJECT_TYPE', parent),
          leaf('OBJNAME_MAXLENGTH', length),
          element(
            'CAPABILITIES',
            {},
            (isCreatable(system, type) ? actions : actions.slice(1)).map(action =>
              leaf('SEU_ACTION', action)
            )
          )
        ])
      )
    )
  }
}

/**
 * The basic properties of an object of any type, by the type's name in the workbench (`clasoc`).
 */
function basicProperties(request: Request): Answer {
  const {
    system: { store, id }
  } = request
  const wanted = request.param('type').toLowerCase()
  const kind = kinds.find(each => each.adtType.replace('/', '').toLowerCase() === wanted)
  const name = request.param('name').toUpperCase()
  if (kind === undefined) throw notFound(name)
  const key = { object: { type: kind.type, name }, part: 'main' }
  const info = objectOf(store, key)
  const subject = {
    store,
    systemId: id,
    info,
    key: { ...key, object: info.key },
    part: partOf(store, key, versionOf(request.query)),
    language: request.language
  }
  const home = info.key.type === 'DEVC' && info.package === '' ? [] : packageRef(subject)
  return {
    body: document(
      element('adtcore:mainObject', { ...declare('adtcore'), ...commonAttributes(subject) }, home)
    )
  }
}

export const routes: readonly Route[] = [
  {
    method: 'POST',
    path: '/repository/typestructure',
    produces: [asxType(dataname), 'application/xml'],
    collection: {
      workspace: 'Repository Explorer',
      title: 'Type Structure',
      category: ['repository', 'typestructure'],
      accept: [asxType(dataname)]
    },
    handler: typeStructure
  },
  {
    method: 'GET',
    path: '/vit/wb/object_type/{type}/object_name/{name}',
    produces: ['application/vnd.sap.adt.basic.object.properties+xml', 'application/xml'],
    handler: basicProperties
  }
]
