/** Adds counters to statements, for coverage. */
import { Nodes, Statements, Structures } from '@abaplint/core'
import { Chunk } from '@abaplint/transpiler'
import traversals from '@abaplint/transpiler/build/src/traversal.js'
import { isTest, nameAfter, spanOf, visibilityOf, type Traversal } from './probes/source.ts'
import type { CoverageProbes, ProbedStatement, Probes } from './program.ts'

/**
 * The procedure that is being translated; `entry` is the counter of its calls as long as it stands
 * nowhere.
 */
interface Open {
  readonly id: number
  readonly body: Nodes.StructureNode | undefined
  readonly statements: ProbedStatement[]
  entry: number | undefined
}

interface State {
  active: boolean
  /** Statements may stop the program instead of being counted. */
  debugged: boolean
  /** Procedures tell where they begin and end, and no statement is counted. */
  traced: boolean
  last: number
  /** Finished procedures of the object that is being translated. */
  procedures: CoverageProbes[]
  /** Upper-case name of the class implementation around. */
  owner: string
  open: Open | undefined
  /** Counters that stand behind a statement: heads of procedures and conditions. */
  readonly conditions: Map<Nodes.StatementNode, number>
  /** What stands in loops of the procedure. */
  readonly inLoops: Map<object, Nodes.StructureNode>
}

const state: State = {
  active: false,
  debugged: false,
  traced: false,
  last: 0,
  procedures: [],
  owner: '',
  open: undefined,
  conditions: new Map(),
  inLoops: new Map()
}

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
    if (state.open === undefined) return traverseStructure.call(this, node)
    if (state.traced) return traced(this, node, traverseStructure)
    if (kind instanceof Structures.Loop) noteLoopBody(node)
    const body = kind instanceof Structures.Normal ? node : state.inLoops.get(node)
    if (body === undefined) return traverseStructure.call(this, node)
    const code = counters(body, state.open)
    return new Chunk(code).appendChunk(traverseStructure.call(this, node))
  }
  prototype.traverseStatement = function (this: Traversal, node) {
    if (state.traced) return traverseStatement.call(this, node)
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
  const statement =
    child instanceof Nodes.StatementNode
      ? child
      : child instanceof Nodes.StructureNode
        ? child.getFirstStatement()
        : undefined
  if (statement === undefined || UNCOUNTED.some(kind => statement.get() instanceof kind)) {
    return entry
  }
  if (
    child instanceof Nodes.StructureNode &&
    UNCOUNTED_STRUCTURES.some(kind => child.get() instanceof kind)
  ) {
    return entry
  }
  // TRY itself does nothing, but what stands in it is counted
  if (statement.get() instanceof Statements.Try) return entry
  const id = ++state.last
  const isIf = child instanceof Nodes.StructureNode && child.get() instanceof Structures.If
  open.statements.push({
    span: spanOf(statement.getFirstToken(), statement.getLastToken()),
    id,
    ...(isIf ? { whenTrue: condition(statement) } : {})
  })
  if (isIf) elseIfs(child, open)
  return entry + (state.debugged ? `abap.sandbox.stop(${id});` : hit(id))
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
