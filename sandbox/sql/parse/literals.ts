/** Parses literals and types. */
import { builtInType, INT4, INT8, STRG, type SqlType } from '../types.ts'
import type { Expression } from './ast.ts'
import type { Cursor } from './cursor.ts'
import type { Token } from './tokens.ts'

/** Whole numbers and decimals; signs are operators. */
export function numberLiteral(token: Token): Expression {
  const value = Number(token.text)
  if (!/[.e]/i.test(token.text)) {
    return {
      kind: 'literal',
      value,
      type: Number.isSafeInteger(value) && value > 2_147_483_647 ? INT8 : INT4
    }
  }
  const decimals = /\.(\d+)/.exec(token.text)?.[1]?.length ?? 0
  return {
    kind: 'literal',
    value,
    type: { type: 'DEC', length: token.text.replace(/\D/g, '').length, decimals }
  }
}

export function textLiteral(cursor: Cursor): Expression {
  const text = cursor.next().text
  return {
    kind: 'literal',
    value: text,
    type:
      text.length > 1333 ? STRG : { type: 'CHAR', length: Math.max(1, text.length), decimals: 0 }
  }
}

/** `int4`5`` and its like. */
export function typedLiteral(cursor: Cursor): Expression {
  const name = cursor.next().upper
  const text = cursor.next().text
  const type = builtInType(name, [Math.max(1, text.length)])
  if (type === undefined) throw cursor.error(`${name} is not a type of literals`)
  return {
    kind: 'literal',
    value: /^(INT|DEC|CURR|QUAN|FLTP|D\d\dN|DECFLOAT)/.test(type.type) ? Number(text) : text,
    type,
    isTyped: true
  }
}

/** `abap.dec(15,2)`, `CHAR( 10 )`, or the name of a data element. */
export function parseType(
  cursor: Cursor
): { type: SqlType; unsized: boolean } | { element: string } {
  const builtIn = cursor.accept('ABAP', '.') || cursor.dialect === 'abap'
  const name = cursor.name('A type')
  let sizes: number[] = []
  if (cursor.accept('(')) {
    sizes = cursor.list(() => Number(cursor.next().text))
    cursor.expect(')')
  }
  const type = builtIn ? builtInType(name, sizes) : undefined
  return type === undefined ? { element: name } : { type, unsized: sizes.length === 0 }
}
