import { Type } from '@sinclair/typebox'
import * as argument from './schema/arguments.ts'
import { sections } from './abap/class-parts.ts'
import { action, defineActions } from './define.ts'
import { saveOperations, unlessDryRun } from './write/operation-choice.ts'
import { resolveObject } from './objects/resolve.ts'
import { Choice } from './schema/choice.ts'
import { listState, objectState, textsState } from './call/target-state.ts'
import { batchOperations, runBatch } from './write/batch/batch.ts'
import { changeClassInThread, classChanges } from './write/source/class-edit.ts'
import { createNew } from './write/create.ts'
import { moveObject } from './write/refactor/move.ts'
import {
  edit,
  editMethod,
  remove,
  resolveWritable,
  runItem,
  update,
  saveOptionsOf
} from './write/object-actions.ts'
import { applyQuickFix } from './write/refactor/quick-fix.ts'
import { rename } from './write/refactor/rename.ts'
import { saveSource } from './write/source/save.ts'
import { generators, scaffold } from './write/scaffold.ts'
import { editTexts, textKinds } from './write/texts.ts'

const quiet = { listed: 'no' } as const
const types = argument.typeArgument('metadata')
const object = {
  type: Type.Optional(types),
  name: argument.nameArgument,
  group: Type.Optional(
    Type.String({
      ...quiet,
      spelling: 'upper',
      maxLength: 60,
      description: 'Function group of a FUNC or FINC.'
    })
  )
}
const common = {
  transport: Type.Optional(argument.transportArgument),
  dryRun: Type.Optional(
    Type.Boolean({ ...quiet, description: 'Show diff and syntax findings; nothing is saved.' })
  )
}
const activateToo = {
  activate: Type.Optional(Type.Boolean({ ...quiet, description: 'Activate after saving.' }))
}
const confirm = Type.Optional(
  Type.String({
    ...quiet,
    maxLength: 200,
    description: 'Handle of a confirmation that was asked for.'
  })
)
const state = {
  include: Type.Optional(argument.includeArgument),
  expectedHash: Type.Optional(
    Type.String({ ...quiet, maxLength: 64, description: 'Hash that ERPRead showed.' })
  ),
  confirm
}
const source = Type.Optional(argument.abapArgument)
const fields = Type.Optional(
  Type.Object(
    {},
    {
      additionalProperties: true,
      description: 'Facts of DOMA, DTEL, TTYP, MSAG, FUNC; help: true shows them.'
    }
  )
)
const help = Type.Optional(
  Type.Boolean({ ...argument.rare, description: 'Show the fields of the type.' })
)
const overwrite = Type.Optional(
  Type.Boolean({ ...quiet, description: 'Replace the source whatever it is now.' })
)
const edits = Type.Array(
  Type.Object(
    {
      old: Type.String({
        ...quiet,
        minLength: 1,
        description: 'Text as it stands in the source; occurs exactly once.'
      }),
      new: Type.String({ ...quiet, minLength: 0, description: 'What comes in its place.' })
    },
    { additionalProperties: false }
  ),
  { multiline: true, minItems: 1, maxItems: 200, listed: 'no', description: 'All or none.' }
)
const newFacts = {
  package: Type.Optional(argument.packageArgument),
  description: Type.Optional(
    Type.String({ ...quiet, maxLength: 60, description: 'Short text of a new object.' })
  )
}
const position = {
  line: Type.Optional(argument.lineArgument),
  column: Type.Optional(
    Type.Integer({ ...argument.rare, minimum: 1, description: 'Column, from 1.' })
  )
}
const method = argument.methodArgument

const item = Type.Object(
  {
    action: Choice(['create', 'update', 'edit', 'edit_method', 'delete'], {
      ...quiet,
      description: 'create, update, edit, edit_method, delete.'
    }),
    type: Type.Optional(
      Type.String({ ...quiet, spelling: 'objectType', maxLength: 40, description: 'As type.' })
    ),
    name: Type.String({
      ...quiet,
      spelling: 'upper',
      minLength: 1,
      maxLength: 120,
      description: 'As name.'
    }),
    group: Type.Optional(
      Type.String({ ...quiet, spelling: 'upper', maxLength: 60, description: 'As group.' })
    ),
    ...newFacts,
    source,
    fields: Type.Optional(
      Type.Object({}, { ...quiet, additionalProperties: true, description: 'As fields.' })
    ),
    edits: Type.Optional(
      Type.Array(
        Type.Object(
          {
            old: Type.String({ ...quiet, minLength: 1, description: 'As old.' }),
            new: Type.String({ ...quiet, minLength: 0, description: 'As new.' })
          },
          { additionalProperties: false }
        ),
        { ...quiet, multiline: true, minItems: 1, maxItems: 200, description: 'As edits.' }
      )
    ),
    method: Type.Optional(Type.String({ ...quiet, maxLength: 130, description: 'As method.' })),
    include: Type.Optional(argument.includeArgument),
    expectedHash: Type.Optional(
      Type.String({ ...quiet, maxLength: 64, description: 'As expectedHash.' })
    ),
    overwrite,
    transport: Type.Optional(
      Type.String({ ...quiet, spelling: 'upper', maxLength: 20, description: 'As transport.' })
    )
  },
  { ...quiet, additionalProperties: false }
)

