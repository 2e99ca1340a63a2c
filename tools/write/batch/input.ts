/** Arguments of a batch: its items, and what holds for all of them. */
import { Type } from '@sinclair/typebox'
import type { Static } from '@sinclair/typebox'
import { badArguments } from '../../failure/errors.ts'
import * as argument from '../../schema/arguments.ts'
import { terse } from '../../schema/arguments.ts'
import { Choice } from '../../schema/choice.ts'
import { common, newObject, overwrite, source, withActivate } from '../inputs.ts'

const item = Type.Object(
  {
    action: Choice(['create', 'update', 'edit', 'edit_method', 'delete'], {
      ...terse,
      description: 'create, update, edit, edit_method, delete.'
    }),
    type: Type.Optional(
      Type.String({ ...terse, spelling: 'objectType', maxLength: 40, description: 'As type.' })
    ),
    name: Type.String({
      ...terse,
      spelling: 'upper',
      minLength: 1,
      maxLength: 120,
      description: 'As name.'
    }),
    group: Type.Optional(
      Type.String({ ...terse, spelling: 'upper', maxLength: 60, description: 'As group.' })
    ),
    ...newObject,
    source,
    fields: Type.Optional(
      Type.Object({}, { ...terse, additionalProperties: true, description: 'As fields.' })
    ),
    edits: Type.Optional(
      Type.Array(
        Type.Object(
          {
            old: Type.String({ ...terse, minLength: 1, description: 'As old.' }),
            new: Type.String({ ...terse, minLength: 0, description: 'As new.' })
          },
          { additionalProperties: false }
        ),
        { ...terse, multiline: true, minItems: 1, maxItems: 200, description: 'As edits.' }
      )
    ),
    method: Type.Optional(Type.String({ ...terse, maxLength: 130, description: 'As method.' })),
    include: Type.Optional(argument.includeArgument),
    expectedHash: Type.Optional(
      Type.String({ ...terse, maxLength: 64, description: 'As expectedHash.' })
    ),
    overwrite,
    transport: Type.Optional(
      Type.String({ ...terse, spelling: 'upper', maxLength: 20, description: 'As transport.' })
    )
  },
  { ...terse, additionalProperties: false }
)

export const batch = Type.Object({
  items: Type.Optional(
    Type.Array(item, {
      minItems: 1,
      maxItems: 100,
      description: 'Up to 100, each with action (create, update, edit, edit_method, delete).'
    })
  ),
  files: Type.Optional(
    Type.String({
      ...argument.helpOnly,
      maxLength: 400,
      description:
        'In place of items: a folder of the workspace in the layout of abapGit; its changes are pushed.'
    })
  ),
  create: Type.Optional(
    Type.Boolean({ ...argument.helpOnly, description: 'With files: make what the system lacks.' })
  ),
  delete: Type.Optional(
    Type.Boolean({
      ...argument.helpOnly,
      description: 'With files: delete what the folder had and has no more.'
    })
  ),
  package: Type.Optional(argument.packageArgument),
  resume: Type.Optional(
    Type.String({
      ...argument.helpOnly,
      maxLength: 100,
      description: 'Id of an interrupted batch: goes on with it, without items.'
    })
  ),
  ...common,
  ...withActivate
})

export type BatchArgs = Static<typeof batch>

/** @throws ToolError TOOL_BAD_ARGUMENTS */
export function neededItems({ items }: BatchArgs): Static<typeof item>[] {
  if (items !== undefined) return items
  throw badArguments('`items` is missing.', 'Give the changes as items, or a folder as files.')
}
