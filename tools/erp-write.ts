/** ERPWrite: creation, change and deletion of objects. */
import { action, defineActions, wholeRunMs } from './define.ts'
import { saveOperations, unlessDryRun } from './write/operation-choice.ts'
import { resolveObject } from './objects/resolve.ts'
import { listState, objectState, packageState, textsState } from './call/targets/target-state.ts'
import { batchChoice, batchOrFiles, batchOrFilesSends } from './files/batch-action.ts'
import { batch } from './write/batch/input.ts'
import { changeClassInThread, classChangeOf } from './write/source/class-edit.ts'
import * as input from './write/inputs.ts'
import { createNew } from './write/create.ts'
import { undo } from './journal/undo/undo.ts'
import { undoState } from './journal/undo/state.ts'
import { changeSignature } from './refactor/change-signature.ts'
import { extractMethod } from './refactor/extract-method.ts'
import * as refactoring from './refactor/inputs.ts'
import { moveObject } from './refactor/move.ts'
import {
  edit,
  editMethod,
  remove,
  resolveWritable,
  update,
  saveOptionsOf
} from './write/object-actions.ts'
import { applyQuickFix } from './refactor/quick-fix.ts'
import { rename } from './refactor/rename.ts'
import { moveMembers as moveMembersInput } from './refactor/move-members/inputs.ts'
import { moveMembers } from './refactor/move-members/move-members.ts'
import { replace } from './refactor/replace/inputs.ts'
import { replaceInObjects } from './refactor/replace/replace.ts'
import { saveSource } from './write/source/save.ts'
import { scaffold } from './write/scaffold.ts'
import { notStaged } from './write/not-staged.ts'
import { editTexts } from './write/texts.ts'
import { withTests } from './write/with-tests.ts'

