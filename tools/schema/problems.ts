/** Explains which arguments do not fit the schema, and what fits. */
import type { TSchema } from '@sinclair/typebox'
import type { Action, Problem, Tool } from '../define.ts'
import { badArguments } from '../failure/errors.ts'
import type { ToolError } from '../failure/errors.ts'
import { lowerFirst } from '../failure/sentence.ts'
import { nearest } from './nearest.ts'

const maxExplained = 20

/** Names every argument at fault, the values that it may have, and the nearest match. */
export function explainProblems(
  tool: Tool,
  action: Action,
  problems: readonly Problem[]
): ToolError {
  const seen = new Map<string, string>()
  for (const problem of problems) {
    const path = problem.path.slice(1)
    if (!seen.has(path)) seen.set(path, explain(action, path, problem))
  }
  const missing = action.required.filter(
    key =>
      seen.has(key) && problems.some(({ path, value }) => path === `/${key}` && value === undefined)
  )
  const others = [...seen].filter(([path]) => !missing.includes(path)).map(([, words]) => words)
  const lines =
    others.length > maxExplained
      ? [...others.slice(0, maxExplained), `And ${others.length - maxExplained} more.`]
      : others
  if (missing.length > 0) {
    lines.unshift(
      `${missing.map(key => `\`${key}\``).join(', ')} ${missing.length === 1 ? 'is' : 'are'} missing.`
    )
  }
  const call = [tool.name, action.name].filter(word => word !== undefined).join(' ')
  // The names help where one is missing; a wrong value is explained by its own sentence.
  if (missing.length === 0) return badArguments(lines.join(' '), 'Correct it and call again.')
  return badArguments(
    lines.join(' '),
    `${call} needs ${list(action.required)} and takes ${list(Object.keys(action.properties).filter(key => !action.required.includes(key)))}.`
  )
}

function list(keys: readonly string[]): string {
  return keys.length === 0 ? 'nothing else' : keys.join(', ')
}

function explain(action: Action, path: string, problem: Problem): string {
  const schema = schemaAt(action, path)
  const words: unknown = schema?.['enum']
  const place = path.slice(0, 120)
  const given =
    Array.isArray(problem.value) && problem.value.length > 100
      ? `a list of ${problem.value.length}`
      : (JSON.stringify(problem.value)?.slice(0, 80) ?? 'nothing')
  if (Array.isArray(words)) {
    const near = typeof problem.value === 'string' ? nearest(problem.value, words) : undefined
    if (problem.value === undefined) {
      return `\`${place}\` is missing; it may be ${words.join(', ')}.`
    }
    return `\`${place}\` is ${given}; it may be ${words.join(', ')}.${near === undefined ? '' : ` Did you mean ${near}?`}`
  }
  if (Array.isArray(problem.value) && problem.value.length > Number(schema?.['maxItems'])) {
    return `\`${place}\` has ${problem.value.length} entries; one call takes at most ${String(schema?.['maxItems'])}. Give the others in further calls.`
  }
  if (problem.value === undefined) return `\`${place}\` is missing or empty.`
  if (/unexpected property/i.test(problem.message)) return unexpected(action, path)
  // The one union in arguments is that of plain values.
  const expected = /expected union value/i.test(problem.message)
    ? 'a number or a short text is expected'
    : lowerFirst(problem.message)
  return `\`${place}\` is ${given}: ${expected}.`
}

/** The items of a list have fields of their own, which are not the arguments of the call. */
function unexpected(action: Action, path: string): string {
  const at = path.lastIndexOf('/')
  const known = Object.keys(schemaAt(action, path.slice(0, Math.max(0, at)))?.['properties'] ?? {})
  const near = nearest(path.slice(at + 1), known)
  return `There is no \`${path.slice(0, 120)}\`${near === undefined ? '' : `: did you mean ${near}?`}${known.length === 0 ? '.' : ` What stands there takes ${known.join(', ')}.`}`
}

function schemaAt(action: Action, path: string): TSchema | undefined {
  const [first = '', ...rest] = path.split('/')
  let schema: TSchema | undefined = action.properties[first]
  for (const step of rest) {
    schema = /^\d+$/.test(step) ? schema?.['items'] : schema?.['properties']?.[step]
  }
  return schema
}
