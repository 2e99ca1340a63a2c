/** The answer to `help: true`: the arguments of tools and actions as text. */
import type { TSchema } from '@sinclair/typebox'
import { objectType } from '../../erp-client/index.ts'
import type { Action, BoundCall, Tool } from '../define.ts'
import { hasType } from './features.ts'
import { offeredTool } from './client-features.ts'
import type { Registry } from './registry.ts'
import { schemaLines } from '../schema/lines.ts'
import { fieldHelp } from '../write/field-tables.ts'
import { hidesTransport } from '../schema/transport-argument.ts'

/**
 * The call for `help: true`; undefined for any other arguments. It sends nothing to the ERP, so that
 * the scope of the tool is enough.
 */
export function helpCall(
  whole: Tool,
  args: Readonly<Record<string, unknown>>,
  registry: Registry
): { readonly action: Action; readonly call: BoundCall } | undefined {
  const { help } = args
  if (help !== true && !(typeof help === 'string' && help.trim().toLowerCase() === 'true')) {
    return undefined
  }
  const tool = offeredTool(whole, {
    expert: registry.options.expert,
    features: registry.features()
  })
  const [first] = whole.actions.values()
  if (first === undefined) return undefined
  const word =
    typeof args['action'] === 'string'
      ? args['action'].trim().toLowerCase().replace(/[\s-]/g, '_')
      : undefined
  const named = word === undefined ? undefined : tool.actions.get(word)
  const action = named ?? first
  // The argument `fields` has a table of its own for each object type.
  const type =
    named?.properties['fields'] === undefined || typeof args['type'] !== 'string'
      ? undefined
      : objectType(args['type'])?.code
  const text =
    type !== undefined
      ? fieldHelp(type)
      : named === undefined
        ? toolHelp(tool, registry)
        : `${tool.name} ${word ?? ''}${argumentLines(tool, named, registry)}`
  return { action, call: { operations: ['read'], start: async () => ({ kind: 'text', text }) } }
}

function toolHelp(tool: Tool, registry: Registry): string {
  const { name, description, defaultAction } = tool
  const sole = tool.actions.get('')
  const usual = defaultAction === undefined ? '' : `\n${defaultAction} if action is left out.`
  const rest =
    sole === undefined
      ? [...tool.actions.values()]
          .map(
            action =>
              `\n${action.name}: ${shown(tool, action, registry)
                .map(([key]) => (action.required.includes(key) ? `${key}*` : key))
                .join(', ')}`
          )
          .join('') +
        `${usual}\n* needed. {"action":"…","help":true} explains the arguments of one action.`
      : argumentLines(tool, sole, registry)
  return `${name}: ${description}${rest}`
}

/** The arguments that exist in this configuration. */
function shown(tool: Tool, { properties }: Action, { options }: Registry): [string, TSchema][] {
  return Object.entries(properties).filter(
    ([key]) => key !== 'transport' || !hidesTransport(tool, options)
  )
}

function argumentLines(tool: Tool, action: Action, registry: Registry): string {
  const isShown = (word: string) => hasType(registry.features(), word)
  const name = action.name === undefined ? {} : { action: action.name }
  const examples = action.examples.map(args => `\n${JSON.stringify({ ...name, ...args })}`)
  const lines =
    shown(tool, action, registry)
      .map(
        ([key, schema]) =>
          `\n  ${schemaLines(key, schema, { needed: action.required.includes(key), isShown }).join('\n  ')}`
      )
      .join('') || ' takes no arguments.'
  return examples.length === 0 ? lines : `${lines}\nExamples:${examples.join('')}`
}
