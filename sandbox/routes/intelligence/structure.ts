/** Routes of the outline of an object. */
import { AdtError } from '../../http/errors.ts'
import { objectOf, versionOf } from '../../http/repository.ts'
import type { Answer, Request, Route } from '../../http/route.ts'
import { encodeName, objectUri, sourceUri } from '../../http/uris.ts'
import { kindOf } from '../../http/kinds.ts'
import { declare, document, element } from '../../http/xml.ts'
import type { FileRange, FileStructureNode, ObjectKey, PartKey, Store } from '../../types.ts'
import { overlayOf } from '../../workbench/checks.ts'

const relation = 'http://www.sap.com/adt/relations/source/'

interface Frame {
  readonly store: Store
  readonly object: ObjectKey
}

/** Relative to `xml:base`, as the ERP writes it: up to the collection and down again. */
function relativeUri(part: PartKey, object: ObjectKey): string {
  const own = objectUri(object)
  return `./../${encodeName(object.name)}${sourceUri(part).slice(own.length)}`
}

function link(frame: Frame, rel: string, range: FileRange | undefined, type?: string): string {
  const location = range === undefined ? undefined : frame.store.toPart(range)
  if (location === undefined) return ''
  const { startRow, startColumn, endRow, endColumn } = location.range
  const inside =
    location.part.object.type === frame.object.type &&
    location.part.object.name === frame.object.name
  const uri = inside ? relativeUri(location.part, frame.object) : sourceUri(location.part)
  return element('atom:link', {
    rel: relation + rel,
    href: `${uri}#start=${startRow},${startColumn};end=${endRow},${endColumn}`,
    type
  })
}

function nodeElement(
  frame: Frame,
  node: FileStructureNode,
  root?: Readonly<Record<string, string>>
): string {
  const type = root === undefined ? node.kind : kindOf(frame.object.type).adtType
  return element(
    'abapsource:objectStructureElement',
    {
      ...root,
      'adtcore:name': node.name,
      'adtcore:type': type,
      visibility: node.visibility,
      level: node.level,
      ...node.attributes
    },
    [
      link(frame, 'definitionIdentifier', node.definition, root === undefined ? type : undefined),
      link(frame, 'implementationIdentifier', node.implementation),
      link(frame, 'definitionBlock', node.definitionBlock),
      link(frame, 'implementationBlock', node.implementationBlock),
      node.children.map(child => nodeElement(frame, child))
    ]
  )
}

async function outline(request: Request, key: ObjectKey): Promise<Answer> {
  const { system, query } = request
  const part = { object: key, part: 'main' }
  const info = objectOf(system.store, part)
  const overlay = overlayOf(system.store, {
    objects: [info.key],
    sources: [],
    drafts: versionOf(query) !== 'active' || info.state === 'new'
  })
  const node = await system.engine.structure({
    file: system.store.fileName({ ...part, object: info.key }),
    overlay
  })
  if (node === undefined) {
    throw new AdtError(`The source of ${info.key.name} has no structure`, {
      status: 404,
      type: 'ExceptionResourceNotFound'
    })
  }
  const frame = { store: system.store, object: info.key }
  const root = {
    'xml:base': `${objectUri(info.key)}/objectstructure`,
    ...declare('adtcore', 'abapsource', 'atom')
  } as Record<string, string>
  return { body: document(nodeElement(frame, { ...node, name: info.key.name }, root)) }
}

const outlined = (['CLAS', 'INTF', 'PROG', 'FUGR'] as const).map(kindOf)

export const routes: readonly Route[] = outlined.map(kind => ({
  method: 'GET',
  path: `${kind.collection}/{name}/objectstructure`,
  produces: [
    'application/vnd.sap.adt.objectstructure.v2+xml',
    'application/vnd.sap.adt.objectstructure+xml',
    'application/xml'
  ],
  handler: request =>
    outline(request, { type: kind.type, name: request.param('name').toUpperCase() })
}))
