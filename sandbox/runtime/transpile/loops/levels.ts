/** Adds control levels of loops to the transpiler. */
import { Expressions, Nodes, Statements, Structures } from '@abaplint/core'
import { Chunk } from '@abaplint/transpiler'
import structures from '@abaplint/transpiler/build/src/structures/index.js'
import at from '@abaplint/transpiler/build/src/structures/at.js'
import atFirst from '@abaplint/transpiler/build/src/structures/at_first.js'
import atLast from '@abaplint/transpiler/build/src/structures/at_last.js'
import sum from '@abaplint/transpiler/build/src/statements/sum.js'
import traversals from '@abaplint/transpiler/build/src/traversal.js'
import uniqueIdentifier from '@abaplint/transpiler/build/src/unique_identifier.js'

type Traversal = InstanceType<typeof traversals.Traversal>
type Structure = Nodes.StructureNode
type Transpile = (node: Structure, traversal: Traversal, ...more: never[]) => Chunk

/**
 * Work areas and tables of the loops that are being translated, the innermost last; undefined for
 * a loop without a work area, and a table that cannot be read once more.
 */
const loops: Array<{ readonly area: string | undefined; readonly table: string | undefined }> = []

/** The levels that are being translated: what they are saved in, and the table of their loop. */
const levels: Array<{ readonly saved: string; readonly table: string | undefined }> = []

/**
 * AT NEW and its kin: rows are compared up to the component, and the work area shows no more than
 * that while the level lasts.
 */
export function installLevels(): void {
  const loop = structures.LoopTranspiler.prototype as unknown as { transpile: Transpile }
  const original = loop.transpile
  loop.transpile = function (node, traversal) {
    loops.push({ area: areaOf(node, traversal), table: tableOf(node, traversal) })
    try {
      return recordArea(node, original.call(this, node, traversal))
    } finally {
      loops.pop()
    }
  }
  for (const kind of [at.AtTranspiler, atFirst.AtFirstTranspiler, atLast.AtLastTranspiler]) {
    level(kind.prototype as unknown as { transpile: Transpile })
  }
  sum.SumTranspiler.prototype.transpile = (node, traversal) => {
    const { saved, table } = levels.at(-1) ?? {}
    if (saved === undefined || table === undefined) {
      throw new Error('SUM needs a control level of a loop over all rows of a table')
    }
    return new Chunk().append(`abap.sandbox.sumLevel(${saved}, ${table});`, node, traversal)
  }
}

/** The table of the loop, where it has a name and the loop runs over all of its rows. */
function tableOf(node: Structure, traversal: Traversal): string | undefined {
  const statement = node.findDirectStatement(Statements.Loop)
  const source = statement?.findDirectExpression(Expressions.LoopSource)?.getFirstChild()
  if (
    statement === undefined ||
    !(source instanceof Nodes.ExpressionNode) ||
    / (WHERE|FROM|TO|STEP|USING KEY) /i.test(statement.concatTokens()) ||
    !/^[\w/<>~-]+(?:(?:->|=>)[\w/~-]+)*(?:\[\])?$/.test(source.concatTokens())
  ) {
    return undefined
  }
  return traversal.traverse(source).getCode()
}

/**
 * What the next row is compared with is noted at the end of the loop's body: also where CONTINUE or
 * CHECK ends it before.
 */
function recordArea(node: Structure, chunk: Chunk): Chunk {
  const parts =
    node.findDirectStructure(Structures.Body)?.findDirectStructures(Structures.Normal) ?? []
  const code = chunk as unknown as { raw: string }
  const [, previous, place] =
    /^let (\w+) = undefined;\nlet (\w+) = undefined;$/m.exec(code.raw) ?? []
  if (
    !parts.some(part => part.findDirectStructure(Structures.At) !== undefined) ||
    previous === undefined ||
    place === undefined
  ) {
    return chunk
  }
  const begin = code.raw.indexOf('\n', code.raw.indexOf(`${place} = new `))
  const end = code.raw.lastIndexOf(`${previous} = `)
  const after = code.raw.indexOf('\n', end)
  // In the lines that are there: the others keep their numbers.
  code.raw = `${code.raw.slice(0, begin)} try {${code.raw.slice(begin, end)}} finally { ${code.raw.slice(end, after)} }${code.raw.slice(after)}`
  return chunk
}

/** The work area of LOOP … INTO; a field symbol or a reference shows the row itself. */
function areaOf(node: Structure, traversal: Traversal): string | undefined {
  const statement = node.findDirectStatement(Statements.Loop)
  if (
    statement === undefined ||
    / (REFERENCE INTO|ASSIGNING|TRANSPORTING NO FIELDS)\b/i.test(statement.concatTokens())
  ) {
    return undefined
  }
  const into = statement
    .findDirectExpression(Expressions.LoopTarget)
    ?.findDirectExpression(Expressions.Target)
  const area =
    into?.getFirstChild()?.get() instanceof Expressions.InlineData
      ? into.findFirstExpression(Expressions.TargetField)
      : into
  return area === undefined ? undefined : traversal.traverse(area).getCode()
}

function level(prototype: { transpile: Transpile }): void {
  const original = prototype.transpile
  prototype.transpile = function (node, traversal, ...more) {
    const name =
      node
        .findDirectStatement(Statements.At)
        ?.findDirectExpression(Expressions.FieldSub)
        ?.concatTokens()
        .toLowerCase() ?? ''
    const body = node.findDirectStructure(Structures.Body)
    const { area, table } = loops.at(-1) ?? {}
    const inside = Object.create(traversal) as Traversal
    if (area !== undefined && body !== undefined) {
      inside.traverse = each =>
        each === body ? within(traversal, body, { area, name, table }) : traversal.traverse(each)
    }
    return compared(original.call(this, node, inside, ...more), name)
  }
}

function within(
  traversal: Traversal,
  body: Structure,
  { area, name, table }: { area: string; name: string; table: string | undefined }
): Chunk {
  const saved = uniqueIdentifier.UniqueIdentifier.get()
  levels.push({ saved, table })
  try {
    return levelCode()
  } finally {
    levels.pop()
  }
  function levelCode(): Chunk {
    return new Chunk()
      .appendString(
        `const ${saved} = abap.sandbox.enterLevel(${area}, ${JSON.stringify(name)});\ntry {\n`
      )
      .appendChunk(traversal.traverse(body))
      .appendString(`} finally {\nabap.sandbox.leaveLevel(${saved});\n}\n`)
  }
}

/** The comparison of the transpiler reads the one component only. */
function compared(chunk: Chunk, name: string): Chunk {
  const pattern =
    /abap\.compare\.eq\((\w+)(?:\.get\(\)\.[\w-]+)?, (\w+)(?:\.get\(\)\.[\w-]+)?\) === false\) \{$/m
  const code = chunk as unknown as { raw: string }
  if (name !== '' && typeof code.raw === 'string') {
    code.raw = code.raw.replace(
      pattern,
      (_all, one: string, other: string) =>
        `abap.sandbox.levelChanged(${one}, ${other}, ${JSON.stringify(name)})) {`
    )
  }
  return chunk
}
