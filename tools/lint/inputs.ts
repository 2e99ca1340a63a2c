/** Arguments of the actions of ERPLint. */
import { Type } from '@sinclair/typebox'
import * as argument from '../schema/arguments.ts'
import { Choice } from '../schema/choice.ts'
import { presets } from './job.ts'

const object = {
  type: Type.Optional(argument.typeArgument('source')),
  name: argument.nameArgument,
  group: Type.Optional(argument.groupArgument),
  include: Type.Optional(argument.includeArgument),
  source: Type.Optional(
    Type.String({ listed: 'no', multiline: true, description: 'Unsaved text.' })
  ),
  version: Type.Optional(argument.versionArgument)
}
const selection = {
  preset: Type.Optional(
    Choice(presets, { default: 'default', listed: 'text', description: 'Rules:' })
  ),
  rules: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 60 }), {
      ...argument.helpOnly,
      maxItems: 100,
      description: 'Only these rules.'
    })
  ),
  release: Type.Optional(
    Type.String({
      ...argument.helpOnly,
      maxLength: 10,
      description: 'Language release, e.g. 750; that of the system if left out.'
    })
  )
}

export const check = Type.Object({
  ...object,
  ...selection,
  method: Type.Optional(argument.methodArgument),
  since: Type.Optional(
    Type.String({ maxLength: 30, description: 'Lines changed since active or a version.' })
  ),
  against: Type.Optional(
    Type.String({
      ...argument.helpOnly,
      multiline: true,
      description: 'Only lines that differ from this text.'
    })
  )
})
export const fix = Type.Object({ ...object, ...selection })
export const format = Type.Object(object)
export const rules = Type.Object({
  preset: selection.preset,
  query: Type.Optional(
    Type.String({
      ...argument.helpOnly,
      maxLength: 100,
      description: 'Part of a rule name or title.'
    })
  )
})
