/** Adds counters to statements, for coverage. */
import { Nodes, Statements, Structures } from '@abaplint/core'
import { Chunk } from '@abaplint/transpiler'
import traversals from '@abaplint/transpiler/build/src/traversal.js'
import { beginBlocks, blockOf, openBlock } from './probes/blocks.ts'
import { isTest, nameAfter, spanOf, visibilityOf, type Traversal } from './probes/source.ts'
import { state, type Open } from './probes/state.ts'
import type { CoverageProbes, ProbedStatement, Probes } from './program.ts'

const MAX_TEXT = 200

/** Statements that only declare, or that exist for the parser. */
const UNCOUNTED = [
  Statements.Data,
  Statements.Constant,
  Statements.Type,
  Statements.Static,
  Statements.FieldSymbol,
  Statements.Tables,
  Statements.Include,
  Statements.ClassDefinitionLoad,
  Statements.InterfaceLoad,
  Statements.TypePools,
  Statements.SetExtendedCheck
]
const UNCOUNTED_STRUCTURES = [
  Structures.Data,
  Structures.Constants,
  Structures.Types,
  Structures.Statics,
  Structures.TypeEnum,
  Structures.TypeMesh,
  Structures.Define
]

/** Switches probes on for the objects that follow; numbers begin anew. */
export function beginProbes(mode: Probes): void {
  const active = mode !== 'none'
  const debugged = mode === 'debugged'
  const traced = mode === 'traced'
  Object.assign(state, {
    active,
    debugged,
    traced,
    last: 0,
    procedures: [],
    owner: '',
    open: undefined
  })
  beginBlocks()
}

/** How many counters have been given out since counting was switched on. */
export function probeCount(): number {
  return state.last
}

/**
 * The procedures translated since the last call; an object that is translated again leaves its
 * first attempt behind so.
 */
export function takeProbes(): CoverageProbes[] {
  return state.procedures.splice(0)
}

/**
 * Adds counters to procedures and their statements where coverage is requested: every
 * statement gets a counter in front of it, every IF and ELSEIF one for its true branch. Test
 * classes are left out. Applies to the transpiler of this thread.
 */
export function installProbes(): void {
  const prototype = traversals.Traversal.prototype as unknown as Traversal
  const { traverseStructure, traverseStatement } = prototype
  prototype.traverseStructure = function (this: Traversal, node) {
    if (!state.active) return traverseStructure.call(this, node)
    const kind = node.get()
    if (kind instanceof Structures.ClassImplementation) {
      state.owner = nameAfter(node.getFirstStatement())
    }
    if (isProcedure(node)) return procedure(this, node, traverseStructure)
    const top = blockOf(node)
    if (top !== undefined) return inBlock(this, top, () => traverse(this, node))
    return traverse(this, node)
  }
  const traverse = (traversal: Traversal, node: Nodes.StructureNode): Chunk => {
    const kind = node.get()
    if (state.open === undefined) return traverseStructure.call(traversal, node)
    if (state.traced) return traced(traversal, node, traverseStructure)
    if (kind instanceof Structures.Loop) noteLoopBody(node)
    const body = kind instanceof Structures.Normal ? node : state.inLoops.get(node)
    if (body === undefined) return traverseStructure.call(traversal, node)
    const code = counters(body, state.open)
    return new Chunk(code).appendChunk(traverseStructure.call(traversal, node))
  }
  prototype.traverseStatement = function (this: Traversal, node) {
    if (state.traced) return traverseStatement.call(this, node)
    const top = state.active ? blockOf(node) : undefined
    if (top !== undefined) return inBlock(this, top, () => traverseStatement.call(this, node))
    const body = state.open === undefined ? undefined : state.inLoops.get(node)
    const code = body === undefined || state.open === undefined ? '' : counters(body, state.open)
    const own = traverseStatement.call(this, node)
    const chunk = code === '' ? own : new Chunk(code).appendChunk(own)
    const id = state.active && !state.debugged ? state.conditions.get(node) : undefined
    return id === undefined ? chunk : chunk.appendString(`${hit(id)}\n`)
  }
}

/** The body of a LOOP is taken apart by the transpiler: what stands in it comes one by one. */
function noteLoopBody(loop: Nodes.StructureNode): void {
  for (const body of loop.findDirectStructures(Structures.Body)) {
    for (const normal of body.findDirectStructures(Structures.Normal)) {
      for (const child of normal.getChildren()) state.inLoops.set(child, normal)
    }
  }
}

function hit(id: number): string {
  return `abap.sandbox.hit(${id});`
}

function isProcedure(node: Nodes.StructureNode): boolean {
  return (
    node.get() instanceof Structures.Method ||
    node.get() instanceof Structures.Form ||
    node.get() instanceof Structures.FunctionModule
  )
}

