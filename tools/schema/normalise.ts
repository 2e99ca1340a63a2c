/** Turns the arguments that clients send into the form that the schemas describe. */
import { objectOfUri } from '../../erp-client/index.ts'
import { meantActions } from './action-words.ts'
import { aliasOf } from './aliases.ts'
import { coerce } from './coerce.ts'
import { dropEmpty, isEmpty, isRecord, parseJson } from './json.ts'
import type { Action, Tool } from '../define.ts'
import { badArguments, ToolError } from '../failure/errors.ts'
import { foldLines } from './line-range.ts'
import { isMeaningless, sameValue } from './meaning.ts'
import { refuseUnknown } from './unknown-arguments.ts'
import { assertSingleLines, assertWellFormed } from './text-checks.ts'
import { hidesTransport } from './transport-argument.ts'

type Arguments = Record<string, unknown>
export type NormalisedCall =
  { readonly action: Action; readonly args: Arguments } | { readonly error: ToolError }

/**
 * Accepts what clients really send: aliases of names, any case, empty fields, numbers and JSON as
 * text. Contradictions and unknown arguments are errors that name the nearest match; a value that
 * carries meaning is never dropped.
 */
export function normalise(
  tool: Tool,
  raw: unknown,
  options: { readonly transportable: boolean }
): NormalisedCall {
  try {
    const given = argumentObject(raw)
    assertWellFormed('arguments', given)
    const folded = foldLines(tool, foldEdit(tool, given))
    const renamed = rename(tool, expandUri(tool, dropUnset(tool, folded)))
    const action = pickAction(tool, renamed.args)
    delete renamed.args['action']
    if (hidesTransport(tool, options) && action.properties['transport'] !== undefined) {
      refuseTransport(renamed.args)
    }
    const args = coerceAll(action, argumentsOfAction(tool, action, renamed.args))
    assertSingleLines(action.properties, args)
    refuseUnknown(action, renamed.unknown)
    return { action, args: splitName(action, args) }
  } catch (error) {
    if (error instanceof ToolError) return { error }
    throw error
  }
}

/** Blanks are a value where an argument may be empty. */
function dropUnset(tool: Tool, given: Arguments): Arguments {
  const blanks = Object.entries(given).filter(
    ([name, value]) =>
      typeof value === 'string' && value !== '' && tool.properties[name]?.['minLength'] === 0
  )
  return { ...dropEmpty(given), ...Object.fromEntries(blanks) }
}

function argumentObject(raw: unknown): Arguments {
  if (raw === undefined || raw === null) return {}
  const value = typeof raw === 'string' ? parseJson(raw) : raw
  if (!isRecord(value)) throw badArguments('The arguments must be one JSON object.')
  return value
}

/** Turns `old` and `new` beside the other arguments into a list of one edit. */
function foldEdit(tool: Tool, given: Arguments): Arguments {
  if (tool.properties['edits'] === undefined || !isEmpty(given['edits'])) return given
  const pair = { old: '', new: '' }
  const fields = Object.entries(given).flatMap(([key, value]) => {
    const name = tool.properties[key] === undefined ? aliasOf(key, pair)?.name : undefined
    return name === undefined || typeof value !== 'string' ? [] : [{ key, name, value }]
  })
  const old = fields.find(({ name, value }) => name === 'old' && value !== '')
  const next = fields.find(({ name }) => name === 'new')
  if (old === undefined || next === undefined) return given
  const { [old.key]: _old, [next.key]: _next, ...rest } = given
  return { ...rest, edits: [{ old: old.value, new: next.value }] }
}

/** Turns an ADT address into type and name: agents copy addresses from other results. */
function expandUri(tool: Tool, given: Arguments): Arguments {
  const key = Object.keys(given).find(
    word => /^(object_?)?ur[il]$/i.test(word) && tool.properties[word] === undefined
  )
  const uri = key === undefined ? given['name'] : given[key]
  if (typeof uri !== 'string' || !uri.startsWith('/sap/bc/adt/')) return given
  const found = objectOfUri(uri)
  if (found === undefined) {
    throw badArguments(
      `${JSON.stringify(uri.slice(0, 120))} is not the address of an object known here.`,
      'Give type and name instead.'
    )
  }
  const { [key ?? 'name']: _uri, ...rest } = given
  const facts = {
    type: found.type,
    name: found.name,
    group: found.group,
    include: found.part === 'main' ? undefined : found.part,
    line: found.line,
    column: found.column
  }
  const known = Object.entries(facts).filter(
    ([name, value]) =>
      value !== undefined && tool.properties[name] !== undefined && rest[name] === undefined
  )
  return { ...rest, ...Object.fromEntries(known) }
}

