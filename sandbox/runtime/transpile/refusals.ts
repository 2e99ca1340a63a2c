/** Refuses statements that the transpiler would translate to something else. */
import { Nodes, Structures } from '@abaplint/core'
import { Chunk } from '@abaplint/transpiler'
import traversals from '@abaplint/transpiler/build/src/traversal.js'

interface Traversal {
  getFilename(): string
  traverseStructure(node: Nodes.StructureNode): Chunk
  traverseStatement(node: Nodes.StatementNode): Chunk
}

/**
 * What the transpiler accepts and translates wrongly, because it drops the addition. Statements
 * in upper case with their literals left out, and the name of what is refused.
 */
const REFUSED: ReadonlyArray<readonly [RegExp, string]> = [
  [/^(LOOP|READ|INSERT|MODIFY|APPEND) .* CASTING/, 'CASTING of a table row'],
  [/^WHILE .* VARY /, 'WHILE … VARY'],
  [/^DO .* VARYING /, 'DO … VARYING'],
  [/^ASSIGN .* (INCREMENT|RANGE) /, 'ASSIGN … INCREMENT or RANGE'],
  [/^MOVE .* PERCENTAGE /, 'MOVE … PERCENTAGE'],
  [
    /^DESCRIBE FIELD .* (HELP-ID|EDIT MASK|COMPONENTS) /,
    'DESCRIBE FIELD with HELP-ID, EDIT MASK or COMPONENTS'
  ],
  [/^DESCRIBE TABLE .* OCCURS /, 'DESCRIBE TABLE … OCCURS'],
  [/^CATCH BEFORE UNWIND/, 'CATCH BEFORE UNWIND'],
  [/^FIND .* IN TABLE .* (MATCH LINE|RESULTS) /, 'FIND … IN TABLE with MATCH LINE or RESULTS'],
  [
    /^WRITE .* TO .* (NO EDIT MASK|ROUND|UNIT|TIME ZONE|TIME FORMAT|STYLE) /,
    'formatting options of WRITE … TO'
  ],
  [/^CREATE DATA .* TYPE (SORTED|HASHED) TABLE /, 'CREATE DATA of a sorted or hashed table'],

  [
    /= \|\{ .*\}.*\{ .* ALPHA = IN \}\| ?\.?$/,
    'ALPHA = IN at the end of a template with other values'
  ],
  [/^LOOP .* GROUP BY .* (ASCENDING|DESCENDING) AS TEXT /, 'LOOP … GROUP BY … AS TEXT'],
  [/^WRITE \([^)]+\) ?(\.|TO )/, 'WRITE of a dynamic name'],
  [/^CALL TRANSACTION /, 'CALL TRANSACTION'],
  [/^PERFORM .* ON (COMMIT|ROLLBACK)\b/, 'PERFORM … ON COMMIT or ON ROLLBACK'],
  [/^SET LOCALE /, 'SET LOCALE'],
  [/^WRITE .* AS (ICON|SYMBOL|LINE)\b/, 'WRITE … AS ICON, SYMBOL or LINE'],
  [
    /^WRITE .* (ROUND|UNIT|TIME ZONE|TIME FORMAT|STYLE) /,
    'WRITE with ROUND, UNIT, STYLE and time zones'
  ],
  [/^GENERATE SUBROUTINE POOL /, 'GENERATE SUBROUTINE POOL'],
  // without a user there is no dialog
  [/^CALL (SELECTION-)?SCREEN /, 'CALL SCREEN and CALL SELECTION-SCREEN'],
  [/^SET SCREEN /, 'SET SCREEN'],
  [/^SUPPRESS DIALOG/, 'SUPPRESS DIALOG'],
  [/^(READ|MODIFY) (CURRENT )?LINE /, 'READ LINE and MODIFY LINE'],
  [/^(SCROLL|DESCRIBE) LIST/, 'SCROLL LIST and DESCRIBE LIST'],
  [/^(GET|SET) CURSOR/, 'GET CURSOR and SET CURSOR'],
  [/^(WINDOW|SET USER-COMMAND|SET MARGIN|PRINT-CONTROL) /, 'WINDOW, SET MARGIN and PRINT-CONTROL'],
  [/(?<![\w.])\d{16,}(?!\w)/, 'integer literals of more than 15 digits']
]

interface Refusal {
  readonly file: string
  readonly row: number
  readonly reason: string
}

let invalid: readonly Refusal[] = []

/**
 * Rows whose statements are to be refused without trying, because what was made of them is no valid
 * code.
 */
