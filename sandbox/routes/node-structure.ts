/** Routes of the object tree and of the path of an object in it. */
import { kindOf } from '../http/kinds.ts'
import { existingPlace } from '../http/repository.ts'
import type { Answer, Request, Route } from '../http/route.ts'
import { basePath } from '../http/router.ts'
import { rowOf, rowsOfGroup } from '../http/documents/search-rows.ts'
import type { SearchRow } from '../http/documents/search-rows.ts'
import { categoryOf, nodeId, treeFolders, treeNode } from '../http/documents/tree-nodes.ts'
import { adtTypeOf, entityUri, nameOf, objectUri } from '../http/uris.ts'
import { descendants } from '../http/xml-reader.ts'
import { asx, asxType, declare, document, element } from '../http/xml.ts'
import type { ObjectInfo, PartKey, Store } from '../types.ts'

const root = '000000'
const dataname = 'com.sap.adt.RepositoryObjectTreeContent'

/** The includes that a program names, as far as they exist. */
function includesOf(store: Store, name: string): SearchRow[] {
  const program =
    store.read({ object: { type: 'PROG', name }, part: 'main' }, 'workingArea')?.text ?? ''
  const named = new Set(
    [...program.matchAll(/^\s*INCLUDE\s+([\w/]+)\s*(?:IF\s+FOUND\s*)?\./gim)].map(match =>
      (match[1] ?? '').toUpperCase()
    )
  )
  return [...named].flatMap(include => store.get({ type: 'INCL', name: include }) ?? []).map(rowOf)
}

/** What stands directly below a node; nothing below what does not exist. */
function below(store: Store, parentType: string, name: string): SearchRow[] {
  switch (parentType) {
    case 'DEVC/K': {
      if (name !== '' && store.get({ type: 'DEVC', name }) === undefined) return []
      return [
        ...store.subPackages(name),
        ...(name === ''
          ? []
          : store.list({ package: name }).filter(({ key }) => key.type !== 'DEVC'))
      ].map(rowOf)
    }
    case 'FUGR/F': {
      const group = store.get({ type: 'FUGR', name })
      return group === undefined ? [] : rowsOfGroup(store, group)
    }
    case 'PROG/P':
    case 'PROG/PI':
      return includesOf(store, name)
    default:
      return []
  }
}

/**
 * The nodes asked for; undefined when the request has no body, which asks for everything at once.
 */
function nodeKeys(request: Request): ReadonlySet<string> | undefined {
  if (request.body.length === 0) return undefined
  const keys = descendants(request.xml(), 'TV_NODEKEY').map(each =>
    each.text.trim().padStart(root.length, '0')
  )
  return keys.length === 0 ? undefined : new Set(keys)
}

/**
 * Without a body: all nodes. With the root's key: packages; with keys of types: the objects of
 * those types. The types that occur are listed in every answer.
 */
function nodeStructure(request: Request): Answer {
  const {
    system: { store },
    query
  } = request
  const parentType = request.required('parent_type').toUpperCase()
  const name = query.get('parent_name')?.trim().toUpperCase() ?? ''
  const user = query.get('user_name')?.trim().toUpperCase() ?? ''
  const all = below(store, parentType, name).filter(
    row => user === '' || row.adtType === 'DEVC/K' || row.responsible.toUpperCase() === user
  )
  // a package without objects, or none of that name, is an answer without a document
  if (all.length === 0 && parentType === 'DEVC/K') return {}
  const keys = nodeKeys(request)
  const shown =
    keys === undefined
      ? all
      : all.filter(
          row => keys.has(nodeId(row.adtType)) || (row.adtType === 'DEVC/K' && keys.has(root))
        )
  const described = query.get('withShortDescriptions') !== 'false'
  const { categories, types } = treeFolders(new Set(all.map(row => row.adtType)))
  const tree = element(
    'TREE_CONTENT',
    {},
    shown.map(row => treeNode(row, described))
  )
  return { body: asx([tree, categories, types]) }
}

function packagesAbove(store: Store, name: string): ObjectInfo[] {
  const found = name === '' ? undefined : store.get({ type: 'DEVC', name })
  return found === undefined ? [] : [...packagesAbove(store, found.package), found]
}

function pathTo(store: Store, part: PartKey): PartKey[] {
  const info = store.get(part.object)
  const home = packagesAbove(store, info?.package ?? '').map(({ key }) => ({
    object: key,
    part: 'main'
  }))
  const whole = { object: part.object, part: 'main' }
  return entityUri(part) === objectUri(part.object) ? [...home, whole] : [...home, whole, part]
}

/**
 * Where an object stands: the packages from the outermost, then the object, a function group before
 * what is in it.
 */
function nodePath(request: Request): Answer {
  const { store } = request.system
  const { part } = existingPlace(request.system, request.required('uri'))
  const links = pathTo(store, part).map(each =>
    element('objectLinkReference', {
      'adtcore:uri': entityUri(each),
      'adtcore:type': adtTypeOf(each),
      'adtcore:name': nameOf(each),
      'projectexplorer:category': categoryOf(kindOf(each.object.type).adtType)
    })
  )
  return {
    body: document(
      element(
        'projectexplorer:nodepath',
        declare('projectexplorer', 'adtcore'),
        element('projectexplorer:objectLinkReferences', {}, links)
      )
    )
  }
}

export const routes: readonly Route[] = [
  {
    method: 'POST',
    path: '/repository/nodestructure',
    produces: [asxType(dataname), 'application/xml'],
    collection: {
      workspace: 'Repository Explorer',
      title: 'Node Structure',
      category: ['repository', 'nodestructure'],
      accept: [asxType(dataname)],
      templates: [
        {
          rel: 'http://www.sap.com/adt/relations/repository/nodestructure',
          template: `${basePath}/repository/nodestructure{?parent_type,parent_name,parent_tech_name,user_name,withShortDescriptions,rebuild_tree}`
        }
      ]
    },
    handler: nodeStructure
  },
  {
    method: 'POST',
    path: '/repository/nodepath',
    produces: ['application/xml', 'application/vnd.sap.adt.projectexplorer.nodepath+xml'],
    collection: {
      workspace: 'Repository Explorer',
      title: 'Node Path',
      category: ['repository', 'nodepath'],
      templates: [
        {
          rel: 'http://www.sap.com/adt/relations/repository/nodepath',
          template: `${basePath}/repository/nodepath{?uri}`
        }
      ]
    },
    handler: nodePath
  }
]
