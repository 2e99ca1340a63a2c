/** Values of constants that refer to CL_ABAP_CHAR_UTILITIES, whose characters no literal can hold. */
import { Nodes } from '@abaplint/core'
import { internal } from '../../../grammar/parser-internals.ts'
import { encodeLiteral } from '../opaque.ts'

interface Typing {
  readonly prototype: { resolveConstantValue(chain: Nodes.ExpressionNode): unknown }
}

const CHARACTERS: Readonly<Record<string, string>> = {
  BACKSPACE: '\b',
  CR_LF: '\r\n',
  FORM_FEED: '\f',
  HORIZONTAL_TAB: '\t',
  NEWLINE: '\n',
  VERTICAL_TAB: '\v'
}
const REFERENCE = /^CL_ABAP_CHAR_UTILITIES=>(\w+)$/i

/**
 * `CONSTANTS lf TYPE c VALUE cl_abap_char_utilities=>newline` has the character from the beginning.
 * The library sets its own constants when it is loaded, which is after their values were copied.
 */
export function resolveControlCharacters(): void {
  const { BasicTypes } = internal<{ BasicTypes: Typing }>('5_syntax/basic_types')
  const original = BasicTypes.prototype.resolveConstantValue
  BasicTypes.prototype.resolveConstantValue = function (chain) {
    const value = original.call(this, chain)
    const name = REFERENCE.exec(chain.concatTokens())?.[1]?.toUpperCase()
    const text = name === undefined ? undefined : CHARACTERS[name]
    // a string literal: the end of a text field literal would lose its tab as a blank
    return text === undefined ? value : `\`${encodeLiteral(text)}\``
  }
}
