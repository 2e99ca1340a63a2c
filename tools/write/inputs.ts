/** Arguments of the actions of ERPWrite; refactorings of many sources have theirs beside them. */
import { Type } from '@sinclair/typebox'
import { sections } from '../abap/class-parts.ts'
import * as argument from '../schema/arguments.ts'
import { terse } from '../schema/arguments.ts'
import { Choice } from '../schema/choice.ts'
import { allFieldNames } from './field-tables.ts'
import { generators } from './scaffold.ts'
import { textKinds } from './texts.ts'

const types = argument.typeArgument('metadata')
export const object = {
  type: Type.Optional(types),
  name: argument.nameArgument,
  group: Type.Optional(
    Type.String({
      ...terse,
      spelling: 'upper',
      maxLength: 60,
      description: 'Function group of a FUNC or FINC.'
    })
  )
}
export const common = {
  changeSet: Type.Optional(argument.changeSetArgument),
  transport: Type.Optional(argument.transportArgument),
  dryRun: Type.Optional(
    Type.Boolean({ ...terse, description: 'Show diff and syntax findings; nothing is saved.' })
  )
}
export const withActivate = {
  activate: Type.Optional(Type.Boolean({ ...terse, description: 'Activate after saving.' }))
}
export const withTest = {
  ...withActivate,
  test: Type.Optional(
    Type.Boolean({
      ...argument.helpOnly,
      description: 'With activate: also run the unit tests of what was changed.'
    })
  )
}
export const confirm = Type.Optional(
  Type.String({
    ...terse,
    maxLength: 200,
    description: 'Handle of a confirmation that was asked for.'
  })
)
const state = {
  include: Type.Optional(argument.includeArgument),
  expectedHash: Type.Optional(
    Type.String({ ...terse, maxLength: 64, description: 'Hash that ERPRead showed.' })
  ),
  confirm
}
export const source = Type.Optional(argument.abapArgument)
const fields = Type.Optional(
  Type.Object(
    {},
    {
      additionalProperties: true,
      fieldNames: allFieldNames(),
      description: 'Facts of DOMA, DTEL, TTYP, MSAG, ENQU, TABT, FUNC; help: true shows them.'
    }
  )
)
const help = Type.Optional(
  Type.Boolean({ ...argument.helpOnly, description: 'Show the fields of the type.' })
)
export const overwrite = Type.Optional(
  Type.Boolean({ ...terse, description: 'Replace the source whatever it is now.' })
)
const edits = Type.Array(
  Type.Object(
    {
      old: Type.String({
        ...terse,
        minLength: 1,
        description: 'Text as it stands in the source; occurs exactly once.'
      }),
      new: Type.String({ ...terse, minLength: 0, description: 'What comes in its place.' })
    },
    { additionalProperties: false }
  ),
  { multiline: true, minItems: 1, maxItems: 200, listed: 'no', description: 'All or none.' }
)
export const newObject = {
  package: Type.Optional(argument.packageArgument),
  description: Type.Optional(
    Type.String({ ...terse, maxLength: 60, description: 'Short text of a new object.' })
  )
}
export const newName = Type.String({
  ...terse,
  minLength: 1,
  maxLength: 60,
  description: 'New name of what stands there.'
})
export const section = Type.Optional(
  Choice(sections, {
    ...terse,
    description: 'Section; public, as before (moved) or private (extracted) if left out.'
  })
)
export const declaration = Type.String({
  ...terse,
  multiline: true,
  maxLength: 8000,
  description: 'METHODS run IMPORTING iv_x TYPE i.'
})
export const position = {
  line: Type.Optional(argument.lineArgument),
  column: Type.Optional(
    Type.Integer({ ...argument.helpOnly, minimum: 1, description: 'Column, from 1.' })
  )
}
const method = argument.methodArgument

export const create = Type.Object({
  ...object,
  type: types,
  ...newObject,
  languageVersion: Type.Optional(
    Type.String({
      ...argument.helpOnly,
      maxLength: 30,
      description: 'standard, keyUser or cloudDevelopment; as the system has it if left out.'
    })
  ),
  responsible: Type.Optional(
    Type.String({
      ...argument.helpOnly,
      maxLength: 40,
      description: 'ERP user responsible for the object; the caller if left out.'
    })
  ),
  source,
  fields,
  help,
  ...common,
  ...withActivate
})

export const update = Type.Object({
  ...object,
  source,
  fields,
  help,
  overwrite,
  ...state,
  ...common,
  ...withTest
})

export const edit = Type.Object({ ...object, edits, ...state, ...common, ...withTest })

export const editMethod = Type.Object({
  ...object,
  method,
  source: argument.abapArgument,
  ...state,
  ...common,
  ...withTest
})

/** One argument of two actions; `classChangeOf` decides about the words of edit_class. */
const change = Type.String({
  minLength: 1,
  maxLength: 20,
  description: 'add, signature: declaration; delete, visibility: member. undo: id of a change.'
})

export const editClass = Type.Object({
  ...object,
  change,
  member: Type.Optional(
    Type.String({ ...terse, maxLength: 61, description: 'Method or attribute.' })
  ),
  section,
  declaration: Type.Optional(declaration),
  source,
  ...state,
  ...common,
  ...withTest
})

export const editTexts = Type.Object({
  ...object,
  kind: Choice(textKinds, {
    ...terse,
    description: 'symbols, selections, headings, messages.'
  }),
  texts: Type.Array(
    Type.Object(
      {
        key: Type.String({
          ...terse,
          minLength: 1,
          maxLength: 20,
          description: '001, P_FILE, LISTHEADER.'
        }),
        text: Type.String({
          ...terse,
          minLength: 0,
          maxLength: 255,
          description: 'New text; empty deletes it.'
        }),
        maxLength: Type.Optional(
          Type.Integer({
            ...terse,
            minimum: 1,
            maximum: 132,
            description: 'Length reserved for translations.'
          })
        )
      },
      { ...terse, additionalProperties: false }
    ),
    {
      minItems: 1,
      maxItems: 500,
      description: '{key, text} with kind symbols, selections, headings, messages.'
    }
  ),
  ...common,
  ...withActivate
})

export const move = Type.Object({ ...object, package: argument.packageArgument, ...common })

export const applyQuickFix = Type.Object({
  ...object,
  ...position,
  fix: Type.Optional(
    Type.String({
      ...terse,
      maxLength: 120,
      description: 'Which proposal, where there are several.'
    })
  ),
  ...state,
  ...common,
  ...withActivate
})

export const scaffold = Type.Object({
  ...object,
  generator: Choice(generators, {
    ...terse,
    description: 'What the ERP generates for the entity.'
  }),
  package: Type.Optional(argument.packageArgument),
  ...common
})

export const remove = Type.Object({ ...object, confirm, ...common })

export const undo = Type.Object({
  ...object,
  name: Type.Optional(argument.nameArgument),
  include: Type.Optional(argument.includeArgument),
  change: Type.Optional(change),
  mineSince: Type.Optional(
    Type.String({
      ...argument.helpOnly,
      maxLength: 40,
      description: 'All changes of yours since then: 2026-11-20T08:00, or a span: 12h, 7d.'
    })
  ),
  version: Type.Optional(
    Type.String({
      ...argument.helpOnly,
      maxLength: 40,
      description: 'With name: a revision of ERPRead; active drops the draft.'
    })
  ),
  confirm,
  ...common,
  ...withActivate
})
