/** The actions of ERPWrite that change one object, also as entries of a batch. */
import { codesWith } from '../../erp-client/index.ts'
import type { ObjectRef, Source } from '../../erp-client/index.ts'
import type { ToolContext } from '../call/context.ts'
import { badArguments } from '../failure/errors.ts'
import { resolveObject } from '../objects/resolve.ts'
import type { Naming } from '../objects/resolve.ts'
import type { ToolResult } from '../call/result.ts'
import { locateUnit } from '../objects/sources.ts'
import { refWords } from '../objects/words.ts'
import { areApplied } from './source/applied-edits.ts'
import type { BatchItem } from './batch/items.ts'
import { changeFields, wouldChange } from './change-fields.ts'
import { createNew } from './create.ts'
import { toLf } from '../../erp-client/line-ends.ts'
import { applyEditsInThread } from './source/edits.ts'
import type { Edit } from './source/edits.ts'
import { assertFields, fieldHelp, fieldUse } from './field-tables.ts'
import { withHead } from './source/function-signature.ts'
import { replaceNamedInThread } from './source/method-text.ts'
import { removeObject } from './remove.ts'
import { saveSource } from './source/save.ts'
import type { SaveOptions } from './source/current-source.ts'

export interface ObjectOptions extends Naming {
  readonly include?: string | undefined
  readonly expectedHash?: string | undefined
  readonly overwrite?: boolean | undefined
  readonly confirm?: string | undefined
  readonly transport?: string | undefined
  readonly dryRun?: boolean | undefined
  readonly activate?: boolean | undefined
  /** Set by a batch, which checks all its objects at its end. */
  readonly unchecked?: boolean | undefined
  /**
   * Set by a batch before its first change: whether this one can be made, and would change
   * anything.
   */
  readonly preflight?: boolean | undefined
  /**
   * Set by a batch for an object that an earlier, broken off call has created without its content.
   */
  readonly begun?: boolean | undefined
  /** Set by a batch: objects that are deleted with this one. */
  readonly alsoDeleted?: readonly ObjectRef[] | undefined
  readonly source?: string | undefined
  readonly fields?: Readonly<Record<string, unknown>> | undefined
  readonly edits?: readonly Edit[] | undefined
  readonly method?: string | undefined
  readonly package?: string | undefined
  readonly description?: string | undefined
}

const writable = new Set(codesWith('source'))
const deletable = new Set(codesWith('delete'))

export async function resolveWritable(context: ToolContext, naming: Naming): Promise<ObjectRef> {
  return await resolveObject(context, naming, type => writable.has(type))
}

export function saveOptionsOf(
  name: string,
  ref: ObjectRef,
  args: ObjectOptions
): Omit<SaveOptions, 'compute'> {
  return {
    action: name,
    ref,
    part: args.include,
    transport: args.transport,
    activate: args.activate === true,
    dryRun: args.dryRun === true,
    expectedHash: args.expectedHash,
    overwrite: false,
    confirm: args.confirm,
    unchecked: args.unchecked,
    preflight: args.preflight
  }
}

/**
 * The whole source, or the facts of an object that has none; for a function module also its
 * parameters as data.
 */
export async function update(context: ToolContext, args: ObjectOptions): Promise<ToolResult> {
  const { source, fields } = args
  if (fields !== undefined) return await updateFields(context, { ...args, fields })
  if (source === undefined) {
    throw badArguments(
      '`source` is missing or empty.',
      'Give the whole source, or fields for objects without one.'
    )
  }
  if (args.expectedHash === undefined && args.overwrite !== true) {
    throw badArguments(
      '`expectedHash` is missing.',
      'Give the hash that ERPRead showed, or overwrite: true to replace the source whatever it is; or change parts of it with the action edit.'
    )
  }
  const text = toLf(source)
  const ref = await resolveWritable(context, args)
  return await saveSource(context, {
    ...saveOptionsOf('update', ref, args),
    overwrite: args.overwrite === true && args.expectedHash === undefined,
    compute: () => text
  })
}