function procedure(
  traversal: Traversal,
  node: Nodes.StructureNode,
  inner: Traversal['traverseStructure']
): Chunk {
  const head = node.getFirstStatement()
  if (head === undefined || (!state.debugged && !state.traced && isTest(traversal, state.owner))) {
    return inner.call(traversal, node)
  }
  const statements: ProbedStatement[] = []
  const kind =
    node.get() instanceof Structures.Method
      ? 'method'
      : node.get() instanceof Structures.Form
        ? 'form'
        : 'function'
  const id = ++state.last
  state.procedures.push({
    file: traversal.getFilename(),
    kind,
    visibility:
      kind === 'method' ? visibilityOf(traversal, state.owner, nameAfter(head)) : undefined,
    owner: kind === 'method' ? state.owner : '',
    name: nameAfter(head),
    span: spanOf(node.getFirstToken(), node.getLastToken()),
    id,
    statements
  })
  // the head of a function module is no statement to the transpiler: what stands first in it counts
  const body = node.findDirectStructure(Structures.Body)
  state.open = { statements, entry: kind === 'function' ? id : undefined, id, body }
  if (kind !== 'function') state.conditions.set(head, id)
  try {
    return inner.call(traversal, node)
  } finally {
    state.open = undefined
    state.conditions.clear()
    state.inLoops.clear()
  }
}

/** What stands at the level of the program belongs to the event block before it. */
function inBlock(traversal: Traversal, body: Nodes.StructureNode, inner: () => Chunk): Chunk {
  if (state.traced || isUncounted(body)) return inner()
  const outer = state.open
  state.open = openBlock(traversal.getFilename(), body)
  try {
    return new Chunk(counters(body, state.open)).appendChunk(inner())
  } finally {
    state.open = outer
  }
}

/** What a procedure does stands between its beginning and its end, on whatever way it ends. */
function traced(
  traversal: Traversal,
  node: Nodes.StructureNode,
  inner: Traversal['traverseStructure']
): Chunk {
  const { open } = state
  if (open === undefined || node !== open.body) return inner.call(traversal, node)
  return new Chunk(`abap.sandbox.enter(${open.id});\ntry {\n`)
    .appendChunk(inner.call(traversal, node))
    .appendString('} finally {\nabap.sandbox.leave();\n}\n')
}

/** The counters in front of what a body holds next. */
function counters(node: Nodes.StructureNode, open: Open): string {
  const entry = open.entry === undefined || state.debugged ? '' : hit(open.entry)
  open.entry = undefined
  const [child] = node.getChildren()
  const statement = statementOf(node)
  if (statement === undefined || isUncounted(node)) return entry
  // TRY itself does nothing, but what stands in it is counted
  if (statement.get() instanceof Statements.Try) return entry
  const id = ++state.last
  const isIf = child instanceof Nodes.StructureNode && child.get() instanceof Structures.If
  open.statements.push({
    span: spanOf(statement.getFirstToken(), statement.getLastToken()),
    id,
    ...(isIf ? { whenTrue: condition(statement) } : {}),
    ...(state.debugged ? { text: textOf(statement) } : {})
  })
  if (isIf) elseIfs(child, open)
  return entry + (state.debugged ? `abap.sandbox.stop(${id});` : hit(id))
}

/** A statement that calls a method without CALL METHOD is shown with it. */
function textOf(statement: Nodes.StatementNode): string {
  const words = statement.concatTokens().slice(0, MAX_TEXT).toUpperCase().replace(/\s+/g, ' ')
  return statement.get() instanceof Statements.Call && !words.startsWith('CALL ')
    ? `CALL METHOD ${words}`
    : words
}

/** The statement that a body begins with. */
function statementOf(node: Nodes.StructureNode): Nodes.StatementNode | undefined {
  const [child] = node.getChildren()
  if (child instanceof Nodes.StatementNode) return child
  return child instanceof Nodes.StructureNode ? child.getFirstStatement() : undefined
}

function isUncounted(node: Nodes.StructureNode): boolean {
  const [child] = node.getChildren()
  const statement = statementOf(node)
  return (
    UNCOUNTED.some(kind => statement?.get() instanceof kind) ||
    (child instanceof Nodes.StructureNode &&
      UNCOUNTED_STRUCTURES.some(kind => child.get() instanceof kind))
  )
}

/** The counter of the true branch. */
function condition(statement: Nodes.StatementNode): number {
  state.conditions.set(statement, ++state.last)
  return state.last
}

/** An ELSEIF is reached when the IF was and all branches before it were not taken. */
function elseIfs(structure: Nodes.StructureNode, open: Open): void {
  const first = open.statements.at(-1)
  if (first?.whenTrue === undefined) return
  const taken = [first.whenTrue]
  for (const other of structure.findDirectStructures(Structures.ElseIf)) {
    const statement = other.findDirectStatement(Statements.ElseIf)
    if (statement === undefined) continue
    const whenTrue = condition(statement)
    open.statements.push({
      span: spanOf(statement.getFirstToken(), statement.getLastToken()),
      id: first.id,
      without: [...taken],
      whenTrue
    })
    taken.push(whenTrue)
  }
}
