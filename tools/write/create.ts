/** Creates an object: its name and package are checked, then it is planned or created. */
import {
  assertLocksKept,
  assertName,
  codesWith,
  createObject,
  objectType,
  resolvePackage,
  searchObjects
} from '../../erp-client/index.ts'
import type { ErpWriter, ObjectRef } from '../../erp-client/index.ts'
import type { Recheck, ToolContext } from '../call/context.ts'
import { badArguments } from '../failure/errors.ts'
import { assertType } from '../catalog/features.ts'
import { stageCreation } from '../change-sets/stage-changes.ts'
import type { ToolResult } from '../call/result.ts'
import { assertPackage } from '../objects/package-exists.ts'
import { refWords, systemWords } from '../objects/words.ts'
import { omitUndefined } from '../schema/output.ts'
import { writeContent } from './create-content.ts'
import type { CreateOptions } from './create-content.ts'
import { findExisting } from './existing.ts'
import { assertNewFields, fieldUse } from './field-tables.ts'
import { withActivation } from './operation-choice.ts'
import { plannedChange } from './planned-change.ts'
import type { ChangePlan } from './planned-change.ts'
import { functionHead } from './source/function-signature.ts'
import { judgeNewSource } from './source/new-source.ts'

/**
 * Creates an object, writes its content and activates it where asked. The error of a later step
 * reports that the object exists.
 */
export async function createNew(context: ToolContext, options: CreateOptions): Promise<ToolResult> {
  const ref = newRef(options)
  assertType(context.features, ref.type)
  assertOptions(ref, options)
  const inPackage = await packageOf(context, ref, options)
  const { transport } = options
  if (options.preflight === true) {
    const found = await findExisting(context, { ...options, ref, package: inPackage })
    const data = { changed: found !== 'same', begun: found === 'begun' }
    return { kind: 'data', data, text: '' }
  }
  if (options.begun === true) {
    return await context.change(
      { ref, transport, locked: true },
      async (erp, recheck) =>
        await writeContent(context, options, { erp, recheck, ref, package: inPackage })
    )
  }
  return await plannedChange(context, {
    dryRun: options.dryRun,
    operations: withActivation('create', options.activate === true),
    targets: [{ ref, newIn: inPackage, transport }],
    plan: async () => await planOf(context, options, { ref, package: inPackage }),
    execute: async (erp, recheck) =>
      await create(context, options, { erp, recheck, ref, package: inPackage })
  })
}

interface Creation {
  readonly erp: ErpWriter
  readonly recheck: Recheck
  readonly ref: ObjectRef
  readonly package: string
}

async function create(
  context: ToolContext,
  options: CreateOptions,
  creation: Creation
): Promise<ToolResult> {
  const { erp, recheck, ref } = creation
  const { source, fields, description = options.name, transport } = options
  const { languageVersion: abapLanguageVersion, responsible } = options
  if (context.staging !== undefined) {
    const staged = { ...options, ref, package: creation.package }
    return await stageCreation(context, context.staging, staged)
  }
  if (source !== undefined || fields !== undefined) await assertLocksKept(erp)
  await createObject(
    erp,
    {
      ref,
      package: creation.package,
      description,
      transport,
      options: omitUndefined({
        ...(fieldUse(ref.type) === 'create' || objectType(ref.type)?.create?.withFields === true
          ? fields
          : {}),
        abapLanguageVersion,
        responsible
      })
    },
    { recheck, signal: context.signal }
  )
  return await writeContent(context, options, creation)
}

const creatable = new Set(codesWith('create').filter(code => code !== 'DEVC'))

function assertOptions(ref: ObjectRef, { source, fields }: CreateOptions): void {
  if (fields !== undefined) assertNewFields(ref.type, fields)
  if (fields !== undefined && ref.type === 'FUNC') functionHead(ref.name, fields)
  if (source !== undefined && !codesWith('source').includes(ref.type)) {
    throw badArguments(
      `A ${ref.type} has no source text.`,
      'Give its facts as `fields`; help: true shows them.'
    )
  }
}

export function newRef({
  type,
  name,
  group
}: Pick<CreateOptions, 'type' | 'name' | 'group'>): ObjectRef {
  if (!creatable.has(type)) {
    throw badArguments(
      `${type} cannot be created here.`,
      `It may be ${[...creatable].join(', ')}; packages are created with ERPManage create_package.`
    )
  }
  const inGroup = objectType(type)?.path.includes('{group}') === true
  if (inGroup && group === undefined) {
    throw badArguments(
      '`group` is missing.',
      `A ${type} is created in a function group: give it as group.`
    )
  }
  const ref = { type, name, ...(inGroup && group !== undefined ? { group } : {}) }
  assertName(ref)
  return ref
}

/**
 * The package of the new object; a part of a function group belongs to the package of its group.
 */
async function packageOf(
  context: ToolContext,
  ref: ObjectRef,
  options: CreateOptions
): Promise<string> {
  if (ref.group !== undefined) {
    const inPackage = await resolvePackage(
      context.erp,
      { ref: { type: 'FUGR', name: ref.group } },
      context.signal
    )
    if (options.package !== undefined && options.package !== inPackage) {
      throw badArguments(
        `The function group ${ref.group} is in package ${inPackage}, not ${options.package}.`,
        'Leave `package` out for parts of a function group.'
      )
    }
    return inPackage
  }
  if (options.package === undefined) {
    throw badArguments(
      '`package` is missing.',
      'Give the package of the new object, e.g. $TMP for a local one.'
    )
  }
  return options.package
}

/** The line of a dry run that has nothing to object to. */
export function creationHead(context: ToolContext, ref: ObjectRef, inPackage: string): string {
  return `${systemWords(context.erp)} · DRY RUN of creating ${refWords(ref)} in package ${inPackage} · nothing saved`
}

async function planOf(
  context: ToolContext,
  { source }: CreateOptions,
  { ref, package: inPackage }: Pick<Creation, 'ref' | 'package'>
): Promise<ChangePlan> {
  if (ref.group === undefined) await assertPackage(context, inPackage)
  const existing = context.may('search')
    ? await searchObjects(context.erp, { query: ref.name, maxResults: 20 }, context.signal)
    : []
  const taken = existing.find(hit => hit.ref.type === ref.type && hit.name === ref.name)
  const where = taken?.package === undefined ? '' : ` in package ${taken.package}`
  return {
    summary: [
      creationHead(context, ref, inPackage),
      ...(taken === undefined ? [] : [`It exists already${where}: a real run would fail.`])
    ],
    details: source === undefined ? [] : await judgeNewSource(context, { ref, source })
  }
}
