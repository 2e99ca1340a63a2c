/** Hands the statements of lists to the runner: WRITE, SKIP, ULINE and their like. */
import { Expressions, Nodes } from '@abaplint/core'
import { Chunk } from '@abaplint/transpiler'
import chains from '@abaplint/transpiler/build/src/expressions/field_chain.js'
import statements from '@abaplint/transpiler/build/src/statements/index.js'
import traversals from '@abaplint/transpiler/build/src/traversal.js'
import { optionsOf } from '../statements/write-to.ts'
import type { Traversal } from '../tables/dynamic.ts'

type Transpile = (node: Nodes.StatementNode, traversal: Traversal) => Chunk
type Kinds = Readonly<Record<string, { readonly prototype: { transpile: Transpile } } | undefined>>

export function installLists(): void {
  const { WriteTranspiler } = statements as unknown as Kinds
  if (WriteTranspiler === undefined) throw new Error('the transpiler has no WRITE')
  const original = WriteTranspiler.prototype.transpile
  install('Write', (node, traversal) => {
    const isListed =
      node.findDirectExpression(Expressions.Target) === undefined &&
      !/^WRITE\s+(\/\s*)?'@KERNEL /i.test(node.concatTokens())
    return isListed ? write(node, traversal) : original(node, traversal)
  })
  install('Uline', (node, traversal) =>
    call(node, traversal, 'uline', [
      `{${[...placeOf(node, traversal), ...gapOf(node)].join(', ')}}`
    ])
  )
  install('Skip', (node, traversal) => {
    const count = sourceOf(node, traversal) ?? '1'
    const method = / TO LINE /i.test(node.concatTokens()) ? 'skipTo' : 'skip'
    return call(node, traversal, method, [count])
  })
  install('Position', (node, traversal) =>
    call(node, traversal, 'position', [sourceOf(node, traversal) ?? '1'])
  )
  install('Reserve', (node, traversal) =>
    call(node, traversal, 'reserve', [sourceOf(node, traversal) ?? '1'])
  )
  install('Back', (node, traversal) => call(node, traversal, 'back', []))
  install('NewLine', (node, traversal) => call(node, traversal, 'newLine', []))
  install('NewPage', newPage)
  install('SetBlank', (node, traversal) =>
    call(node, traversal, 'blankLines', [String(/ ON\b/i.test(node.concatTokens()))])
  )
  // how a list looks and reacts in a window is no part of its text
  for (const kind of ['SetPFStatus', 'SetTitlebar', 'SetLeft']) install(kind, () => new Chunk())
}

function install(statement: string, transpile: Transpile): void {
  const kind = (statements as unknown as Kinds)[`${statement}Transpiler`]
  if (kind === undefined) throw new Error(`the transpiler has no ${statement}`)
  kind.prototype.transpile = transpile
}

function call(
  node: Nodes.StatementNode,
  traversal: Traversal,
  method: string,
  values: readonly string[]
): Chunk {
  return new Chunk().append(
    `await abap.sandbox.list.${method}(${values.join(', ')});`,
    node,
    traversal
  )
}

function sourceOf(node: Nodes.StatementNode, traversal: Traversal): string | undefined {
  const source = node.findDirectExpression(Expressions.Source)
  return source === undefined ? undefined : traversal.traverse(source).getCode()
}

function write(node: Nodes.StatementNode, traversal: Traversal): Chunk {
  const place = placeOf(node, traversal)
  const value = node.findDirectExpression(Expressions.Source)
  if (node.findDirectExpression(Expressions.Dynamic) !== undefined) {
    throw new Error('a dynamic name')
  }
  // WRITE / alone begins a line
  if (value === undefined) return call(node, traversal, 'newLine', [])
  const words = node.concatTokens().replace(/\s+/g, ' ').toUpperCase()
  const options = [...place, ...optionsOf(node, traversal), ...gapOf(node)]
  if (/ AS CHECKBOX\b/.test(words)) options.push('checkbox: true')
  const under = node.findExpressionAfterToken('UNDER')
  if (under !== undefined) options.push(`under: ${named(under)}`)
  if (/ UNDER /i.test(traversal.getFile().getRaw())) options.push(`name: ${named(value)}`)
  return call(node, traversal, 'write', [
    traversal.traverse(value).getCode(),
    `{${options.join(', ')}}`
  ])
}

function gapOf(node: Nodes.StatementNode): string[] {
  return / NO-GAP\b/i.test(node.concatTokens()) ? ['noGap: true'] : []
}

/** UNDER names an output as it was written. */
function named(value: Nodes.ExpressionNode | Nodes.StatementNode): string {
  return JSON.stringify(value.concatTokens().toUpperCase())
}

/** `AT /pos(len)`: a new line, a column and a length, each of which may be left out. */
function placeOf(node: Nodes.StatementNode, traversal: Traversal): string[] {
  const place = node.findDirectExpression(Expressions.WriteOffsetLength)
  const found: string[] =
    place === undefined && node.findDirectTokenByText('/') !== undefined ? ['line: true'] : []
  let isLength = false
  for (const child of place?.getChildren() ?? []) {
    const text = child.concatTokens()
    if (text === '(') isLength = true
    else if (child instanceof Nodes.ExpressionNode) {
      found.push(`${isLength ? 'length' : 'column'}: ${chainOf(child, traversal)}`)
    } else if (isLength && text !== ')') found.push(`length: ${numberOf(text)}`)
    else if (text !== ')' && text.toUpperCase() !== 'AT') {
      if (text.startsWith('/')) found.push('line: true')
      const column = text.replace('/', '')
      if (column !== '') found.push(`column: ${columnOf(column, child, traversal)}`)
    }
  }
  return found
}

/** The parser has a kind of its own for these variables and components. */
function chainOf(chain: Nodes.ExpressionNode, traversal: Traversal): string {
  return new chains.FieldChainTranspiler().transpile(chain, traversal).getCode()
}

function numberOf(text: string): string {
  return /^\d+$/.test(text) ? String(Number(text)) : JSON.stringify(text)
}

/** Behind a slash the name of a variable is a word like any other. */
function columnOf(
  text: string,
  child: { getFirstToken(): Parameters<Traversal['findCurrentScopeByToken']>[0] },
  traversal: Traversal
): string {
  if (/^\d+$/.test(text)) return numberOf(text)
  const scope = traversal.findCurrentScopeByToken(child.getFirstToken())
  if (scope?.findVariable(text) === undefined) throw new Error(`WRITE AT /${text}`)
  return traversals.Traversal.prefixVariable(text.toLowerCase())
}

function newPage(node: Nodes.StatementNode, traversal: Traversal): Chunk {
  const words = node.concatTokens().replace(/\s+/g, ' ').toUpperCase()
  if (/ PRINT (ON|OFF)\b/.test(words)) throw new Error('NEW-PAGE PRINT')
  const options: string[] = []
  if (/ NO-TITLE\b/.test(words)) options.push('title: false')
  if (/ WITH-TITLE\b/.test(words)) options.push('title: true')
  if (/ NO-HEADING\b/.test(words)) options.push('heading: false')
  if (/ WITH-HEADING\b/.test(words)) options.push('heading: true')
  if (/ NO-TOPOFPAGE\b/.test(words)) options.push('top: false')
  for (const [word, name] of [
    ['SIZE', 'lineSize'],
    ['COUNT', 'lineCount']
  ] as const) {
    const value = node.findExpressionAfterToken(word)
    if (value !== undefined) options.push(`${name}: ${traversal.traverse(value).getCode()}`)
  }
  return call(node, traversal, 'newPage', [`{${options.join(', ')}}`])
}
