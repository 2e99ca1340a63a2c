/** Locates syntax errors in behavior definitions: the parser reports only whether they are valid. */
import { MemoryFile, Objects } from '@abaplint/core'
import type { IObject } from '@abaplint/core'
import { stopOf } from '../../../grammar/stop.ts'
import type { Stop } from '../../../grammar/stop.ts'
import type { FileMessage } from '../../../types.ts'
import { faultsOf, rangeOf, shorten, tokenAt } from '../cds.ts'
import { cdsTokens } from '../cds-tokens.ts'
import type { CdsToken } from '../cds-tokens.ts'
import { error } from '../../ranges.ts'

const RULE = 'bdef_parser_error'

/** Why and where a behavior definition cannot be parsed; empty for a valid one. */
export function checkBehaviorSyntax(object: IObject): FileMessage[] {
  if (!(object instanceof Objects.BehaviorDefinition) || object.hasParserError() !== true) return []
  return faultsOf(object.findSourceFile(), RULE, locate)
}

/** Reports the token at which the parser stops. */
function locate(file: string, source: string): FileMessage {
  const stop = stopIn(source)
  const tokens = cdsTokens(source)
  const last = tokens.at(-1)
  const token = stop.taken === 0 ? tokens[0] : tokenOf(tokens, stop)
  if (token === undefined) {
    const text = `The source ends too early: "${shorten(last?.text ?? '')}" does not complete it.`
    return error(rangeOf(file, last === undefined ? [] : [last]), RULE, text)
  }
  const before = source.slice(0, token.offset)
  const missing = stopIn(`${before};${source.slice(token.offset)}`).taken > stop.taken + 1
  const text = `"${shorten(token.text)}" is not valid here${missing ? ': ";" is expected' : ''}.`
  return error(rangeOf(file, [token]), RULE, text)
}

function stopIn(source: string): Stop {
  const object = new Objects.BehaviorDefinition('ZZ')
  object.addFile(new MemoryFile('zz.bdef.asbdef', source))
  return stopOf(() => object.parse())
}

function tokenOf(tokens: readonly CdsToken[], { token }: Stop): CdsToken | undefined {
  return token === undefined ? undefined : tokenAt(tokens, token.getRow(), token.getCol())
}
