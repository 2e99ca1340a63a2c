/** The arguments of a call as an approver reads them: every value whole, sources line by line. */
import { isRecord } from '../schema/json.ts'
import { notOfTheChange } from './terms.ts'

/** What an approver can look through, and a database keeps for each item. */
export const longestShown = 400_000

const head = 'The call gives exactly this:'

export function argumentText(args: Readonly<Record<string, unknown>>): string {
  const given = Object.entries(args).filter(
    ([name, value]) => value !== undefined && !notOfTheChange.has(name)
  )
  return [head, ...given.flatMap(([name, value]) => linesOf(name, value, '  '))].join('\n')
}

/** Indentation tells the lines of a value from the names of others. */
function linesOf(given: string, value: unknown, indent: string): string[] {
  const name = /^[\w.-]+$/.test(given) ? given : JSON.stringify(given)
  const inner = `${indent}  `
  if (Array.isArray(value)) {
    const items = value.flatMap((item, index) => linesOf(String(index + 1), item, inner))
    return [`${indent}${name}: ${value.length === 0 ? '[]' : ''}`.trimEnd(), ...items]
  }
  if (isRecord(value)) {
    const members = Object.entries(value).flatMap(member => linesOf(...member, inner))
    return [`${indent}${name}: ${members.length === 0 ? '{}' : ''}`.trimEnd(), ...members]
  }
  if (typeof value === 'string' && /[\r\n]/.test(value)) {
    return [`${indent}${name}:`, ...value.split(/\r\n|[\r\n]/).map(line => `${inner}| ${line}`)]
  }
  return [`${indent}${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`]
}
