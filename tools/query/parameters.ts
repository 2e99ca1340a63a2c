/** Values of the parameters of a CDS view, as literals of ABAP SQL. */
import { badArguments } from '../failure/errors.ts'

export type Parameters = Readonly<Record<string, string | number>>

/** A name of CDS: letters, digits and underscores. */
const name = /^[A-Za-z_]\w{0,29}$/

/** Characters that end a line, and those that no literal holds. */
const unfit = /[\p{Cc}\p{Cs}\u2028\u2029]/u

/**
 * `( P_DATE = '20260101', P_MAX = 5 )`. A quote in a value is doubled, so that no value ends its
 * literal.
 *
 * @throws ToolError TOOL_BAD_ARGUMENTS for names that are no names, and values that no literal holds
 */
export function parameterList(given: Parameters): string {
  const entries = Object.entries(given)
  return `( ${entries.map(([key, value]) => `${nameOf(key)} = ${literalOf(key, value)}`).join(', ')} )`
}

function nameOf(key: string): string {
  if (name.test(key)) return key.toUpperCase()
  throw badArguments(
    `\`parameters\` contains ${JSON.stringify(key.slice(0, 60))}, which is no name of a parameter.`,
    'The source of the view names them: WITH PARAMETERS.'
  )
}

/** A decimal number is a literal of digits: ABAP SQL converts it to the type of the parameter. */
function literalOf(key: string, value: string | number): string {
  if (typeof value === 'number') {
    if (Number.isSafeInteger(value)) return String(value)
    const plain = String(value)
    if (/^-?\d+\.\d+$/.test(plain)) return `'${plain}'`
    throw badArguments(
      `The value of ${key.slice(0, 40)} cannot be written in plain digits.`,
      'Give it as a text: "1500.25".'
    )
  }
  if (unfit.test(value)) {
    throw badArguments(
      `The value of ${key.slice(0, 40)} has a character that no literal holds.`,
      'A value is one line of text; dates are written as 20260101.'
    )
  }
  return `'${value.replaceAll("'", "''")}'`
}
