/** Arguments of ERPTransport that several actions share. */
import { Type } from '@sinclair/typebox'
import * as argument from '../schema/arguments.ts'
import { helpOnly, terse } from '../schema/arguments.ts'
import { Choice } from '../schema/choice.ts'

export const number = Type.String({
  spelling: 'upper',
  maxLength: 20,
  ...argument.terse,
  description: 'Number of a request or task; list: a pattern, DEVK9*.'
})
export const user = Type.Optional(
  Type.String({
    ...terse,
    maxLength: 12,
    description: 'ERP user; the caller if left out. list: * for all.'
  })
)
export const requestType = Type.Optional(
  Choice(['K', 'W', 'T'], { listed: 'words', description: 'K workbench, W customizing, T copies' })
)
export const code = Type.Optional(
  Type.String({
    ...terse,
    spelling: 'objectType',
    maxLength: 40,
    description: 'Object type, or the code of an entry.'
  })
)
export const dryRun = Type.Optional(argument.dryRunArgument)
export const object = {
  type: code,
  name: argument.nameArgument,
  group: Type.Optional(argument.groupArgument)
}
export const target = Type.Optional(
  Type.String({
    ...terse,
    maxLength: 40,
    description:
      'create, change: target system or group, see targets. review: name of another system of this server.'
  })
)
export const day = (words: string) =>
  Type.Optional(Type.String({ ...helpOnly, maxLength: 40, description: words }))
export const description = Type.String({
  ...terse,
  minLength: 1,
  maxLength: 60,
  description: 'Short text.'
})
export const attributes = Type.Optional(
  Type.Array(
    Type.Object(
      {
        name: Type.String({ ...terse, minLength: 1, maxLength: 20, description: 'Attribute.' }),
        value: Type.Optional(
          Type.String({ ...terse, maxLength: 32, description: 'Left out to remove it.' })
        )
      },
      { additionalProperties: false }
    ),
    { ...helpOnly, minItems: 1, maxItems: 20, description: 'change: attributes to set.' }
  )
)
export const releasing = {
  ignore: Type.Optional(
    Type.Array(Choice(['locks', 'atc', 'warnings'], terse), {
      ...helpOnly,
      maxItems: 3,
      description: 'Release although objects are locked, or there are findings or warnings.'
    })
  ),
  confirm: Type.Optional(
    Type.String({
      ...helpOnly,
      maxLength: 200,
      description: 'Handle from the question of a release.'
    })
  )
}
export const packageInput = Type.Optional(argument.packageArgument)
export const one = Type.Object({ transport: number })
export const changing = { transport: number, dryRun }
