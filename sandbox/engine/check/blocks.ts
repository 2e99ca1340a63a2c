/** Checks that statement blocks are opened and closed in pairs. */
import { Statements } from '@abaplint/core'
import type { ABAPFile, Nodes } from '@abaplint/core'
import type { FileMessage } from '../../types.ts'
import { error, rangeOfNode } from '../ranges.ts'

/** A kind of statement block: how it opens, how it closes, what may stand between. */
interface Block {
  readonly open: string
  readonly close: string
  readonly opens: readonly string[]
  readonly closes: readonly string[]
  readonly separators: readonly string[]
  /**
   * Units hold other blocks but never stand inside of the blocks below them: their end closes
   * whatever is left open.
   */
  readonly unit?: true
}

function block(
  open: string,
  opens: readonly string[],
  closes: readonly string[],
  more: { close?: string; separators?: readonly string[]; unit?: true } = {}
): Block {
  return {
    open,
    close: more.close ?? `END${open}`,
    opens,
    closes,
    separators: more.separators ?? [],
    ...(more.unit ? { unit: true } : {})
  }
}

/** Names are those of the parser's statement classes. */
const BLOCKS: readonly Block[] = [
  block('CLASS', ['ClassDefinition', 'ClassImplementation'], ['EndClass'], { unit: true }),
  block('INTERFACE', ['Interface'], ['EndInterface'], { unit: true }),
  block('METHOD', ['MethodImplementation'], ['EndMethod'], { unit: true }),
  block('FORM', ['Form'], ['EndForm'], { unit: true }),
  block('FUNCTION', ['FunctionModule'], ['EndFunction'], { unit: true }),
  block('MODULE', ['Module'], ['EndModule'], { unit: true }),
  block('IF', ['If'], ['EndIf'], { separators: ['Else', 'ElseIf'] }),
  block('CASE', ['Case', 'CaseType'], ['EndCase'], {
    separators: ['When', 'WhenOthers', 'WhenType']
  }),
  block('LOOP', ['Loop', 'LoopAtScreen', 'LoopExtract'], ['EndLoop']),
  block('DO', ['Do'], ['EndDo']),
  block('WHILE', ['While'], ['EndWhile']),
  block('TRY', ['Try'], ['EndTry'], { separators: ['Catch', 'Cleanup'] }),
  block('SELECT', ['SelectLoop'], ['EndSelect']),
  block('WITH', ['WithLoop'], ['EndWith']),
  block('AT', ['At', 'AtFirst', 'AtLast'], ['EndAt']),
  block('PROVIDE', ['Provide'], ['EndProvide']),
  block('ON CHANGE', ['OnChange'], ['EndOn'], { close: 'ENDON', separators: ['Else'] }),
  block('CATCH SYSTEM-EXCEPTIONS', ['CatchSystemExceptions'], ['EndCatch'], { close: 'ENDCATCH' }),
  block('TEST-SEAM', ['TestSeam'], ['EndTestSeam'], { close: 'END-TEST-SEAM' }),
  block('TEST-INJECTION', ['TestInjection'], ['EndTestInjection'], { close: 'END-TEST-INJECTION' }),
  block('DEFINE', ['Define'], ['EndOfDefinition'], { close: 'END-OF-DEFINITION' }),
  block('DATA BEGIN OF', ['DataBegin'], ['DataEnd'], { close: 'DATA END OF' }),
  block('TYPES BEGIN OF', ['TypeBegin'], ['TypeEnd'], { close: 'TYPES END OF' }),
  block('TYPES BEGIN OF ENUM', ['TypeEnumBegin'], ['TypeEnumEnd'], { close: 'TYPES END OF ENUM' }),
  block('CONSTANTS BEGIN OF', ['ConstantBegin'], ['ConstantEnd'], { close: 'CONSTANTS END OF' }),
  block('CLASS-DATA BEGIN OF', ['ClassDataBegin'], ['ClassDataEnd'], {
    close: 'CLASS-DATA END OF'
  }),
  block('STATICS BEGIN OF', ['StaticBegin'], ['StaticEnd'], { close: 'STATICS END OF' })
]

const OPENERS = new Map(BLOCKS.flatMap(kind => kind.opens.map(name => [name, kind])))
const CLOSERS = new Map(BLOCKS.flatMap(kind => kind.closes.map(name => [name, kind])))
const SEPARATORS = Map.groupBy(
  BLOCKS.flatMap(kind => kind.separators.map(name => ({ name, kind }))),
  entry => entry.name
)

type Node = Nodes.StatementNode
interface Open {
  readonly kind: Block
  readonly node: Node
  /** The separator that was last, by the name of the parser's statement class. */
  last?: string
}
interface Traversal {
  readonly file: string
  readonly messages: FileMessage[]
  readonly stack: Open[]
  /** Blocks that were reported as unclosed although their end may still come. */
  readonly reportedUnclosed: Block[]
}

const RULE = 'block_structure'

/**
 * Statement blocks that are opened and not closed, or closed and not open, each at its own place.
 */
export function checkBlocks(file: ABAPFile): FileMessage[] {
  const traversal: Traversal = {
    file: file.getFilename(),
    messages: [],
    stack: [],
    reportedUnclosed: []
  }
  for (const node of file.getStatements()) {
    const statement = node.get().constructor.name
    checkBeforeWhen(traversal, node)
    if (isForwardDeclaration(node)) continue
    const opened = OPENERS.get(statement)
    const closed = CLOSERS.get(statement)
    if (closed !== undefined) close(traversal, { kind: closed, node })
    else if (opened !== undefined) open(traversal, { kind: opened, node })
    else closeBeforeSeparator(traversal, node)
  }
  // what is not closed at the end follows from the nesting that is wrong before it
  if (traversal.messages.length > 0) return traversal.messages
  for (const unclosedBlock of traversal.stack) {
    traversal.messages.push(unclosed(traversal.file, unclosedBlock))
  }
  return traversal.messages
}

