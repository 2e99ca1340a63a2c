/** Computes the column in which each statement of an ABAP source begins. */
import { Comment, Empty, MacroContent, VirtualPosition } from '@abaplint/core'
import type { ABAPFile, Nodes } from '@abaplint/core'

/** Rows of a statement (or of statements joined by a colon) with the column of its first character. */
export interface Indent {
  readonly row: number
  readonly endRow: number
  readonly indent: number
}

/**
 * Indentation of a block: of its separators (WHEN, CATCH) and of its body, in columns from the
 * statement that opens it.
 */
interface BlockLayout {
  readonly ends: readonly string[]
  readonly separators?: readonly string[]
  readonly separatorIndent?: number
  readonly body: number
}

/** Openers by the parser's statement classes. */
const LAYOUTS: Readonly<Record<string, BlockLayout>> = {
  ClassDefinition: {
    ends: ['EndClass'],
    separators: ['Public', 'Protected', 'Private'],
    separatorIndent: 2,
    body: 4
  },
  Interface: { ends: ['EndInterface'], body: 2 },
  ClassImplementation: { ends: ['EndClass'], body: 2 },
  MethodImplementation: { ends: ['EndMethod'], body: 2 },
  Form: { ends: ['EndForm'], body: 2 },
  FunctionModule: { ends: ['EndFunction'], body: 2 },
  Module: { ends: ['EndModule'], body: 2 },
  If: { ends: ['EndIf'], separators: ['Else', 'ElseIf'], separatorIndent: 0, body: 2 },
  Case: { ends: ['EndCase'], separators: ['When', 'WhenOthers'], separatorIndent: 2, body: 4 },
  CaseType: {
    ends: ['EndCase'],
    separators: ['WhenType', 'WhenOthers'],
    separatorIndent: 2,
    body: 4
  },
  Try: { ends: ['EndTry'], separators: ['Catch', 'Cleanup'], separatorIndent: 2, body: 4 },
  Loop: { ends: ['EndLoop'], body: 2 },
  LoopAtScreen: { ends: ['EndLoop'], body: 2 },
  Do: { ends: ['EndDo'], body: 2 },
  While: { ends: ['EndWhile'], body: 2 },
  SelectLoop: { ends: ['EndSelect'], body: 2 },
  WithLoop: { ends: ['EndWith'], body: 2 },
  At: { ends: ['EndAt'], body: 2 },
  AtFirst: { ends: ['EndAt'], body: 2 },
  AtLast: { ends: ['EndAt'], body: 2 },
  Provide: { ends: ['EndProvide'], body: 2 },
  OnChange: { ends: ['EndOn'], separators: ['Else'], separatorIndent: 0, body: 2 },
  Define: { ends: ['EndOfDefinition'], body: 2 },
  TestSeam: { ends: ['EndTestSeam'], body: 2 },
  TestInjection: { ends: ['EndTestInjection'], body: 2 },
  DataBegin: { ends: ['DataEnd'], body: 2 },
  ClassDataBegin: { ends: ['ClassDataEnd'], body: 2 },
  ConstantBegin: { ends: ['ConstantEnd'], body: 2 },
  TypeBegin: { ends: ['TypeEnd'], body: 2 }
}

/** Statements that begin a processing block of a report: what follows belongs to it. */
const EVENTS = new Set([
  'StartOfSelection',
  'EndOfSelection',
  'Initialization',
  'AtSelectionScreen',
  'AtLineSelection',
  'AtUserCommand',
  'TopOfPage',
  'EndOfPage',
  'LoadOfProgram',
  'Get'
])

interface Open {
  readonly layout: BlockLayout
  readonly indent: number
}

/** The indent of every statement that begins a line, by the blocks around it. */
export function indents(file: ABAPFile): Indent[] {
  const found: Indent[] = []
  const stack: Open[] = []
  let event = false
  let lastRow = 0
  for (const group of chains(file)) {
    const [first] = group
    if (first === undefined) continue
    const name = first.get().constructor.name
    if (isUnit(name)) {
      stack.length = isNested(name) ? stack.length : 0
      event = false
    }
    const level = levelOf(stack, name, event && stack.length === 0)
    if (EVENTS.has(name) && stack.length === 0) event = true
    const row = first.getFirstToken().getRow()
    const endRow = Math.max(...group.map(node => node.getLastToken().getRow()))
    // The second statement of a line stays where it is.
    if (row > lastRow && !(first.get() instanceof MacroContent) && !isFullLineComment(first)) {
      found.push({ row, endRow, indent: EVENTS.has(name) ? 0 : level })
    }
    lastRow = Math.max(lastRow, endRow)
    for (const node of group) updateStack(stack, node, level)
  }
  return found
}

/** A statement, or all that share one keyword by a colon. */
function chains(file: ABAPFile): Nodes.StatementNode[][] {
  const groups: Nodes.StatementNode[][] = []
  let colon: string | undefined
  for (const node of file.getStatements()) {
    if (node.get() instanceof Empty || node.getFirstToken().getStart() instanceof VirtualPosition) {
      continue
    }
    const position = node.getColon()?.getStart()
    const key = position === undefined ? undefined : `${position.getRow()}:${position.getCol()}`
    const last = groups.at(-1)
    if (key !== undefined && key === colon && last !== undefined) last.push(node)
    else groups.push([node])
    if (!(node.get() instanceof Comment)) colon = key
  }
  return groups
}

function isUnit(name: string): boolean {
  return [
    'ClassDefinition',
    'ClassImplementation',
    'Interface',
    'Form',
    'FunctionModule',
    'Module',
    'Report',
    'Program'
  ].includes(name)
}

function isNested(name: string): boolean {
  return name === 'MethodImplementation'
}

function isFullLineComment(node: Nodes.StatementNode): boolean {
  return node.get() instanceof Comment && node.getFirstToken().getStr().startsWith('*')
}

function levelOf(stack: readonly Open[], name: string, inEvent: boolean): number {
  const closing = stack.findLast(open => open.layout.ends.includes(name))
  if (closing !== undefined) return closing.indent
  const inner = stack.at(-1)
  if (inner === undefined) return inEvent ? 2 : 0
  const enclosing = stack.findLast(open => open.layout.separators?.includes(name))
  if (enclosing !== undefined) return enclosing.indent + (enclosing.layout.separatorIndent ?? 0)
  return inner.indent + inner.layout.body
}

function updateStack(stack: Open[], node: Nodes.StatementNode, level: number): void {
  const name = node.get().constructor.name
  const closing = stack.findLastIndex(open => open.layout.ends.includes(name))
  if (closing >= 0) stack.length = closing
  const layout = LAYOUTS[name]
  if (layout !== undefined) stack.push({ layout, indent: level })
}
