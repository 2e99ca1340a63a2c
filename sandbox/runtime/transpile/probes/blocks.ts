/** Event blocks of programs as procedures whose statements are counted. */
import type { Nodes } from '@abaplint/core'
import type { CoverageProbes, Span } from '../program.ts'
import { spanOf } from './source.ts'
import { state, type Open } from './state.ts'

/** An event block; what it has in an include program stands in another file. */
interface Block {
  readonly name: string
  readonly head: { readonly file: string; readonly node: Nodes.StatementNode } | undefined
  readonly files: Map<string, { readonly open: Open; readonly span: [...Span] }>
}

let block: Block = { name: '', head: undefined, files: new Map() }
let bodies = new WeakMap<object, Nodes.StructureNode>()

/** For the objects that follow. */
export function beginBlocks(): void {
  bodies = new WeakMap()
}

/** The statements that follow belong to this event; `head` is absent before the first event. */
export function beginBlock(name: string, head?: Block['head']): void {
  block = { name, head, files: new Map() }
}

/** What stands at the level of a program: each body has one statement or structure. */
export function noteProgramLevel(list: readonly Nodes.StructureNode[]): void {
  for (const body of list) for (const child of body.getChildren()) bodies.set(child, body)
}

/** The body of what stands at the level of a program. */
export function blockOf(
  node: Nodes.StructureNode | Nodes.StatementNode
): Nodes.StructureNode | undefined {
  return bodies.get(node)
}

/** The block as it stands in this file, up to and with this body. */
export function openBlock(file: string, body: Nodes.StructureNode): Open {
  const [, , endRow, endColumn] = spanOf(body.getFirstToken(), body.getLastToken())
  const known = block.files.get(file)
  if (known !== undefined) {
    known.span.splice(2, 2, endRow, endColumn)
    return known.open
  }
  const first = block.head?.file === file ? block.head.node : body
  const [startRow, startColumn] = spanOf(first.getFirstToken(), first.getLastToken())
  const id = ++state.last
  const open: Open = { id, body: undefined, statements: [], entry: id }
  const span: [...Span] = [startRow, startColumn, endRow, endColumn]
  block.files.set(file, { open, span })
  state.procedures.push({
    ...({ file, kind: 'event', visibility: undefined, owner: '', name: block.name } as const),
    ...{ span, id, statements: open.statements }
  } satisfies CoverageProbes)
  return open
}