function rename(tool: Tool, given: Arguments): { args: Arguments; unknown: Map<string, unknown> } {
  const args: Arguments = {}
  const unknown = new Map<string, unknown>()
  const from = new Map<string, string>()
  for (const [key, value] of Object.entries(given)) {
    const alias = aliasOf(key, tool.input.properties, value)
    if (alias === undefined) {
      unknown.set(key, value)
      continue
    }
    for (const [name, content] of [
      [alias.name, value],
      ...(alias.type === undefined ? [] : [['type', alias.type]])
    ] as const) {
      const first = from.get(name)
      if (first !== undefined && !sameValue(args[name], content)) {
        throw badArguments(
          `\`${first}\` and \`${key}\` contradict each other: both mean \`${name}\`, with different values.`,
          'Give one of them.'
        )
      }
      from.set(name, key)
      args[name] = content
    }
  }
  return { args, unknown }
}

function pickAction(tool: Tool, args: Arguments): Action {
  const sole = tool.actions.get('')
  if (sole !== undefined) return sole
  const given = args['action'] ?? tool.defaultAction
  const names = [...tool.actions.keys()]
  if (given === undefined) {
    throw badArguments('`action` is missing.', `It may be ${names.join(', ')}.`)
  }
  const word = (typeof given === 'string' ? given : JSON.stringify(given))
    .trim()
    .toLowerCase()
    .replace(/[\s-]/g, '_')
  const action = tool.actions.get(word)
  if (action !== undefined) return action
  const { own, elsewhere } = meantActions(tool.name, word, names)
  const near = own ?? elsewhere
  throw badArguments(
    `${tool.name} has no action ${JSON.stringify(word.slice(0, 60))}.`,
    `${near === undefined ? '' : `Did you mean ${near}? `}It may be ${names.join(', ')}.`
  )
}

function refuseTransport(args: Arguments): void {
  if (args['transport'] === undefined) return
  throw new ToolError(
    'BLOCKED_TRANSPORT',
    'A transport request was given, but edits of transportable objects are off.',
    {
      remedy:
        'Leave `transport` out for a local object, or ask the operator for --allow-transportable-edits.',
      setting: '--allow-transportable-edits'
    }
  )
}

/**
 * Clients fill in fields that the chosen action does not have. Values without meaning (false, 0,
 * the default) are left out; any other value is refused, because the caller expects an effect of
 * it.
 */
function argumentsOfAction(tool: Tool, action: Action, args: Arguments): Arguments {
  const own: Arguments = {}
  for (const [key, value] of Object.entries(args)) {
    const schema = action.properties[key]
    if (schema !== undefined) {
      own[key] = value
      continue
    }
    const whole = tool.properties[key]
    if (isMeaningless(value, whole?.['default'])) continue
    if (isImplied(action, key, whole === undefined ? value : coerce(key, whole, value))) continue
    const owners = [...tool.actions.values()]
      .filter(({ properties }) => properties[key] !== undefined)
      .map(({ name }) => name)
    throw badArguments(
      `\`${key}\` does not belong to the action ${action.name}.`,
      `It belongs to ${owners.join(', ')}; ${action.name} takes ${Object.keys(action.properties).join(', ')}.`
    )
  }
  return own
}

/** A fact that is true of every call of the action adds nothing, and is no contradiction. */
function isImplied(action: Action, key: string, value: unknown): boolean {
  const implied = action.implied[key]
  return implied !== undefined && sameValue(implied, value)
}

function coerceAll(action: Action, args: Arguments): Arguments {
  const result: Arguments = {}
  for (const [key, value] of Object.entries(args)) {
    const schema = action.properties[key]
    const coerced = schema === undefined ? value : coerce(key, schema, value)
    if (coerced !== undefined) result[key] = coerced
  }
  return result
}

/** `ZCL_DEMO=>RUN` and `ZCL_DEMO->RUN` name an object and its method. */
function splitName(action: Action, args: Arguments): Arguments {
  const name = args['name']
  if (typeof name !== 'string' || action.properties['method'] === undefined) return args
  const [, object, method] = /^([^\s=>-]+)(?:=>|->)([^\s=>-]+)$/.exec(name) ?? []
  if (object === undefined || method === undefined) return args
  if (args['method'] !== undefined && !sameValue(args['method'], method)) {
    throw badArguments(
      '`name` and `method` contradict each other.',
      'Give the object as `name` and the method as `method`.'
    )
  }
  return { ...args, name: object, method }
}