function isForwardDeclaration(node: Node): boolean {
  return (
    node.get() instanceof Statements.ClassDefinitionLoad ||
    node.get() instanceof Statements.ClassDeferred
  )
}

function open({ stack, messages, file }: Traversal, next: Open): void {
  // A METHOD inside of an open IF: the method before it was never closed, and neither was the IF.
  while (next.kind.unit && stack.length > 0 && !isAllowedInside(stack.at(-1), next.kind)) {
    const unclosedBlock = stack.pop()
    if (unclosedBlock !== undefined) messages.push(unclosed(file, unclosedBlock, next.node))
  }
  stack.push(next)
}

function isAllowedInside(outer: Open | undefined, inner: Block): boolean {
  return inner.open === 'METHOD' && outer?.kind.open === 'CLASS'
}

function close(traversal: Traversal, { kind, node }: Open): void {
  const { stack, messages, file, reportedUnclosed } = traversal
  const position = stack.findLastIndex(entry => entry.kind === kind)
  const innermostUnit = kind.unit ? -1 : stack.findLastIndex(entry => entry.kind.unit)
  if (position >= 0 && position > innermostUnit) {
    reportFrom(traversal, position + 1, node)
    stack.pop()
    return
  }
  const expected = reportedUnclosed.lastIndexOf(kind)
  if (expected >= 0) reportedUnclosed.splice(expected, 1)
  else {
    const text = `Incorrect nesting: for the statement "${kind.close}", there is no open structure introduced by "${kind.open}".`
    messages.push(error(rangeOfNode(file, node), RULE, text))
  }
}

/** ELSE, WHEN, CATCH: blocks opened since the one that they belong to are unclosed. */
function closeBeforeSeparator(traversal: Traversal, node: Node): void {
  const kinds = SEPARATORS.get(node.get().constructor.name)
  if (kinds === undefined) return
  const position = traversal.stack.findLastIndex(entry =>
    kinds.some(({ kind }) => kind === entry.kind)
  )
  if (position >= 0) {
    traversal.reportedUnclosed.push(...traversal.stack.slice(position + 1).map(entry => entry.kind))
    reportFrom(traversal, position + 1, node)
    checkOrder(traversal, node)
    return
  }
  const word = firstWord(node)
  traversal.messages.push(
    error(
      rangeOfNode(traversal.file, node),
      RULE,
      `"${word}" stands outside of "${kinds[0]?.kind.open} … ${kinds[0]?.kind.close}".`
    )
  )
}

/** Statements, by their classes, that may stand before the first WHEN. */
const BEFORE_WHEN = new Set([
  ...['When', 'WhenOthers', 'WhenType', 'EndCase', 'EndMethod'],
  ...['Comment', 'Empty', 'Include', 'MacroCall', 'MacroContent', 'Unknown']
])

/** In classes no statement stands between CASE and the first WHEN. */
function checkBeforeWhen({ stack, messages, file }: Traversal, node: Node): void {
  const block = stack.at(-1)
  if (block?.kind.open !== 'CASE' || block.last !== undefined) return
  if (BEFORE_WHEN.has(node.get().constructor.name)) return
  if (!stack.some(entry => entry.kind.open === 'METHOD')) return
  const text = `"${firstWord(node)}" is not allowed between "CASE" and the first "WHEN".`
  messages.push(error(rangeOfNode(file, node), RULE, text))
  block.last = 'Case'
}

/** What may not stand behind a separator in the same block. */
const BEHIND: Readonly<Record<string, readonly string[]>> = {
  Else: ['Else', 'ElseIf'],
  WhenOthers: ['WhenOthers'],
  Cleanup: ['Cleanup', 'Catch']
}

function checkOrder({ stack, messages, file }: Traversal, node: Node): void {
  const block = stack.at(-1)
  if (block === undefined) return
  const name = node.get().constructor.name
  if (BEHIND[block.last ?? '']?.includes(name) === true) {
    const [word, before] = [SPELLED[name] ?? firstWord(node), SPELLED[block.last ?? ''] ?? '']
    messages.push(
      error(rangeOfNode(file, node), RULE, `"${word}" is not allowed behind "${before}".`)
    )
  }
  block.last = name
}

const SPELLED: Readonly<Record<string, string>> = {
  Else: 'ELSE',
  WhenOthers: 'WHEN OTHERS',
  Cleanup: 'CLEANUP'
}

function reportFrom({ stack, messages, file }: Traversal, position: number, before: Node): void {
  for (const unclosedBlock of stack.splice(position)) {
    messages.push(unclosed(file, unclosedBlock, before))
  }
}

/** An open block is reported where another statement shows that it is not closed. */
function unclosed(file: string, { kind, node }: Open, before?: Node): FileMessage {
  const line = node.getFirstToken().getRow()
  return before === undefined
    ? error(
        rangeOfNode(file, node),
        RULE,
        `"${kind.open}" is not closed: "${kind.close}" is missing at the end of the source.`
      )
    : error(
        rangeOfNode(file, before),
        RULE,
        `Incorrect nesting: before the statement "${firstWords(before)}", the structure introduced by "${kind.open}" in line ${line} must be concluded by "${kind.close}".`
      )
}

function firstWord(node: Node): string {
  return node.getFirstToken().getStr().toUpperCase()
}

function firstWords(node: Node): string {
  return node
    .getTokens()
    .slice(0, 2)
    .map(token => token.getStr())
    .filter(text => text !== '.')
    .join(' ')
    .toUpperCase()
}
