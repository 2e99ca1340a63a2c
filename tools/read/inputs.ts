/** Arguments of ERPRead about one object, also as an item of a list. */
import { Type } from '@sinclair/typebox'
import * as argument from '../schema/arguments.ts'
import { Choice, ChoiceOrName } from '../schema/choice.ts'
import { views } from './read-options.ts'
import { sections } from './source.ts'

export const one = {
  include: Type.Optional(argument.includeOrNameArgument),
  method: Type.Optional(
    Type.String({
      ...argument.terse,
      maxLength: 1000,
      description:
        'One METHOD, FORM, MODULE or FUNCTION: RUN, ZIF_X~RUN, LCL_TEST=>RUN; or several: RUN,STOP.'
    })
  ),
  section: Type.Optional(
    Choice(sections, {
      listed: 'no',
      description: 'Part of a class: public, protected, private, definition, implementation.'
    })
  ),
  lines: Type.Optional(Type.String({ maxLength: 30, description: '120-180, or 120-' })),
  grep: Type.Optional(
    Type.String({
      ...argument.terse,
      minLength: 1,
      maxLength: 200,
      description: 'Only lines with this text.'
    })
  ),
  context: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 50,
      ...argument.helpOnly,
      description: 'Lines around each hit of grep.'
    })
  ),
  view: Type.Optional(
    Choice(views, {
      listed: 'text',
      listedWords: views.slice(1),
      description: 'Instead of source:'
    })
  ),
  revision: Type.Optional(
    Type.String({ maxLength: 80, description: 'list, 3, or 3..active (diff).' })
  ),
  knownHash: Type.Optional(
    Type.String({
      ...argument.terse,
      maxLength: 40,
      description:
        'Hash of the text that you still have: one line says unchanged, else the new text comes.'
    })
  )
}

export const itemParts = {
  include: Type.Optional(
    ChoiceOrName(argument.sourceParts, {
      listed: 'no',
      spelling: 'classPart',
      description: 'As include.'
    })
  ),
  method: Type.Optional(Type.String({ maxLength: 130, listed: 'no', description: 'As method.' })),
  lines: Type.Optional(Type.String({ maxLength: 30, listed: 'no', description: 'As lines.' })),
  view: Type.Optional(Choice(views, { listed: 'no', description: 'As view.' })),
  section: Type.Optional(Choice(sections, { listed: 'no', description: 'As section.' })),
  grep: Type.Optional(
    Type.String({ minLength: 1, maxLength: 200, listed: 'no', description: 'As grep.' })
  ),
  knownHash: Type.Optional(
    Type.String({ maxLength: 40, listed: 'no', description: 'As knownHash.' })
  )
}
