import { Type } from '@sinclair/typebox'
import { codesWith } from '../erp-client/index.ts'
import type { ObjectRef, Source } from '../erp-client/index.ts'
import * as argument from './arguments.ts'
import { matchUnits, findUnits } from './abap/units.ts'
import type { ToolContext } from './context.ts'
import { action, defineActions } from './define.ts'
import type { OperationChoice } from './define.ts'
import { badArguments, ToolError } from './errors.ts'
import type { OperationName } from './operations.ts'
import { resolveObject } from './resolve.ts'
import type { Naming } from './resolve.ts'
import { locateUnit } from './sources.ts'
import { refWords } from './words.ts'
import { createNew } from './write/create.ts'
import { applyEdits, toLf } from './write/edits.ts'
import { replaceUnit } from './write/method-text.ts'
import { removeObject } from './write/remove.ts'
import { saveSource } from './write/save.ts'
import type { SaveWish } from './write/save.ts'

interface ChangeArgs { readonly dryRun?: boolean, readonly activate?: boolean }

/** A dry run only reads; activation comes on top where it is asked for. */
function changeBy (operation: OperationName): OperationChoice<ChangeArgs> {
  return {
    possible: [operation, 'activate', 'read'],
    of: ({ dryRun, activate }) => dryRun === true ? ['read'] : activate === true ? [operation, 'activate'] : [operation]
  }
}

const object = { type: Type.Optional(argument.typeArgument('source')), name: argument.nameArgument, group: Type.Optional(argument.groupArgument) }
const common = {
  transport: Type.Optional(argument.transportArgument),
  dryRun: Type.Optional(Type.Boolean({ description: 'Show diff and syntax findings; nothing is saved.' }))
}
const activateToo = { activate: Type.Optional(Type.Boolean({ description: 'Activate after saving.' })) }
const confirm = Type.Optional(Type.String({ maxLength: 80, description: 'Handle of a confirmation that was asked for.' }))
const state = {
  include: Type.Optional(argument.includeArgument),
  expectedHash: Type.Optional(Type.String({ maxLength: 64, description: 'Hash that ERPRead showed; refused if the source changed since.' })),
  confirm
}

const writable = new Set(codesWith('source'))
const deletable = new Set(codesWith('delete'))

export const erpWrite = defineActions({
  name: 'ERPWrite',
  title: 'Create, change and delete ABAP objects',
  description: 'Create an object; change its source by edits (each old text must occur exactly once), by one method (edit_method), or whole (update, with expectedHash from ERPRead or overwrite: true); delete it. Saves an inactive draft unless activate: true. dryRun: true shows diff and findings and saves nothing. Example: {"action":"edit","name":"ZCL_ORDER","edits":[{"old":"qty = 1.","new":"qty = 2."}]}',
  scope: 'write',
  actions: {
    create: action({
      operation: changeBy('create'),
      input: Type.Object({
        type: argument.typeArgument('source'),
        name: argument.nameArgument,
        group: Type.Optional(argument.groupArgument),
        package: Type.Optional(argument.packageArgument),
        description: Type.Optional(Type.String({ maxLength: 60, description: 'Short text of a new object.' })),
        source: Type.Optional(argument.sourceArgument),
        ...common,
        ...activateToo
      }),
      run: async (args, context) => await createNew(context, args)
    }),
    update: action({
      operation: changeBy('update'),
      input: Type.Object({
        ...object,
        source: argument.sourceArgument,
        overwrite: Type.Optional(Type.Boolean({ description: 'Replace the source whatever it is now.' })),
        ...state,
        ...common,
        ...activateToo
      }),
      async run (args, context) {
        if (args.expectedHash === undefined && args.overwrite !== true) {
          throw badArguments('`expectedHash` is missing.', 'Give the hash that ERPRead showed, or overwrite: true to replace the source whatever it is; or change parts of it with the action edit.')
        }
        const text = toLf(args.source)
        const ref = await resolveWritable(context, args)
        return await saveSource(context, { ...wishOf('update', ref, args), overwrite: args.overwrite === true && args.expectedHash === undefined, compute: () => text })
      }
    }),
    edit: action({
      operation: changeBy('update'),
      input: Type.Object({
        ...object,
        edits: Type.Array(Type.Object({
          old: Type.String({ minLength: 1, description: 'Text as it stands in the source; occurs exactly once.' }),
          new: Type.String({ minLength: 0, description: 'What comes in its place.' })
        }, { additionalProperties: false }), { minItems: 1, maxItems: 200, description: 'All are made, or none.' }),
        ...state,
        ...common,
        ...activateToo
      }),
      async run (args, context) {
        const ref = await resolveWritable(context, args)
        return await saveSource(context, { ...wishOf('edit', ref, args), compute: ({ text }) => applyEdits(text, args.edits) })
      }
    }),
    edit_method: action({
      operation: changeBy('update'),
      input: Type.Object({
        ...object,
        method: argument.methodArgument,
        source: argument.sourceArgument,
        ...state,
        ...common,
        ...activateToo
      }),
      async run (args, context) {
        const ref = await resolveWritable(context, args)
        const { source } = await locateUnit(context, { ref, part: args.include }, args.method)
        const compute = (current: Source) => replaceUnit(current.text, unitOf(current, args.method), args.source)
        return await saveSource(context, { ...wishOf('edit_method', ref, { ...args, include: source.part }), compute })
      }
    }),
    delete: action({
      operation: { possible: ['delete', 'read'], of: ({ dryRun }) => dryRun === true ? ['read'] : ['delete'] },
      input: Type.Object({ ...object, confirm, ...common }),
      async run (args, context) {
        const ref = await resolveObject(context, args, (type) => deletable.has(type))
        if (!deletable.has(ref.type)) throw badArguments(`${refWords(ref)} cannot be deleted here.`, `Deletable are ${[...deletable].join(', ')}.`)
        return await removeObject(context, { ref, transport: args.transport, confirm: args.confirm, dryRun: args.dryRun === true })
      }
    })
  }
})

async function resolveWritable (context: ToolContext, naming: Naming): Promise<ObjectRef> {
  return await resolveObject(context, naming, (type) => writable.has(type))
}

interface StateArgs {
  readonly include?: string
  readonly expectedHash?: string
  readonly confirm?: string
  readonly transport?: string
  readonly dryRun?: boolean
  readonly activate?: boolean
}

function wishOf (name: string, ref: ObjectRef, args: StateArgs): Omit<SaveWish, 'compute'> {
  return {
    action: name,
    ref,
    part: args.include,
    transport: args.transport,
    activate: args.activate === true,
    dryRun: args.dryRun === true,
    expectedHash: args.expectedHash,
    overwrite: false,
    confirm: args.confirm
  }
}

/** The block in the text as it is now; it may have gone since it was located. */
function unitOf (current: Source, method: string) {
  const [unit, second] = matchUnits(findUnits(current.text), method)
  if (unit === undefined || second !== undefined) throw new ToolError('TOOL_METHOD_NOT_FOUND', `${method} is not exactly one block of ${refWords(current.ref)} any more.`, { remedy: 'Read it again. Nothing was changed.' })
  return unit
}