export function refuseStatements(next: readonly Refusal[]): void {
  invalid = next
  refused.clear()
}

/** Of these rows, those that a statement or block was refused for. */
const refused = new Set<Refusal>()

export function isRefused(row: Refusal): boolean {
  return refused.has(row)
}

/**
 * Lets a statement that cannot be translated, or that would be translated into something else, say
 * so when it is reached: the rest of its procedure runs. Applies to the transpiler of this thread.
 */
export function installRefusals(): void {
  const prototype = traversals.Traversal.prototype as unknown as Traversal
  const { traverseStructure, traverseStatement } = prototype
  prototype.traverseStructure = function (this: Traversal, node) {
    if (node.get() instanceof Structures.Loop) noteLoopBody(node)
    const original = () => traverseStructure.call(this, node)
    const [child] = node.getChildren()
    if (single.has(node)) return guarded(this, node, original)
    if (!(node.get() instanceof Structures.Normal) || child === undefined) return original()
    return guarded(this, child, original)
  }
  prototype.traverseStatement = function (this: Traversal, node) {
    const original = () => traverseStatement.call(this, node)
    return single.has(node) ? guarded(this, node, original) : original()
  }
}

/** Statements and blocks that the transpiler takes one by one. */
const single = new WeakSet<object>()

/** Refuses a statement or block where it is translated, and not with what stands around it. */
export function guardStatement(child: object): void {
  single.add(child)
}

/** The body of a LOOP is taken apart by the transpiler: what stands in it comes one by one. */
function noteLoopBody(loop: Nodes.StructureNode): void {
  for (const body of loop.findDirectStructures(Structures.Body)) {
    for (const normal of body.findDirectStructures(Structures.Normal)) {
      for (const child of normal.getChildren()) guardStatement(child)
    }
  }
}

/** The translation of a statement or block, or the refusal that takes its place. */
function guarded(traversal: Traversal, child: Child, original: () => Chunk): Chunk {
  const reason = invalidOf(child, traversal.getFilename()) ?? refusalOf(child)
  if (reason !== undefined) return refusal(traversal, child, reason)
  // a block is translated as a whole or given up by its procedure: its end must not be lost
  if (!(child instanceof Nodes.StatementNode)) return original()
  try {
    return original()
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error)
    return refusal(traversal, child, `${nameOf(child)} (${text})`)
  }
}

type Child = Nodes.StructureNode | Nodes.StatementNode | object

function refusalOf(child: Child): string | undefined {
  for (const statement of headsOf(child)) {
    const text = textOf(statement)
    const found = REFUSED.find(([pattern]) => pattern.test(text))
    if (found !== undefined) return found[1]
  }
  return undefined
}

/** The statement itself; of a block all that decide about its branches. */
function headsOf(child: Child): Nodes.StatementNode[] {
  if (child instanceof Nodes.StatementNode) return [child]
  if (!(child instanceof Nodes.StructureNode)) return []
  const branches = [
    ...child.findDirectStructures(Structures.ElseIf),
    ...child.findDirectStructures(Structures.When),
    ...child.findDirectStructures(Structures.Catch)
  ]
  return [child, ...branches]
    .map(each => each.getFirstStatement())
    .filter(each => each !== undefined)
}

function textOf(statement: Nodes.StatementNode): string {
  return statement
    .concatTokens()
    .replace(/'(?:[^']|'')*'|`(?:[^`]|``)*`/g, "''")
    .replace(/\s+/g, ' ')
    .toUpperCase()
}

function invalidOf(child: Child, file: string): string | undefined {
  const found = invalid.filter(
    each =>
      each.file === file &&
      headsOf(child).some(
        head =>
          head.getFirstToken().getRow() <= each.row && each.row <= head.getLastToken().getRow()
      )
  )
  for (const each of found) refused.add(each)
  return found[0]?.reason
}

/** `SORT table BY …` → `SORT`, `READ TABLE …` → `READ TABLE`. */
function nameOf(statement: Nodes.StatementNode): string {
  return (
    /^[A-Z-]+(?: [A-Z-]{2,}(?= ))?/.exec(textOf(statement))?.[0] ?? statement.get().constructor.name
  )
}

function refusal(traversal: Traversal, child: Child, what: string): Chunk {
  const statement = child instanceof Nodes.StructureNode ? child.getFirstStatement() : child
  const code = `abap.sandbox.unsupported(${JSON.stringify(what)});\n`
  // declarations in the statement must not make the rest of the procedure invalid
  return statement instanceof Nodes.StatementNode
    ? new Chunk().append(code, statement, traversal as never)
    : new Chunk(code)
}
