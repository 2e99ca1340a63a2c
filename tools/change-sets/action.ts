/** The action change_set of ERPManage. */
import { Type } from '@sinclair/typebox'
import type { ToolContext } from '../call/context.ts'
import type { ToolResult } from '../call/result.ts'
import { action } from '../define.ts'
import { badArguments } from '../failure/errors.ts'
import { name } from '../manage/inputs.ts'
import * as argument from '../schema/arguments.ts'
import { helpOnly } from '../schema/arguments.ts'
import { Choice } from '../schema/choice.ts'
import { discardSet, listSets, showSet } from './show.ts'

export const setModes = ['show', 'discard'] as const

const input = Type.Object({
  changeSet: Type.Optional(argument.changeSetArgument),
  mode: Type.Optional(
    Choice(setModes, { ...helpOnly, description: 'show if left out; discard: all, or one object.' })
  ),
  type: Type.Optional(argument.typeArgument('metadata')),
  name: Type.Optional(name),
  dryRun: Type.Optional(argument.dryRunArgument)
})

interface Args {
  readonly changeSet?: string | undefined
  readonly mode?: (typeof setModes)[number] | undefined
  readonly type?: string | undefined
  readonly name?: string | undefined
  readonly dryRun?: boolean | undefined
}

export const changeSetActions = {
  change_set: action({
    operation: 'read',
    input,
    run: async (args, context) => await changeSet(context, args)
  })
}

async function changeSet(context: ToolContext, args: Args): Promise<ToolResult> {
  const { changeSet: set, mode = 'show' } = args
  if (set !== undefined) {
    return mode === 'show'
      ? await showSet(context, set)
      : await discardSet(context, { ...args, changeSet: set })
  }
  if (mode === 'show') return await listSets(context)
  throw badArguments(
    '`changeSet` is missing.',
    'Give the name of a set; without a mode all are listed.'
  )
}
