/** Arguments of the refactorings that change several sources. */
import { Type } from '@sinclair/typebox'
import * as argument from '../schema/arguments.ts'
import { terse } from '../schema/arguments.ts'
import {
  common,
  confirm,
  declaration,
  newName,
  object,
  position,
  section,
  withActivate,
  withTest
} from '../write/inputs.ts'

export const rename = Type.Object({
  ...object,
  newName,
  symbol: Type.Optional(
    Type.String({ ...terse, maxLength: 120, description: 'The word to rename.' })
  ),
  method: Type.Optional(argument.methodArgument),
  include: Type.Optional(argument.includeArgument),
  ...position,
  confirm,
  ...common,
  ...withTest
})

export const changeSignature = Type.Object({
  ...object,
  method: Type.Optional(argument.methodArgument),
  include: Type.Optional(argument.includeArgument),
  declaration,
  parameters: Type.Optional(
    Type.Array(
      Type.Object(
        {
          name: Type.String({ ...terse, minLength: 1, maxLength: 30, description: 'Parameter.' }),
          was: Type.Optional(
            Type.String({ ...terse, minLength: 1, maxLength: 30, description: 'Its old name.' })
          ),
          value: Type.Optional(
            Type.String({
              ...terse,
              minLength: 1,
              maxLength: 200,
              description: 'What callers pass for a new one.'
            })
          )
        },
        { ...terse, additionalProperties: false }
      ),
      { ...terse, maxItems: 50, description: 'Renamed and new parameters.' }
    )
  ),
  confirm,
  ...common,
  ...withActivate
})

export const extractMethod = Type.Object({
  ...object,
  include: Type.Optional(argument.includeArgument),
  line: argument.lineArgument,
  endLine: Type.Integer({
    ...terse,
    minimum: 1,
    description: 'Last line, inclusive.'
  }),
  newName,
  section,
  confirm,
  ...common,
  ...withActivate
})
