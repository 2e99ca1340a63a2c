/** Arguments of the action move_members of ERPWrite. */
import { Type } from '@sinclair/typebox'
import { terse } from '../../schema/arguments.ts'
import { common, confirm, object, section, withActivate } from '../../write/inputs.ts'

export const moveMembers = Type.Object({
  ...object,
  members: Type.Array(Type.String({ minLength: 1, maxLength: 61 }), {
    minItems: 1,
    maxItems: 50,
    listed: 'no',
    description: 'Methods, attributes, constants and types of the class.'
  }),
  to: Type.String({
    ...terse,
    spelling: 'upper',
    minLength: 1,
    maxLength: 30,
    description: 'The class that gets them; its superclass, too.'
  }),
  section,
  confirm,
  ...common,
  ...withActivate
})
