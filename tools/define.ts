/** Defines tools and actions; schema, annotations and dispatch follow from the rows of actions. */
import { Type } from '@sinclair/typebox'
import type { Static, TObject, TProperties, TSchema } from '@sinclair/typebox'
import { TypeCompiler } from '@sinclair/typebox/compiler'
import type { TypeCheck } from '@sinclair/typebox/compiler'
import type { ChangeOperation } from '../erp-client/index.ts'
import type { Scope } from './call/caller.ts'
import type { ToolContext } from './call/context.ts'
import type { OtherWayName } from './failure/other-ways.ts'
import type { GapName } from './failure/release-table.ts'
import type { SentChange } from './journal/undo-words.ts'
import { worstHints } from './operations.ts'
import type { OperationName } from './operations.ts'
import type { ToolResult } from './call/result.ts'
import { Choice } from './schema/choice.ts'
import type { TargetState } from './call/targets/target-state.ts'

/** For an action whose arguments decide what it does: all that it may do, and what one call does. */
export interface OperationChoice<Args> {
  readonly possible: readonly OperationName[]
  of(args: Args): readonly OperationName[]
  /** Requests of a real run that an undo restores in part or never, also for a dry run. */
  sends?(args: Args): readonly ChangeOperation[]
}

/** A request that is always the same, or one with the type of its object. */
type Sends = readonly (ChangeOperation | SentChange)[]

export interface ActionDefinition<Input extends TObject> {
  readonly operation: OperationName | OperationChoice<Static<Input>>
  readonly input: Input
  /** What the system must have; all of them where there are several. */
  readonly feature?: string | readonly string[]
  /**
   * May run longer than a client waits, always or by its arguments; such calls never take the fast
   * path.
   */
  readonly long?: boolean | ((args: Static<Input>) => boolean)
  /** Shows data of the runtime although it only reads: audited from the level `data` on. */
  readonly reveals?: true
  /** What the release lacks where the ERP does not know a request of this action. */
  readonly gap?: GapName
  /** Requests of it that an undo restores in part or never, so that the call says so before. */
  readonly sends?: readonly ChangeOperation[] | ((args: Static<Input>) => Sends)
  /** Whether the action itself asks before such a change; there is no second question then. */
  readonly asksItself?: (args: Static<Input>) => boolean
  /** Other ways that the client takes on older releases; for the documentation. */
  readonly otherWays?: readonly OtherWayName[]
  /** Names an object that does not exist yet: a failure does not search for similar names. */
  readonly targetIsNew?: true
  /** Named in the compact list, which only counts the other actions. */
  readonly compact?: true
  /** Arguments of typical calls, for `help`. */
  readonly examples?: readonly Static<Input>[]
  /** Arguments of the tool's other actions that have one value here; saying it is no mistake. */
  readonly implied?: Readonly<Record<string, string>>
  /** Time budget in milliseconds. */
  readonly timeoutMs?: number
  /**
   * The present state of what the call replaces or deletes; a confirmation is valid for this state.
   * An action that has it changes the ERP by `context.change` and `context.changeRequest` alone.
   */
  readonly state?: StateOf<Static<Input>>
  /** What `changeSet` does: the call shows or stages; or why it can do neither. */
  readonly staging?: StagingUse
  run(args: Static<Input>, context: ToolContext): Promise<ToolResult>
}

/** `refused`: why a call of the action cannot be staged, as the end of a sentence. */
export type StagingUse = 'shows' | 'stages' | { readonly refused: string }

export type StateOf<Args> = (args: Args, context: ToolContext) => Promise<TargetState>

export interface Problem {
  readonly path: string
  readonly message: string
  readonly value: unknown
}

/** Arguments that fit: what the call does, and the call itself. */
export interface BoundCall {
  readonly operations: readonly OperationName[]
  /** It may take longer than a client waits. */
  readonly long?: boolean
  /** Requests of it that an undo restores in part or never. */
  readonly sends?: readonly SentChange[]
  readonly asksItself?: boolean
  readonly state?: (context: ToolContext) => Promise<TargetState>
  start(context: ToolContext): Promise<ToolResult>
}

export interface Action {
  readonly name: string | undefined
  readonly possible: readonly OperationName[]
  readonly features: readonly string[]
  readonly reveals: boolean
  readonly gap: GapName | undefined
  /** Requests of it that an undo restores in part or never; empty where the arguments decide. */
  readonly sends: readonly ChangeOperation[]
  readonly otherWays: readonly OtherWayName[]
  readonly targetIsNew: boolean
  readonly staging: StagingUse | undefined
  readonly implied: Readonly<Record<string, string>>
  readonly timeoutMs: number
  readonly compact: boolean
  readonly examples: readonly object[]
  readonly properties: TProperties
  readonly required: readonly string[]
  /** Checks normalised arguments against the schema. */
  bind(args: unknown): { readonly call: BoundCall } | { readonly problems: readonly Problem[] }
}

export interface Annotations {
  readonly title: string
  readonly readOnlyHint: boolean
  readonly destructiveHint: boolean
  readonly idempotentHint: boolean
  readonly openWorldHint: boolean
}

