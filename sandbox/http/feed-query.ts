/**
 * The filter language of feeds: `and( equals( user, ADA ), contains( exception, SQL ) )`. Blanks
 * around names and values have no meaning.
 */
import { invalidData } from './errors.ts'

/** The facts of an entry that a filter can name; an attribute may have several values. */
export type FeedFacts = Readonly<Record<string, readonly string[]>>

type Test = (facts: FeedFacts) => boolean

const compared = (values: readonly string[], test: (value: string) => boolean) => values.some(test)

type Comparison = (values: readonly string[], operands: readonly string[]) => boolean

const equals: Comparison = (values, [operand = '']) => compared(values, value => value === operand)
const contains: Comparison = (values, [operand = '']) =>
  compared(values, value => value.includes(operand))
const between: Comparison = (values, [low = '', high = '']) =>
  compared(values, value => low <= value && value <= high)
const not =
  (comparison: Comparison): Comparison =>
  (values, operands) =>
    !comparison(values, operands)

const comparisons: Readonly<Record<string, Comparison>> = {
  equals,
  notEquals: not(equals),
  contains,
  notContains: not(contains),
  greater: (values, [operand = '']) => compared(values, value => value > operand),
  greaterOrEquals: (values, [operand = '']) => compared(values, value => value >= operand),
  less: (values, [operand = '']) => compared(values, value => value < operand),
  lessOrEquals: (values, [operand = '']) => compared(values, value => value <= operand),
  between,
  notBetween: not(between)
}

/** The operators that a filter may use, with the number of their operands. */
export const feedOperators: readonly (readonly [string, number])[] = Object.keys(comparisons).map(
  name => [name, /between/i.test(name) ? 2 : 1]
)

interface Call {
  readonly name: string
  readonly input: readonly (Call | string)[]
}

/**
 * Reads a filter.
 * @param attributes the names it may use
 * @throws AdtError 400 for what is no filter, and for other names
 */
export function feedFilter(text: string, attributes: readonly string[]): Test {
  const tokens = text.match(/[(),]|[^(),]+/g)?.map(token => token.trim()) ?? []
  const rest = tokens.filter(token => token !== '')
  const call = readCall(rest)
  if (rest.length > 0) throw refused()
  return testOf(call, attributes)
}

function refused(): Error {
  return invalidData('Data is invalid and could not be converted')
}

/** Takes a call, or a value, from the beginning of the tokens. */
function readCall(tokens: string[]): Call | string {
  const name = tokens.shift()
  if (name === undefined || /^[(),]$/.test(name)) throw refused()
  if (tokens[0] !== '(') return name
  const input: (Call | string)[] = []
  let separator = tokens.shift()
  while (separator === '(' || separator === ',') {
    input.push(readCall(tokens))
    separator = tokens.shift()
  }
  if (separator !== ')') throw refused()
  return { name, input }
}

function testOf(call: Call | string, attributes: readonly string[]): Test {
  if (typeof call === 'string') throw refused()
  const { name, input } = call
  if (name === 'and' || name === 'or') {
    const tests = input.map(each => testOf(each, attributes))
    return name === 'and'
      ? facts => tests.every(test => test(facts))
      : facts => tests.some(test => test(facts))
  }
  const comparison = Object.hasOwn(comparisons, name) ? comparisons[name] : undefined
  const [attribute, ...operands] = input
  const texts = operands.filter(operand => typeof operand === 'string')
  if (
    comparison === undefined ||
    typeof attribute !== 'string' ||
    !attributes.includes(attribute) ||
    texts.length !== operands.length ||
    texts.length !== (/between/i.test(name) ? 2 : 1)
  ) {
    throw refused()
  }
  const wanted = texts.map(operand => operand.toUpperCase())
  return facts => comparison(facts[attribute] ?? [], wanted)
}