export const erpWrite = defineActions({
  name: 'ERPWrite',
  title: 'Create, change and delete ABAP objects',
  description:
    'Create an object; change its source by edits (each old text occurs exactly once), one method (edit_method), one member of a class (edit_class) or whole (update: expectedHash from ERPRead, or overwrite: true); its fields, texts, name, package. Saves an inactive draft unless activate: true. dryRun: true shows diff and findings, saves nothing. Example: {"action":"edit","name":"ZCL_ORDER","edits":[{"old":"qty = 1.","new":"qty = 2."}]}',
  scope: 'write',
  actions: {
    create: action({
      staging: 'stages',
      compact: true,
      gap: 'objectType',
      otherWays: ['olderDocument'],
      targetIsNew: true,
      operation: saveOperations('create'),
      input: input.create,
      run: async (args, context) => await createNew(context, args)
    }),
    update: action({
      staging: 'stages',
      compact: true,
      gap: 'objectType',
      otherWays: ['olderDocument'],
      state: objectState(),
      operation: saveOperations('update'),
      input: input.update,
      run: async (args, context) =>
        await withTests(context, args, async () => await update(context, args))
    }),
    edit: action({
      staging: 'stages',
      compact: true,
      gap: 'objectType',
      state: objectState(),
      operation: saveOperations('update'),
      input: input.edit,
      run: async (args, context) =>
        await withTests(context, args, async () => await edit(context, args))
    }),
    edit_method: action({
      staging: 'stages',
      compact: true,
      state: objectState(),
      operation: saveOperations('update'),
      input: input.editMethod,
      run: async (args, context) =>
        await withTests(context, args, async () => await editMethod(context, args))
    }),
    edit_class: action({
      staging: 'stages',
      compact: true,
      state: objectState(),
      operation: saveOperations('update'),
      input: input.editClass,
      async run(args, context) {
        const { member, section, declaration, source: body } = args
        const change = classChangeOf(args.change)
        const ref = await resolveObject(context, args, type => type === 'CLAS')
        const changed = { change, member, section, declaration, source: body }
        return await withTests(
          context,
          args,
          async () =>
            await saveSource(context, {
              ...saveOptionsOf('edit_class', ref, args),
              compute: ({ text }) => changeClassInThread([text, ref.name, changed], context.signal)
            })
        )
      }
    }),
    edit_texts: action({
      staging: 'stages',
      gap: 'texts',
      state: textsState,
      operation: saveOperations('update'),
      input: input.editTexts,
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
      staging: notStaged.move,
      gap: 'objectType',
      state: objectState(),
      operation: unlessDryRun('update'),
      input: input.move,
      run: async (args, context) =>
        await moveObject(context, {
          ref: await resolveObject(context, args),
          package: args.package,
          transport: args.transport,
          dryRun: args.dryRun === true
        })
    }),
    rename: action({
      staging: notStaged.rename,
      compact: true,
      state: objectState(),
      operation: saveOperations('update'),
      long: true,
      input: refactoring.rename,
      run: async (args, context) =>
        await withTests(
          context,
          args,
          async () =>
            await rename(context, {
              ref: await resolveWritable(context, args),
              position: args,
              newName: args.newName,
              transport: args.transport,
              dryRun: args.dryRun === true,
              activate: args.activate === true,
              confirm: args.confirm
            })
        )
    }),
    replace: action({
      staging: 'stages',
      compact: true,
      // The digest holds the state of each source.
      state: async (args, context) =>
        args.package === undefined
          ? await objectState()(args, context)
          : await packageState({ name: args.package }, context),
      operation: saveOperations('update'),
      long: true,
      input: replace,
      run: async (args, context) => await replaceInObjects(context, args)
    }),
    change_signature: action({
      staging: notStaged.change_signature,
      compact: true,
      gap: 'whereUsed',
      state: objectState(),
      operation: saveOperations('update'),
      long: true,
      input: refactoring.changeSignature,
      run: async (args, context) =>
        await changeSignature(context, {
          ref: await resolveWritable(context, args),
          method: args.method,
          include: args.include,
          declaration: args.declaration,
          parameters: args.parameters ?? [],
          transport: args.transport,
          dryRun: args.dryRun === true,
          activate: args.activate === true,
          confirm: args.confirm
        })
    }),
    extract_method: action({
      staging: notStaged.extract_method,
      state: objectState(),
      operation: saveOperations('update'),
      long: true,
      input: refactoring.extractMethod,
      run: async (args, context) =>
        await extractMethod(context, {
          ref: await resolveWritable(context, args),
          include: args.include,
          line: args.line,
          endLine: args.endLine,
          newName: args.newName,
          section: args.section,
          transport: args.transport,
          dryRun: args.dryRun === true,
          activate: args.activate === true,
          confirm: args.confirm
        })
    }),
    move_members: action({
      staging: 'stages',
      gap: 'whereUsed',
      state: objectState('CLAS'),
      operation: saveOperations('update'),
      long: true,
      input: moveMembersInput,
      run: async (args, context) => await moveMembers(context, args)
    }),
    apply_quick_fix: action({
      staging: notStaged.apply_quick_fix,
      state: objectState(),
      operation: saveOperations('update'),
      long: true,
      input: input.applyQuickFix,
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
      staging: notStaged.scaffold,
      sends: ['generator.run'],
      compact: true,
      gap: 'generators',
      state: objectState(),
      operation: unlessDryRun('update'),
      long: true,
      feature: 'rap',
      input: input.scaffold,
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
      staging: 'stages',
      compact: true,
      gap: 'objectType',
      state: async ({ items = [] }, context) => await listState(items, context),
      sends: batchOrFilesSends,
      operation: batchChoice,
      long: true,
      timeoutMs: wholeRunMs,
      input: batch,
      run: async (args, context) => await batchOrFiles(context, args)
    }),
    undo: action({
      staging: notStaged.undo,
      gap: 'objectType',
      state: undoState,
      operation: {
        possible: ['update', 'create', 'delete', 'activate', 'read'],
        // What the opposites of the recorded steps need on top is asked once they are known.
        of: ({ dryRun }) => (dryRun === true ? ['read'] : ['update'])
      },
      long: true,
      input: input.undo,
      run: async (args, context) => await undo(context, args)
    }),
    delete: action({
      staging: 'stages',
      sends: ({ type }) => [{ operation: 'object.delete', type }],
      compact: true,
      gap: 'objectType',
      state: objectState(),
      operation: unlessDryRun('delete'),
      input: input.remove,
      run: async (args, context) => await remove(context, args)
    })
  }
})
