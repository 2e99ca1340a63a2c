/** Arguments that several tools share. */
import { Type } from '@sinclair/typebox'
import type { TProperties } from '@sinclair/typebox'
import { codesWith } from '../../erp-client/index.ts'
import type { Ability } from '../../erp-client/index.ts'
import { Choice, ChoiceOrName } from './choice.ts'

// `listed` keeps the list of tools short: it explains an argument once, where its name does not.
// The documentation explains all of them.
/** For arguments that their name explains: the list of tools shows their type only. */
export const terse = { listed: 'no' } as const
/** For arguments that few calls need: only `help` shows them. */
export const helpOnly = { listed: 'hidden' } as const

/** The object types with an ability; `more` adds words that are no repository objects. */
export function typeArgument(
  ability: Ability,
  more: readonly string[] = [],
  listed: 'no' | 'text' = 'no'
): ReturnType<typeof Choice<string[]>> {
  return Choice([...new Set([...codesWith(ability), ...more])], {
    listed,
    spelling: 'objectType',
    description: 'Looked up by name if left out.'
  })
}

export const sourceParts = [
  'main',
  'definitions',
  'implementations',
  'macros',
  'testclasses'
] as const

export const nameArgument = Type.String({
  ...terse,
  spelling: 'upper',
  minLength: 1,
  maxLength: 120,
  description: 'Object name, e.g. ZCL_DEMO.'
})
export const groupArgument = Type.String({
  ...helpOnly,
  spelling: 'upper',
  maxLength: 60,
  description: 'Function group of a FUNC or FINC.'
})
export const includeArgument = Choice(sourceParts, {
  ...terse,
  spelling: 'classPart',
  description: 'Part of a class; main if left out.'
})
/** The same where an include of a program may be named instead, which is an object of its own. */
export const includeOrNameArgument = ChoiceOrName(sourceParts, {
  ...terse,
  spelling: 'classPart',
  description: 'Part of a class, main if left out; or an include of a program.'
})
export const methodArgument = Type.String({
  ...terse,
  maxLength: 130,
  description: 'One METHOD, FORM, MODULE or FUNCTION: RUN, ZIF_X~RUN, LCL_TEST=>RUN.'
})
export const versionArgument = Choice(['auto', 'active', 'inactive'], {
  ...terse,
  default: 'auto',
  description: 'auto (default) is the newest: the inactive draft where there is one.'
})
export const packageArgument = Type.String({
  ...terse,
  spelling: 'upper',
  maxLength: 60,
  description: 'Package.'
})
export const transportArgument = Type.String({
  spelling: 'upper',
  maxLength: 20,
  description: 'Request to record in.'
})
export const sourceArgument = Type.String({
  ...terse,
  multiline: true,
  description: 'Source text.'
})
/** Source of a repository object, from which Markdown fences are removed; other files keep them. */
export const abapArgument = Type.String({
  ...terse,
  multiline: true,
  fences: 'none',
  description: 'Source text.'
})
export const changeSetArgument = Type.String({
  ...terse,
  spelling: 'upper',
  pattern: '^[A-Z0-9][A-Z0-9_.-]*$',
  minLength: 1,
  maxLength: 40,
  description: 'Change set: stages there instead of saving; reads show what is staged.'
})
export const maxResultsArgument = Type.Integer({
  ...terse,
  minimum: 1,
  description: 'At most so many results.'
})
export const cursorArgument = Type.String({
  ...terse,
  maxLength: 200,
  description: 'Where to go on: the cursor of the answer before.'
})
export const lineArgument = Type.Integer({ ...terse, minimum: 1, description: 'Line, from 1.' })
export const columnArgument = Type.Integer({ ...terse, minimum: 1, description: 'Column, from 1.' })
export const dryRunArgument = Type.Boolean({
  ...terse,
  description: 'Only show what would happen; nothing is saved.'
})

/**
 * One object of a list. Its fields are the arguments of the same name, without the list of types.
 */
export function objectItem<More extends TProperties>(more: More) {
  return Type.Object(
    {
      type: Type.Optional(
        Type.String({ maxLength: 40, spelling: 'objectType', ...terse, description: 'As type.' })
      ),
      name: Type.String({
        minLength: 1,
        maxLength: 120,
        spelling: 'upper',
        ...terse,
        description: 'As name.'
      }),
      group: Type.Optional(
        Type.String({ maxLength: 60, spelling: 'upper', ...terse, description: 'As group.' })
      ),
      ...more
    },
    { additionalProperties: false, listed: 'bare', spelling: 'object' }
  )
}