export interface Tool {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly scope: Scope
  readonly feature: string | undefined
  /** One flat object: the union of all actions' arguments. */
  readonly input: TObject
  readonly output: TSchema | undefined
  readonly annotations: Annotations
  readonly properties: TProperties
  /** Keyed by name; a tool without actions has one under `''`. */
  readonly actions: ReadonlyMap<string, Action>
  readonly defaultAction: string | undefined
}

interface Head {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly scope: Scope
  readonly feature?: string
  readonly output?: TSchema
}

const second = 1000
const budgets = { short: 60 * second, long: 300 * second }

/** Runs over packages and batches: less than the handle of a long call is valid. */
export const wholeRunMs = 840 * second

/** Makes one action; the type of its arguments follows from its schema. */
export function action<Input extends TObject>(
  definition: ActionDefinition<Input>
): (name?: string) => Action {
  const { operation, input, long = false, sends = [], state } = definition
  const possible = typeof operation === 'string' ? [operation] : operation.possible
  let check: TypeCheck<Input> | undefined
  return name => ({
    name,
    possible,
    features: [definition.feature ?? []].flat(),
    reveals: definition.reveals === true,
    gap: definition.gap,
    sends: typeof sends === 'function' ? [] : sends,
    otherWays: definition.otherWays ?? [],
    targetIsNew: definition.targetIsNew === true,
    staging: definition.staging,
    implied: definition.implied ?? {},
    timeoutMs: definition.timeoutMs ?? (long === false ? budgets.short : budgets.long),
    compact: definition.compact === true,
    examples: definition.examples ?? [],
    properties: input.properties,
    required: input.required ?? [],
    bind(args) {
      check ??= TypeCompiler.Compile(input)
      if (!check.Check(args)) {
        return {
          problems: [...check.Errors(args)].map(({ path, message, value }) => ({
            path,
            message,
            value
          }))
        }
      }
      const operations = typeof operation === 'string' ? possible : operation.of(args)
      // A choice outside its own list would escape the annotations derived from the list.
      if (!operations.every(one => possible.includes(one))) {
        throw new Error(`operation outside the action's list: ${operations.join()}`)
      }
      return {
        call: {
          operations,
          long: typeof long === 'function' ? long(args) : long,
          sends: sentChanges([
            ...(typeof sends === 'function' ? sends(args) : sends),
            ...(typeof operation === 'string' ? [] : (operation.sends?.(args) ?? []))
          ]),
          asksItself: definition.asksItself?.(args) === true,
          ...(state === undefined ? {} : { state: context => state(args, context) }),
          start: context => definition.run(args, context)
        }
      }
    }
  })
}

function sentChanges(sends: Sends): readonly SentChange[] {
  return sends.map(sent => (typeof sent === 'string' ? { operation: sent } : sent))
}

/** A tool without actions. */
export function defineTool<Input extends TObject>(
  definition: Head & ActionDefinition<Input>
): Tool {
  const only = action(definition)()
  return assemble(definition, new Map([['', only]]), undefined)
}

/**
 * A tool with actions. The flat schema, the `action` argument, the worst-case annotations and the
 * dispatch derive from the actions. An argument that several actions share must be the same schema
 * in all of them.
 */
export function defineActions(
  definition: Head & {
    readonly defaultAction?: string
    readonly actions: Readonly<Record<string, (name: string) => Action>>
  }
): Tool {
  const actions = new Map(
    Object.entries(definition.actions).map(([name, make]) => [name, make(name)] as const)
  )
  return assemble(definition, actions, definition.defaultAction)
}

function assemble(
  head: Head,
  actions: ReadonlyMap<string, Action>,
  defaultAction: string | undefined
): Tool {
  const list = [...actions.values()]
  const properties = mergeProperties(head.name, list)
  const named = list.every(({ name }) => name !== undefined)
  const word = named ? { action: actionArgument([...actions.keys()], defaultAction) } : {}
  const always = Object.keys(properties).filter(key =>
    list.every(({ required }) => required.includes(key))
  )
  const hints = worstHints(list.flatMap(({ possible }) => possible))
  const input = Type.Object({ ...word, ...properties })
  return {
    name: head.name,
    title: head.title,
    description: head.description,
    scope: head.scope,
    feature: head.feature,
    input: {
      ...input,
      required: [...(named && defaultAction === undefined ? ['action'] : []), ...always]
    },
    output: head.output,
    annotations: {
      title: head.title,
      readOnlyHint: hints.readOnly,
      destructiveHint: hints.destructive,
      idempotentHint: hints.idempotent,
      openWorldHint: false
    },
    properties,
    actions,
    defaultAction
  }
}

function actionArgument(names: readonly string[], defaultAction: string | undefined): TSchema {
  return Choice(names, {
    ...(defaultAction === undefined ? { listed: 'words' } : {}),
    description: defaultAction === undefined ? 'What to do.' : `${defaultAction} if left out.`
  })
}

function mergeProperties(tool: string, actions: readonly Action[]): TProperties {
  const merged: TProperties = {}
  for (const { name, properties } of actions) {
    for (const [key, schema] of Object.entries(properties)) {
      const known = merged[key]
      if (known !== undefined && JSON.stringify(known) !== JSON.stringify(schema)) {
        throw new Error(
          `${tool}: the argument ${key} of action ${name} differs from the same argument of another action`
        )
      }
      merged[key] = schema
    }
  }
  return merged
}
