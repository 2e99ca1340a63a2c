/** Arguments of a batch: its items, and what holds for all of them. */
import { Type } from '@sinclair/typebox'
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
  items: Type.Array(item, {
    minItems: 1,
    maxItems: 100,
    description: 'Up to 100, each with action (create, update, edit, edit_method, delete).'
  }),
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
