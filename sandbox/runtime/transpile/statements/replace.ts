/** Hands REPLACE by a pattern to the runner, with all of its additions. */
import { Expressions, Nodes } from '@abaplint/core'
import { Chunk } from '@abaplint/transpiler'
import statements from '@abaplint/transpiler/build/src/statements/index.js'
import type { Traversal } from '../tables/dynamic.ts'

type Transpile = (node: Nodes.StatementNode, traversal: Traversal) => Chunk

export function installReplace(): void {
  const prototype = statements.ReplaceTranspiler.prototype as unknown as { transpile: Transpile }
  const original = prototype.transpile
  prototype.transpile = function (node, traversal) {
    const text = node.concatTokens()
    // by a position, and the obsolete form
    return /^REPLACE SECTION /i.test(text) || node.findDirectTokenByText('INTO') !== undefined
      ? original.call(this, node, traversal)
      : byPattern(node, traversal)
  }
}

/** The operands by the words in front of them. */
function byPattern(node: Nodes.StatementNode, traversal: Traversal): Chunk {
  if (node.concatTokens().toUpperCase().includes(' IN BYTE MODE')) {
    throw new Error('REPLACE … IN BYTE MODE')
  }
  const operands = new Map<string, string>()
  let [kind, words, limit] = ['find', '', '']
  for (const child of node.getChildren()) {
    const text = child.concatTokens().toUpperCase()
    if (!(child instanceof Nodes.ExpressionNode)) words += `${text} `
    else if (child.get() instanceof Expressions.FindType) {
      kind = /REGEX|PCRE/.exec(text)?.[0].toLowerCase() ?? 'find'
    } else {
      const name = nameOf(words.trimEnd(), limit)
      if (/^(from|to)$/.test(name)) limit = name
      operands.set(name, traversal.traverse(child).getCode())
      words = ''
    }
  }
  return new Chunk().append(
    `abap.sandbox.texts.replace({${optionsOf(operands, kind, node).join(', ')}});`,
    node,
    traversal
  )
}

const NAMES: readonly (readonly [RegExp, string])[] = [
  [/REPLACEMENT COUNT$/, 'count'],
  [/REPLACEMENT OFFSET$/, 'offset'],
  [/REPLACEMENT LENGTH$/, 'length'],
  [/REPLACEMENT LINE$/, 'line'],
  [/RESULTS$/, 'results'],
  [/WITH$/, 'with'],
  [/\bIN( TABLE)?$/, 'target'],
  [/^FROM$/, 'from'],
  [/^TO$/, 'to'],
  [/SECTION OFFSET$/, 'section offset'],
  [/SECTION LENGTH$/, 'section length'],
  [/^LENGTH$/, 'section length']
]

function nameOf(words: string, limit: string): string {
  if (words === 'OFFSET') return limit === '' ? 'section offset' : `${limit} offset`
  // behind a section comes the text that it is a part of
  if (words === 'OF') return 'target'
  return NAMES.find(([pattern]) => pattern.test(words))?.[1] ?? 'pattern'
}

function optionsOf(
  operands: ReadonlyMap<string, string>,
  kind: string,
  node: Nodes.StatementNode
): string[] {
  const [pattern, target, text] = ['pattern', 'target', 'with'].map(name => operands.get(name))
  if (pattern === undefined || target === undefined || text === undefined) {
    throw new Error('REPLACE of this form')
  }
  const words = node.concatTokens().toUpperCase()
  const cased = words.includes(' IGNORING CASE') ? ', ignoringCase: true' : ''
  const parts = (name: string, members: readonly string[]): string[] => {
    const given = members.flatMap(member => {
      const code = operands.get(member)
      return code === undefined ? [] : [`${member.split(' ').at(-1) ?? ''}: ${code}`]
    })
    return given.length === 0 ? [] : [`${name}: {${given.join(', ')}}`]
  }
  const plain = ['count', 'offset', 'length', 'line', 'results'].flatMap(name => {
    const code = operands.get(name)
    return code === undefined ? [] : [`${name}: ${code}`]
  })
  const limits = ['from', 'to'].flatMap(name => {
    const line = operands.get(name)
    const offset = operands.get(`${name} offset`)
    if (line === undefined) return []
    return [`${name}: {line: ${line}${offset === undefined ? '' : `, offset: ${offset}`}}`]
  })
  return [
    `target: ${target}`,
    `pattern: {${kind}: ${pattern}${cased}}`,
    `with: ${text}`,
    ...(/^REPLACE ALL /.test(words) ? ['all: true'] : []),
    ...parts('section', ['section offset', 'section length']),
    ...limits,
    ...plain
  ]
}
