/** Route that maps URI fragments of type and name to positions in a source. */
import { AdtError } from '../../http/errors.ts'
import { existingPlace } from '../../http/repository.ts'
import type { Answer, Request, Route } from '../../http/route.ts'
import { nameOf, startUri } from '../../http/uris.ts'
import type { FileStructureNode } from '../../types.ts'
import { overlayOf } from '../../workbench/checks.ts'

/** Method names stand behind the name of their class, which is filled up to this length. */
const classNameLength = 30

function notMapped(uri: string): AdtError {
  return new AdtError(`No mapping found for the fragment of ${uri}`, {
    status: 404,
    type: 'ExceptionResourceNotFound'
  })
}

function find(
  nodes: readonly FileStructureNode[],
  fits: (node: FileStructureNode) => boolean
): FileStructureNode | undefined {
  for (const node of nodes) {
    const found = fits(node) ? node : find(node.children, fits)
    if (found !== undefined) return found
  }
  return undefined
}

const same = (a: string, b: string) => a.trim().toUpperCase() === b.trim().toUpperCase()

/**
 * The node of an outline that `#type=…;name=…` names; a type that the outline does not tell apart
 * is found by its name.
 */
function nodeOf(
  root: FileStructureNode,
  type: string,
  name: string
): FileStructureNode | undefined {
  const owner = name.length > classNameLength ? name.slice(0, classNameLength) : undefined
  const inside = owner === undefined ? root : find([root], node => same(node.name, owner))
  const own = owner === undefined ? name : name.slice(classNameLength)
  if (inside === undefined) return undefined
  return (
    find(inside.children, node => same(node.kind, type) && same(node.name, own)) ??
    find(inside.children, node => same(node.name, own))
  )
}

/** Where the thing stands that a fragment names by type and name. */
async function map(request: Request): Promise<Answer> {
  const { system } = request
  const uri = request.required('uri')
  const place = existingPlace(system, uri)
  const { type = '', name = '' } = place.fragment
  if (name === '') throw notMapped(uri)
  const overlay = overlayOf(system.store, {
    objects: [place.part.object],
    sources: [],
    drafts: true
  })
  const root = await system.engine.structure({ file: system.store.fileName(place.part), overlay })
  const node = root === undefined ? undefined : nodeOf(root, type, name)
  const range =
    node?.implementation ?? node?.definition ?? node?.implementationBlock ?? node?.definitionBlock
  const location = range === undefined ? undefined : system.store.toPart(range)
  if (location === undefined) throw notMapped(`${nameOf(place.part)} ${type} ${name}`)
  return { body: startUri(location) }
}

export const routes: readonly Route[] = [
  {
    method: 'GET',
    path: '/urifragmentmappings',
    produces: ['text/plain'],
    handler: map
  }
]
