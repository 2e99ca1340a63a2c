/** Checks the parameters of methods that the database implements (AMDP). */
import type { ABAPFile, Token } from '@abaplint/core'
import type { FileMessage } from '../../types.ts'
import { error, rangeOfToken } from '../ranges.ts'

const RULE = 'amdp'
const SECTIONS = new Set(['IMPORTING', 'EXPORTING', 'CHANGING', 'RETURNING'])

/** The database works on copies: parameters of its methods are passed by value. */
export function checkDatabaseMethods(file: ABAPFile): FileMessage[] {
  const statements = file.getStatements().map(node => node.getTokens())
  const methods = new Set(statements.flatMap(databaseMethod))
  if (methods.size === 0) return []
  return statements.flatMap(tokens => {
    const at = tokens[0]?.getStr().toUpperCase() === 'CLASS' ? 3 : 1
    const method = tokens[at]?.getStr().toUpperCase() ?? ''
    if (!/^METHODS$/i.test(tokens[at - 1]?.getStr() ?? '') || !methods.has(method)) return []
    return referenceParameters(tokens.slice(at + 1)).map(token =>
      error(
        rangeOfToken(file.getFilename(), token),
        RULE,
        `The parameter "${nameOf(token)}" of the AMDP method "${method}" cannot be defined as a reference parameter.`
      )
    )
  })
}

/** The name behind METHOD, where BY DATABASE follows; an interface's method has no declaration here. */
function databaseMethod(tokens: readonly Token[]): string[] {
  const [keyword, name, by, database] = tokens.map(token => token.getStr().toUpperCase())
  return keyword === 'METHOD' && by === 'BY' && database === 'DATABASE' && name !== undefined
    ? [name]
    : []
}

const nameOf = (token: Token): string => token.getStr().replace(/^!/, '').toUpperCase()

/** Names that stand before TYPE or LIKE without VALUE( … ) around them. */
function referenceParameters(tokens: readonly Token[]): Token[] {
  let section = ''
  return tokens.filter((token, at) => {
    const word = token.getStr().toUpperCase()
    const next = tokens[at + 1]?.getStr().toUpperCase()
    if (SECTIONS.has(word) && next !== 'TYPE' && next !== 'LIKE') section = word
    else if (section !== '' && (next === 'TYPE' || next === 'LIKE')) return word !== ')'
    const isNamed = tokens[at - 2]?.getStr().toUpperCase() === 'REFERENCE'
    return section !== '' && isNamed && tokens[at - 1]?.getStr() === '('
  })
}
