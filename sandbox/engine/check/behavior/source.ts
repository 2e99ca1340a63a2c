/** Reads the statements of a behavior definition that is free of syntax errors. */
import { cdsTokens } from '../cds-tokens.ts'
import type { CdsToken } from '../cds-tokens.ts'

/** What ends with a semicolon or with a block of further statements. */
export interface Statement {
  readonly tokens: readonly CdsToken[]
  /** The same in capitals. */
  readonly words: readonly string[]
  readonly block: readonly Statement[] | undefined
}

/** `define behavior for ENTITY … { … }` */
export interface Behavior {
  readonly isExtension: boolean
  readonly entity: CdsToken
  /** The name that others have for it in this source. */
  readonly alias: string
  readonly head: Statement
  /** With those of its implementation groups. */
  readonly body: readonly Statement[]
}

export interface BehaviorSource {
  readonly kind: 'managed' | 'unmanaged' | 'abstract' | 'projection' | 'interface' | 'extension'
  readonly first: CdsToken
  readonly header: readonly Statement[]
  readonly behaviors: readonly Behavior[]
}

const KINDS = ['managed', 'unmanaged', 'abstract', 'projection', 'interface', 'extension'] as const

/** Undefined for a source without an implementation type at its beginning. */
export function behaviorSource(source: string): BehaviorSource | undefined {
  const tokens = withoutPragmas(cdsTokens(source))
  const [first] = tokens
  // an old form has another word before the type
  const words = tokens.slice(0, 2).map(({ text }) => text.toLowerCase())
  const kind = KINDS.find(
    each => each === words[0] || (words[0] === 'implementation' && each === words[1])
  )
  if (first === undefined || kind === undefined) return undefined
  const statements = statementsOf(tokens, { at: 0 })
  return {
    kind,
    first,
    header: statements.filter(statement => behaviorAt(statement) < 0),
    behaviors: statements.flatMap(behaviorOf)
  }
}

/** `##CODE` and `##CODE[…]` */
function withoutPragmas(tokens: readonly CdsToken[]): CdsToken[] {
  let isWithin = false
  return tokens.filter((token, at) => {
    if (token.text.startsWith('##')) isWithin = tokens[at + 1]?.text === '['
    else if (!isWithin) return true
    if (token.text === ']') isWithin = false
    return false
  })
}

function statementsOf(tokens: readonly CdsToken[], place: { at: number }): Statement[] {
  const statements: Statement[] = []
  let own: CdsToken[] = []
  const end = (block?: readonly Statement[]) => {
    if (own.length > 0) {
      statements.push({ tokens: own, words: own.map(({ text }) => text.toUpperCase()), block })
    }
    own = []
  }
  while (place.at < tokens.length) {
    const token = tokens[place.at++]
    if (token === undefined || token.text === '}') break
    if (token.text === ';') end()
    else if (token.text === '{') end(statementsOf(tokens, place))
    else own.push(token)
  }
  end()
  return statements
}

function behaviorAt({ words }: Statement): number {
  const at = words.indexOf('BEHAVIOR')
  return words[at + 1] === 'FOR' ? at : -1
}

function behaviorOf(statement: Statement): Behavior[] {
  const at = behaviorAt(statement)
  const entity = statement.tokens[at + 2]
  if (at < 0 || entity === undefined) return []
  const alias = statement.words.indexOf('ALIAS', at)
  return [
    {
      isExtension: statement.words[0] === 'EXTEND',
      entity,
      alias: (alias < 0 ? undefined : statement.words[alias + 1]) ?? entity.text.toUpperCase(),
      head: {
        tokens: statement.tokens.slice(at + 3),
        words: statement.words.slice(at + 3),
        block: undefined
      },
      body: (statement.block ?? []).flatMap(each =>
        each.words[0] === 'GROUP' ? (each.block ?? []) : [each]
      )
    }
  ]
}

/** The options in the first brackets of a statement: `( features : instance, precheck )`. */
export function optionsOf({ tokens }: Pick<Statement, 'tokens'>): CdsToken[][] {
  const open = tokens.findIndex(({ text }) => text === '(')
  const close = tokens.findIndex(({ text }, at) => at > open && text === ')')
  if (open < 0) return []
  const options: CdsToken[][] = [[]]
  for (const token of tokens.slice(open + 1, close < 0 ? undefined : close)) {
    if (token.text === ',') options.push([])
    else options.at(-1)?.push(token)
  }
  return options
}
