/** The arguments of ERPManage that several actions share. */
import { Type } from '@sinclair/typebox'
import * as argument from '../schema/arguments.ts'
import { terse } from '../schema/arguments.ts'
import { Choice } from '../schema/choice.ts'

export const name = argument.nameArgument
export const object = {
  type: Type.Optional(argument.typeArgument('metadata')),
  name,
  group: Type.Optional(argument.groupArgument)
}
export const change = Type.String({
  ...terse,
  maxLength: 20,
  description: 'Id of a recorded change; without it all are listed.'
})
export const maxResults = Type.Integer({
  ...argument.helpOnly,
  minimum: 1,
  description: 'At most so many results.'
})
export const since = Type.String({
  ...argument.helpOnly,
  maxLength: 40,
  description: '2026-11-20, or a span: 12h, 7d, 2w.'
})
export const changing = {
  transport: Type.Optional(
    Type.String({
      ...terse,
      spelling: 'upper',
      maxLength: 20,
      description: 'Request to record in.'
    })
  ),
  dryRun: Type.Optional(argument.dryRunArgument)
}
export const description = Type.Optional(
  Type.String({ ...terse, maxLength: 500, description: 'Short text, or the message of a commit.' })
)
export const packageInput = Type.Optional(
  Type.String({
    ...terse,
    spelling: 'upper',
    maxLength: 60,
    description: 'Package, or the one above.'
  })
)
export const packageFacts = {
  name,
  description,
  packageType: Type.Optional(
    Choice(['development', 'structure', 'main'], {
      ...argument.helpOnly,
      description: 'development if left out.'
    })
  ),
  transportLayer: Type.Optional(
    Type.String({ ...argument.helpOnly, maxLength: 20, description: 'Transport layer.' })
  )
}
export const repository = Type.String({
  ...terse,
  maxLength: 400,
  description: 'git: key, package or address.'
})
const branch = Type.Optional(
  Type.String({ ...terse, maxLength: 200, description: 'refs/heads/main' })
)
export const git = { repository, branch, ...changing }
export const objects = Type.Array(argument.objectItem({}), {
  ...terse,
  minItems: 1,
  maxItems: 200,
  description: 'Objects to push.'
})
export const path = Type.String({
  ...terse,
  maxLength: 400,
  description: 'File of a UI5 app: webapp/Component.js.'
})
