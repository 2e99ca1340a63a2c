/** Arguments of the action replace of ERPWrite. */
import { Type } from '@sinclair/typebox'
import * as argument from '../../schema/arguments.ts'
import { helpOnly, terse } from '../../schema/arguments.ts'
import { common, confirm, object, withActivate } from '../../write/inputs.ts'

export const replace = Type.Object({
  ...object,
  name: Type.Optional(argument.nameArgument),
  users: Type.Optional(
    Type.Boolean({ ...helpOnly, description: 'In the objects that use the named one.' })
  ),
  objects: Type.Optional(
    Type.Array(argument.objectItem({}), {
      minItems: 1,
      maxItems: 500,
      listed: 'no',
      description: 'In these objects.'
    })
  ),
  package: Type.Optional(argument.packageArgument),
  pattern: Type.Optional(
    Type.String({
      multiline: true,
      minLength: 0,
      maxLength: 1000,
      description: 'replace: RE2, over package, objects or name.'
    })
  ),
  replacement: Type.Optional(
    Type.String({
      ...terse,
      multiline: true,
      minLength: 0,
      maxLength: 8000,
      description: 'What comes in its place, nothing if left out; $1 is a group, $$ a dollar sign.'
    })
  ),
  rule: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 60,
      description: 'Lint rule to apply.'
    })
  ),
  literal: Type.Optional(
    Type.Boolean({ ...helpOnly, description: 'Pattern and replacement are plain text.' })
  ),
  ignoreCase: Type.Optional(
    Type.Boolean({ ...helpOnly, description: 'Upper and lower case are the same.' })
  ),
  codeOnly: Type.Optional(
    Type.Boolean({ ...helpOnly, description: 'Leaves comments and literals as they are.' })
  ),
  confirm,
  ...common,
  ...withActivate
})
