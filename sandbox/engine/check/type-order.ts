/** Checks that the types of a class are declared before they are used in it. */
import type { ABAPFile, Token } from '@abaplint/core'
import type { FileMessage } from '../../types.ts'
import { nameIn } from '../../grammar/typed-statements.ts'
import { error, rangeOfToken } from '../ranges.ts'

const RULE = 'type_order'

/**
 * `own_class=>type` before TYPES of that name, and types of parameters: the parser reads methods when
 * it knows all types of the class. It reports other uses itself.
 */
export function checkTypeOrder(file: ABAPFile): FileMessage[] {
  const messages: FileMessage[] = []
  let definition: Definition | undefined
  for (const node of file.getStatements()) {
    const tokens = node.getTokens()
    const words = tokens.map(token => token.getStr().toUpperCase())
    if (words[0] === 'CLASS' && words[2] === 'DEFINITION') {
      definition = { name: words[1] ?? '', used: new Map(), begun: 0 }
    } else if (words[0] === 'ENDCLASS') definition = undefined
    if (definition === undefined) continue
    for (const token of declaredBefore(tokens, words, definition)) {
      const text = `Type "${token.getStr().toUpperCase()}" is unknown: it is declared behind this use.`
      messages.push(error(rangeOfToken(file.getFilename(), token), RULE, text))
    }
  }
  return messages
}

const METHODS = /^(?:CLASS-)?METHODS|^EVENTS/

interface Definition {
  readonly name: string
  /** Types by their name that were used and not yet declared. */
  readonly used: Map<string, Token>
  /** How many structures are open: their components are no types. */
  begun: number
}

/** Notes the uses of a statement; the earlier ones of the type that it declares. */
function declaredBefore(
  tokens: readonly Token[],
  words: readonly string[],
  definition: Definition
): Token[] {
  const early = declared(words, definition).flatMap(name => {
    const use = definition.used.get(name)
    definition.used.delete(name)
    return use ?? []
  })
  const isMethod = METHODS.test(words.slice(0, 3).join(''))
  for (const [at, word] of words.entries()) {
    if (word !== 'TYPE' && word !== 'OF') continue
    const [owner = '', arrow] = words.slice(at + 1, at + 3)
    const isOwn = owner === definition.name && arrow === '=>'
    const token = tokens[at + (isOwn ? 3 : 1)]
    const isBare = isMethod && !/^(?:=>|-|TO|OF|TABLE)$/.test(arrow ?? '')
    if (token === undefined || (!isOwn && !isBare)) continue
    const name = nameIn(token).toUpperCase()
    if (!definition.used.has(name)) definition.used.set(name, token)
  }
  return early
}

function declared(words: readonly string[], definition: Definition): string[] {
  const [keyword, first = '', second, third = ''] = words
  if (keyword !== 'TYPES') return []
  if (first === 'BEGIN' && second === 'OF') return definition.begun++ === 0 ? [third] : []
  if (first === 'END' && second === 'OF') definition.begun--
  return definition.begun === 0 && first !== 'END' ? [first] : []
}
