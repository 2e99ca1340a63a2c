/** The action change_set of ERPManage. */
import { Type } from '@sinclair/typebox'
import type { Static } from '@sinclair/typebox'
import type { ToolContext } from '../call/context.ts'
import type { ToolResult } from '../call/result.ts'
import type { TargetState } from '../call/targets/target-state.ts'
import { action, wholeRunMs } from '../define.ts'
import type { OperationChoice } from '../define.ts'
import { badArguments } from '../failure/errors.ts'
import { changing, name } from '../manage/inputs.ts'
import * as argument from '../schema/arguments.ts'
import { helpOnly } from '../schema/arguments.ts'
import { Choice } from '../schema/choice.ts'
import { confirm } from '../write/inputs.ts'
import { applySet } from './apply.ts'
import { checkSet } from './check.ts'
import { contentDigest } from './content.ts'
import { recoverSet } from './recover.ts'
import { discardSet, listSets, showSet } from './show.ts'

const modes = ['show', 'check', 'apply', 'recover', 'discard'] as const

const input = Type.Object({
  changeSet: Type.Optional(argument.changeSetArgument),
  mode: Type.Optional(
    Choice(modes, {
      ...helpOnly,
      description:
        'Of a change set: show (left out), check, apply, recover (settles a broken-off apply), discard (all, or the object of name).'
    })
  ),
  type: Type.Optional(argument.typeArgument('metadata')),
  name: Type.Optional(name),
  confirm,
  ...changing
})
type Args = Static<typeof input>

/** What the application needs on top is asked once its changes are known. */
const operation: OperationChoice<Args> = {
  possible: ['update', 'create', 'delete', 'activate', 'read'],
  of: ({ mode, dryRun }) =>
    (mode === 'apply' && dryRun !== true) || mode === 'recover' ? ['update'] : ['read']
}

/** An approval of the application is valid for what is staged, and for the states it was made for. */
async function stagedState(
  { changeSet, mode }: Args,
  { changeSets }: ToolContext
): Promise<TargetState> {
  if (changeSet === undefined || mode !== 'apply') return { words: '', facts: 'nothing' }
  const stored = await changeSets?.store.read(changeSets.owner, changeSet)
  if (stored === undefined) return { words: 'not there now', facts: 'missing' }
  return { words: '', facts: contentDigest(stored.content) }
}

export const changeSetActions = {
  change_set: action({
    operation,
    state: stagedState,
    long: ({ mode }) => mode === 'apply' || mode === 'check' || mode === 'recover',
    timeoutMs: wholeRunMs,
    input,
    run: async (args, context) => await changeSet(context, args)
  })
}

async function changeSet(context: ToolContext, args: Args): Promise<ToolResult> {
  const { changeSet: set, mode = 'show' } = args
  // A process that ended before its set was bound has left the entry alone.
  await context.journal?.settle()
  if (set !== undefined) return await byMode[mode](context, { ...args, changeSet: set })
  if (mode === 'show') return await listSets(context)
  throw badArguments(
    '`changeSet` is missing.',
    'Give the name of a set; without a mode all are listed.'
  )
}

type OfSet = Args & { readonly changeSet: string }

const byMode: Readonly<
  Record<(typeof modes)[number], (context: ToolContext, args: OfSet) => Promise<ToolResult>>
> = {
  show: async (context, args) => await showSet(context, args.changeSet),
  check: async (context, args) => await checkSet(context, args.changeSet),
  apply: applySet,
  recover: async (context, args) => await recoverSet(context, args.changeSet),
  discard: discardSet
}
