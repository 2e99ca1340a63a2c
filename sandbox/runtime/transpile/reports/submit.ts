/** SUBMIT: a report with its selections, and what becomes of its list. */
import { Expressions, Nodes } from '@abaplint/core'
import { Chunk } from '@abaplint/transpiler'
import statements from '@abaplint/transpiler/build/src/statements/index.js'
import { dynamicValue, type Traversal } from '../tables/dynamic.ts'

export function installSubmit(): void {
  Object.assign(statements.SubmitTranspiler.prototype, { transpile: submit })
}

/** Additions without a value that change what happens; all others with a value are refused below. */
const REFUSED = /\b(VIA SELECTION-SCREEN|TO SAP-SPOOL|WITHOUT SPOOL DYNPRO)\b/

interface Parts {
  program: string
  readonly given: string[]
  readonly selections: string[]
}

function submit(node: Nodes.StatementNode, traversal: Traversal): Chunk {
  const words = node.concatTokens().replace(/\s+/g, ' ').toUpperCase()
  const refused = REFUSED.exec(words)?.[1]
  if (refused !== undefined) throw new Error(refused)
  const { program, given, selections } = partsOf(node, traversal)
  const options = [
    `returns: ${/ AND RETURN\b/.test(words)}`,
    `toMemory: ${/ EXPORTING LIST TO MEMORY\b/.test(words)}`,
    ...given,
    `selections: [${selections.join(', ')}]`
  ]
  return new Chunk().append(
    `await abap.sandbox.reports.submit(${program}, {${options.join(', ')}});`,
    node,
    traversal
  )
}

const OPERATORS = /^(=|EQ|NE|IN|CP|NP|GE|LE|INCL|GT|LT|BT|NB|BETWEEN)$/
const GIVEN: Readonly<Record<string, string>> = {
  'WITH SELECTION-TABLE': 'table',
  'USING SELECTION-SET': 'variant',
  'LINE-SIZE': 'lineSize',
  'LINE-COUNT': 'lineCount'
}

function partsOf(node: Nodes.StatementNode, traversal: Traversal): Parts {
  const parts: Parts = { program: '', given: [], selections: [] }
  let words: string[] = []
  let open: string[] = []
  const close = (): void => {
    if (open.length > 0) parts.selections.push(`{${open.join(', ')}}`)
    open = []
  }
  for (const child of node.getChildren()) {
    if (!(child instanceof Nodes.ExpressionNode)) {
      words.push(child.concatTokens().toUpperCase())
      continue
    }
    const phrase = words.join(' ').replaceAll(' - ', '-')
    const kind = child.get()
    words = []
    if (kind instanceof Expressions.IncludeName) {
      parts.program = JSON.stringify(child.concatTokens().toUpperCase())
    } else if (kind instanceof Expressions.Dynamic) {
      parts.program = dynamicValue(child, traversal)
    } else if (kind instanceof Expressions.FieldSub) {
      close()
      open.push(`name: ${JSON.stringify(child.concatTokens().toUpperCase())}`)
    } else if (kind instanceof Expressions.Source) {
      add(phrase, traversal.traverse(child).getCode(), { parts, open, close })
    }
  }
  close()
  return parts
}

interface Place {
  readonly parts: Parts
  readonly open: string[]
  close(): void
}

function add(phrase: string, value: string, { parts, open, close }: Place): void {
  if (OPERATORS.test(phrase)) open.push(`option: ${JSON.stringify(phrase)}, value: ${value}`)
  else if (phrase === 'AND') open.push(`high: ${value}`)
  else if (phrase === 'SIGN') open.push(`sign: ${value}`)
  else {
    const name =
      GIVEN[phrase.replace(/^.*\b(?=WITH SELECTION-TABLE$|USING SELECTION-SET$|LINE-)/, '')]
    if (name === undefined) throw new Error(`SUBMIT … ${phrase}`)
    close()
    parts.given.push(`${name}: ${value}`)
  }
}
