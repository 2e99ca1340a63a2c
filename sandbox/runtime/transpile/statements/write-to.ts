/** Hands WRITE … TO to the runner, with its formatting options. */
import { Expressions, Nodes } from '@abaplint/core'
import { Chunk } from '@abaplint/transpiler'
import type { Traversal } from '../tables/dynamic.ts'

type Transpile = (node: Nodes.StatementNode, traversal: Traversal) => Chunk

const PLACES: Readonly<Record<string, string>> = {
  'LEFT-JUSTIFIED': 'left',
  'RIGHT-JUSTIFIED': 'right',
  CENTERED: 'center'
}
const SWITCHES: Readonly<Record<string, string>> = {
  'NO-GROUPING': 'noGrouping',
  'NO-SIGN': 'noSign',
  'NO-ZERO': 'noZero'
}
const VALUES: Readonly<Record<string, string>> = {
  DECIMALS: 'decimals',
  EXPONENT: 'exponent',
  CURRENCY: 'currency',
  MASK: 'mask'
}
const DATES = /^(DD\/MM\/YY|MM\/DD\/YY|DD\/MM\/YYYY|MM\/DD\/YYYY|DDMMYY|MMDDYY|YYMMDD)$/

export function writeTo(original: Transpile): Transpile {
  return (node, traversal) => {
    const target = node.findDirectExpression(Expressions.Target)
    const source = node.findDirectExpression(Expressions.Source)
    if (target === undefined || source === undefined) return original(node, traversal)
    return new Chunk()
      .append('abap.sandbox.writeTo(', node, traversal)
      .appendChunk(traversal.traverse(source))
      .appendString(', ')
      .appendChunk(traversal.traverse(target))
      .append(`, {${optionsOf(node, traversal).join(', ')}});`, node.getLastToken(), traversal)
  }
}

/** Words with a hyphen or a slash are several tokens. */
export function optionsOf(node: Nodes.StatementNode, traversal: Traversal): string[] {
  const options: string[] = []
  let word = ''
  let end: { getCol(): number; getRow(): number } | undefined
  for (const child of node.getChildren()) {
    if (child instanceof Nodes.ExpressionNode) {
      const name = VALUES[word]
      if (name !== undefined) options.push(`${name}: ${traversal.traverse(child).getCode()}`)
      word = ''
      continue
    }
    const token = child.getFirstToken()
    const isAttached = end?.getCol() === token.getCol() && end.getRow() === token.getRow()
    word = (isAttached ? word : '') + child.concatTokens().toUpperCase()
    end = token.getEnd()
    const found = optionOf(word)
    if (found !== undefined) options.push(found)
  }
  // a longer format of dates begins with a shorter one
  return [...new Map(options.map(option => [option.split(':')[0], option])).values()]
}

function optionOf(word: string): string | undefined {
  const place = PLACES[word]
  if (place !== undefined) return `place: ${JSON.stringify(place)}`
  const name = SWITCHES[word]
  if (name !== undefined) return `${name}: true`
  return DATES.test(word) ? `date: ${JSON.stringify(word)}` : undefined
}