async function updateFields(
  context: ToolContext,
  args: ObjectOptions & { readonly fields: Readonly<Record<string, unknown>> }
): Promise<ToolResult> {
  const { fields, source } = args
  const ref = await resolveObject(
    context,
    args,
    type => fieldUse(type) === 'document' || type === 'FUNC'
  )
  assertFields(ref.type, fields)
  if (fieldUse(ref.type) === 'signature') {
    return await saveSource(context, {
      ...saveOptionsOf('update', ref, args),
      compute: current => withHead(source ?? current.text, ref.name, fields)
    })
  }
  if (source !== undefined) {
    throw badArguments(`A ${ref.type} has no source text.`, 'Give `fields` alone.')
  }
  if (fieldUse(ref.type) !== 'document') {
    throw badArguments(
      `The fields of a ${ref.type} count only when it is created.`,
      fieldHelp(ref.type)
    )
  }
  if (args.preflight === true) {
    const data = { changed: await wouldChange(context, ref, fields) }
    return { kind: 'data', data, text: '' }
  }
  return await changeFields(context, {
    ref,
    fields,
    transport: args.transport,
    activate: args.activate === true,
    dryRun: args.dryRun === true,
    unchecked: args.unchecked
  })
}

export async function edit(context: ToolContext, args: ObjectOptions): Promise<ToolResult> {
  const { edits = [] } = args
  if (edits.length === 0) {
    throw badArguments('`edits` are missing.', 'Give at least one of {"old":…,"new":…}.')
  }
  const ref = await resolveWritable(context, args)
  const compute = ({ text }: Source) =>
    args.preflight === true && areApplied(text, edits)
      ? text
      : applyEditsInThread([text, edits], context.signal)
  return await saveSource(context, { ...saveOptionsOf('edit', ref, args), isSent: true, compute })
}

export async function editMethod(context: ToolContext, args: ObjectOptions): Promise<ToolResult> {
  const { method, source: body } = args
  if (method === undefined || body === undefined) {
    throw badArguments(
      '`method` and `source` are needed.',
      'Give the block to replace and its new text.'
    )
  }
  const ref = await resolveWritable(context, args)
  const { source } = await locateUnit(context, { ref, part: args.include }, method)
  const compute = (current: Source) =>
    replaceNamedInThread(
      [current.text, { object: refWords(ref), method, source: body }],
      context.signal
    )
  return await saveSource(context, {
    ...saveOptionsOf('edit_method', ref, { ...args, include: source.part }),
    isSent: true,
    compute
  })
}

export async function remove(context: ToolContext, args: ObjectOptions): Promise<ToolResult> {
  const ref = await resolveObject(context, args, type => deletable.has(type) && type !== 'DEVC')
  if (ref.type === 'DEVC') {
    throw badArguments(`${refWords(ref)} is a package.`, 'Use ERPManage delete_package.')
  }
  if (!deletable.has(ref.type)) {
    throw badArguments(
      `${refWords(ref)} cannot be deleted here.`,
      `Deletable are ${[...deletable].join(', ')}.`
    )
  }
  return await removeObject(context, {
    ref,
    transport: args.transport,
    confirm: args.confirm,
    dryRun: args.dryRun === true,
    preflight: args.preflight,
    alsoDeleted: args.alsoDeleted
  })
}

const byAction: Readonly<
  Record<BatchItem['action'], (context: ToolContext, args: ObjectOptions) => Promise<ToolResult>>
> = {
  create: async (context, args) => await createNew(context, { ...args, type: args.type ?? '' }),
  update,
  edit,
  edit_method: editMethod,
  delete: remove
}

/**
 * One item of a batch, as a call of its own would do it; activation comes for all of them at the
 * end.
 */
export async function runItem(
  context: ToolContext,
  item: ObjectOptions & Pick<BatchItem, 'action'>
): Promise<ToolResult> {
  return await byAction[item.action](context, { ...item, activate: false, unchecked: true })
}