export const erpWrite = defineActions({
  name: 'ERPWrite',
  title: 'Create, change and delete ABAP objects',
  description:
    'Create an object; change its source by edits (each old text occurs exactly once), one method (edit_method), one member of a class (edit_class) or whole (update: expectedHash from ERPRead, or overwrite: true); its fields, texts, name, package. Saves an inactive draft unless activate: true. dryRun: true shows diff and findings, saves nothing. Example: {"action":"edit","name":"ZCL_ORDER","edits":[{"old":"qty = 1.","new":"qty = 2."}]}',
  scope: 'write',
  actions: {
    create: action({
      gap: 'objectType',
      otherWays: ['olderDocument'],
      targetIsNew: true,
      operation: saveOperations('create'),
      input: Type.Object({
        ...object,
        type: types,
        ...newFacts,
        source,
        fields,
        help,
        ...common,
        ...activateToo
      }),
      run: async (args, context) => await createNew(context, args)
    }),
    update: action({
      gap: 'objectType',
      otherWays: ['olderDocument'],
      state: objectState(),
      operation: saveOperations('update'),
      input: Type.Object({
        ...object,
        source,
        fields,
        help,
        overwrite,
        ...state,
        ...common,
        ...activateToo
      }),
      run: async (args, context) => await update(context, args)
    }),
    edit: action({
      gap: 'objectType',
      state: objectState(),
      operation: saveOperations('update'),
      input: Type.Object({ ...object, edits, ...state, ...common, ...activateToo }),
      run: async (args, context) => await edit(context, args)
    }),
    edit_method: action({
      state: objectState(),
      operation: saveOperations('update'),
      input: Type.Object({
        ...object,
        method,
        source: argument.abapArgument,
        ...state,
        ...common,
        ...activateToo
      }),
      run: async (args, context) => await editMethod(context, args)
    }),
    edit_class: action({
      state: objectState(),
      operation: saveOperations('update'),
      input: Type.Object({
        ...object,
        change: Choice(classChanges, {
          description: 'add, signature: declaration; delete, visibility: member.'
        }),
        member: Type.Optional(
          Type.String({ ...quiet, maxLength: 61, description: 'Method or attribute.' })
        ),
        section: Type.Optional(
          Choice(sections, { ...quiet, description: 'Section; public if left out.' })
        ),
        declaration: Type.Optional(
          Type.String({
            ...quiet,
            multiline: true,
            maxLength: 8000,
            description: 'METHODS run IMPORTING iv_x TYPE i.'
          })
        ),
        source,
        ...state,
        ...common,
        ...activateToo
      }),
      async run(args, context) {
        const { change, member, section, declaration, source: body } = args
        const ref = await resolveObject(context, args, type => type === 'CLAS')
        return await saveSource(context, {
          ...saveOptionsOf('edit_class', ref, args),
          compute: ({ text }) =>
            changeClassInThread(
              [text, ref.name, { change, member, section, declaration, source: body }],
              context.signal
            )
        })
      }
    }),
    edit_texts: action({
      gap: 'texts',
      state: textsState,
      operation: saveOperations('update'),
      input: Type.Object({
        ...object,
        kind: Choice(textKinds, {
          ...quiet,
          description: 'symbols, selections, headings, messages.'
        }),
        texts: Type.Array(
          Type.Object(
            {
              key: Type.String({
                ...quiet,
                minLength: 1,
                maxLength: 20,
                description: '001, P_FILE, LISTHEADER.'
              }),
              text: Type.String({
                ...quiet,
                minLength: 0,
                maxLength: 255,
                description: 'New text; empty deletes it.'
              }),
              maxLength: Type.Optional(
                Type.Integer({
                  ...quiet,
                  minimum: 1,
                  maximum: 132,
                  description: 'Length reserved for translations.'
                })
              )
            },
            { ...quiet, additionalProperties: false }
          ),
          {
            minItems: 1,
            maxItems: 500,
            description: '{key, text} with kind symbols, selections, headings, messages.'
          }
        ),
        ...common,
        ...activateToo
      }),
      async run(args, context) {
        const ref = await resolveObject(context, args, type =>
          args.kind === 'messages' ? type === 'MSAG' : ['PROG', 'CLAS', 'FUGR'].includes(type)
        )
        return await editTexts(context, {
          ref,
          kind: args.kind,
          texts: args.texts,
          transport: args.transport,
          activate: args.activate === true,
          dryRun: args.dryRun === true
        })
      }
    }),
    move: action({
      gap: 'objectType',
      state: objectState(),
      operation: unlessDryRun('update'),
      input: Type.Object({ ...object, package: argument.packageArgument, ...common }),
      run: async (args, context) =>
        await moveObject(context, {
          ref: await resolveObject(context, args),
          package: args.package,
          transport: args.transport,
          dryRun: args.dryRun === true
        })
    }),
    rename: action({
      state: objectState(),
      operation: saveOperations('update'),
      long: true,
      input: Type.Object({
        ...object,
        newName: Type.String({
          ...quiet,
          minLength: 1,
          maxLength: 60,
          description: 'New name of what stands there.'
        }),
        symbol: Type.Optional(
          Type.String({ ...quiet, maxLength: 120, description: 'The word to rename.' })
        ),
        method: Type.Optional(method),
        include: Type.Optional(argument.includeArgument),
        ...position,
        ...common,
        ...activateToo
      }),
      run: async (args, context) =>
        await rename(context, {
          ref: await resolveWritable(context, args),
          position: args,
          newName: args.newName,
          transport: args.transport,
          dryRun: args.dryRun === true,
          activate: args.activate === true
        })
    }),
    apply_quick_fix: action({
      state: objectState(),
      operation: saveOperations('update'),
      long: true,
      input: Type.Object({
        ...object,
        ...position,
        fix: Type.Optional(
          Type.String({
            ...quiet,
            maxLength: 120,
            description: 'Which proposal, where there are several.'
          })
        ),
        ...state,
        ...common,
        ...activateToo
      }),
      async run(args, context) {
        const ref = await resolveWritable(context, args)
        return await applyQuickFix(context, {
          ref,
          part: args.include,
          line: args.line,
          column: args.column,
          fix: args.fix,
          save: saveOptionsOf('apply_quick_fix', ref, args)
        })
      }
    }),
    scaffold: action({
      gap: 'generators',
      state: objectState(),
      operation: unlessDryRun('update'),
      long: true,
      feature: 'rap',
      input: Type.Object({
        ...object,
        generator: Choice(generators, {
          ...quiet,
          description: 'What the ERP generates for the entity.'
        }),
        package: Type.Optional(argument.packageArgument),
        ...common
      }),
      run: async (args, context) =>
        await scaffold(context, {
          ref: await resolveObject(context, args),
          generator: args.generator,
          package: args.package,
          transport: args.transport,
          dryRun: args.dryRun === true
        })
    }),
    batch: action({
      gap: 'objectType',
      state: async ({ items }, context) => await listState(items, context),
      operation: {
        possible: ['create', 'update', 'delete', 'activate', 'read'],
        of: ({ dryRun, activate, items }) =>
          dryRun === true ? ['read'] : batchOperations(items, activate === true)
      },
      long: true,
      input: Type.Object({
        items: Type.Array(item, {
          minItems: 1,
          maxItems: 100,
          description: 'Objects, each with action (create, update, edit, edit_method, delete).'
        }),
        package: Type.Optional(argument.packageArgument),
        ...common,
        ...activateToo
      }),
      run: async (args, context) =>
        await runBatch(context, {
          items: args.items,
          package: args.package,
          transport: args.transport,
          activate: args.activate === true,
          dryRun: args.dryRun === true,
          run: async (one, ref, mode) =>
            await runItem(context, { ...one, ...ref, ...mode, dryRun: args.dryRun })
        })
    }),
    delete: action({
      gap: 'objectType',
      state: objectState(),
      operation: unlessDryRun('delete'),
      input: Type.Object({ ...object, confirm, ...common }),
      run: async (args, context) => await remove(context, args)
    })
  }
})
