import {
  assertLocksKept,
  assertName,
  changeObjectFields,
  changeSource,
  codesWith,
  createObject,
  isErpError,
  objectType,
  readSource,
  resolvePackage,
  searchObjects,
  sourceHash
} from '../../erp-client/index.ts'
import type { ErpWriter, FieldsChange, ObjectRef } from '../../erp-client/index.ts'
import { activateSaved, activationData } from '../activate/activation.ts'
import type { ActivationReport } from '../activate/activation.ts'
import type { ChangeTarget, Recheck, ToolContext } from '../call/context.ts'
import { badArguments, ToolError } from '../failure/errors.ts'
import { assertType } from '../catalog/features.ts'
import { failureResult } from '../failure/result.ts'
import { omitUndefined, refData } from '../schema/output.ts'
import type { ToolResult } from '../call/result.ts'
import { refWords, systemWords } from '../objects/words.ts'
import { toLf } from './source/edits.ts'
import { existingOf } from './existing.ts'
import type { Making } from './existing.ts'
import { assertNewFields, fieldUse } from './field-tables.ts'
import { functionHead, withHead } from './source/function-signature.ts'
import { judgeNewSource } from './source/new-source.ts'
import { differs, keptData, keptLines } from './source/kept.ts'
import type { Kept } from './source/kept.ts'
import { checkSaved, savedData } from './source/saved-check.ts'
import type { SavedCheck } from './source/saved-check.ts'
import { isGenerated } from './shell.ts'
import { nothingToCheck } from './source/unsaved.ts'

export interface CreateOptions {
  readonly type: string
  readonly name: string
  readonly group?: string | undefined
  readonly package?: string | undefined
  readonly description?: string | undefined
  readonly source?: string | undefined
  /** Facts of the type as data, see the tables of fields. */
  readonly fields?: Readonly<Record<string, unknown>> | undefined
  readonly transport?: string | undefined
  readonly activate?: boolean | undefined
  readonly dryRun?: boolean | undefined
  /** What was saved is not checked: the caller checks several objects together. */
  readonly unchecked?: boolean | undefined
  /** Only finds out what is there under this name. */
  readonly preflight?: boolean | undefined
  /** The object was created by an earlier call, without its content. */
  readonly begun?: boolean | undefined
}

/**
 * Creates an object, writes its first source and activates it, as far as wished; a failure half-way
 * says what exists now.
 */
export async function createNew(context: ToolContext, wish: CreateOptions): Promise<ToolResult> {
  const ref = newRef(wish)
  assertType(context.features, ref.type)
  assertWish(ref, wish)
  const home = await homeOf(context, ref, wish)
  if (wish.preflight === true) return await preflight(context, { ...wish, ref, home })
  if (wish.begun === true) return await resume(context, wish, { ref, home })
  const target: ChangeTarget = { ref, newIn: home, transport: wish.transport }
  if (wish.dryRun === true) return await dryRun(context, wish, target)
  return await context.change(target, async (erp, recheck) => {
    const options = fieldUse(ref.type) === 'create' ? wish.fields : undefined
    if (wish.source !== undefined || wish.fields !== undefined) await assertLocksKept(erp)
    await createObject(
      erp,
      {
        ref,
        package: home,
        description: wish.description ?? wish.name,
        transport: wish.transport,
        options
      },
      { recheck, signal: context.signal }
    )
    return await finish(context, wish, { erp, recheck, ref, home })
  })
}

async function preflight(context: ToolContext, making: Making): Promise<ToolResult> {
  const found = await existingOf(context, making)
  return { kind: 'data', data: { changed: found !== 'same', begun: found === 'begun' }, text: '' }
}

/** Writes the content of an object that is there without it. */
async function resume(
  context: ToolContext,
  wish: CreateOptions,
  { ref, home }: Pick<Made, 'ref' | 'home'>
): Promise<ToolResult> {
  const target: ChangeTarget = { ref, transport: wish.transport, locked: true }
  return await context.change(
    target,
    async (erp, recheck) => await finish(context, wish, { erp, recheck, ref, home })
  )
}

const creatable = new Set(codesWith('create').filter(code => code !== 'DEVC'))

function assertWish(ref: ObjectRef, { source, fields }: CreateOptions): void {
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

/** A part of a function group lives in the group's package, whatever the caller says. */
async function homeOf(context: ToolContext, ref: ObjectRef, wish: CreateOptions): Promise<string> {
  if (ref.group !== undefined) {
    const home = await resolvePackage(
      context.erp,
      { ref: { type: 'FUGR', name: ref.group } },
      context.signal
    )
    if (wish.package !== undefined && wish.package !== home) {
      throw badArguments(
        `The function group ${ref.group} is in package ${home}, not ${wish.package}.`,
        'Leave `package` out for parts of a function group.'
      )
    }
    return home
  }
  if (wish.package === undefined) {
    throw badArguments(
      '`package` is missing.',
      'Give the package of the new object, e.g. $TMP for a local one.'
    )
  }
  return wish.package
}

async function dryRun(
  context: ToolContext,
  wish: CreateOptions,
  target: ChangeTarget
): Promise<ToolResult> {
  const { ref } = target
  const [existing, refusal] = await Promise.all([
    context.may('search')
      ? searchObjects(context.erp, { query: ref.name, maxResults: 20 }, context.signal)
      : [],
    context.refusalOf(wish.activate === true ? ['create', 'activate'] : ['create'], [target])
  ])
  const taken = existing.find(hit => hit.ref.type === ref.type && hit.name === ref.name)
  const lines = [
    `${systemWords(context.erp)} · DRY RUN of creating ${refWords(ref)} in package ${target.newIn} · nothing saved`,
    ...(taken === undefined
      ? []
      : [
          `It exists already${taken.package === undefined ? '' : ` in package ${taken.package}`}: a real run would fail.`
        ]),
    ...(refusal === undefined ? [] : [`A real run would be refused: ${refusal}`]),
    ...(taken === undefined && refusal === undefined ? ['Name and package are fine.'] : []),
    ...(wish.source === undefined
      ? []
      : await judgeNewSource(context, { ref, source: wish.source })),
    ...(wish.fields === undefined
      ? []
      : [`Fields that would be set: ${Object.keys(wish.fields).join(', ')}.`]),
    ...(wish.source === undefined ? [nothingToCheck] : [])
  ]
  return { kind: 'text', text: lines.join('\n') }
}

interface Made {
  readonly erp: ErpWriter
  readonly recheck: Recheck
  readonly ref: ObjectRef
  readonly home: string
}

async function finish(
  context: ToolContext,
  wish: CreateOptions,
  { erp, recheck, ref, home }: Made
): Promise<ToolResult> {
  const { transport } = wish
  let recorded = transport
  let source: string | undefined
  let kept: Kept | undefined
  try {
    source = await firstSource(context, wish, ref)
    const written = await writeFacts({ ...wish, source }, { erp, recheck, ref, home })
    recorded = written?.transport ?? recorded
    kept = written !== undefined && 'implied' in written ? keptData(written) : undefined
  } catch (error) {
    throw halfDone(context, ref, error)
  }
  const wrong = differs(kept ?? {}, {
    head: `Created · ${systemWords(context.erp)} · ${refWords(ref)}`,
    data: { object: refData(ref), package: home, created: true }
  })
  if (wrong !== undefined) return wrong
  const activation = wish.activate === true ? await activateSaved(context, erp, [ref]) : undefined
  const written = source !== undefined || kept !== undefined
  const check =
    activation === undefined && written && wish.unchecked !== true
      ? await checkSaved(context, ref)
      : undefined
  return report(context, { ref, home, recorded, source, activation, check, kept })
}

/** The source to write: the caller's, with the parameters that were given as data in its head. */
async function firstSource(
  context: ToolContext,
  { source, fields }: CreateOptions,
  ref: ObjectRef
): Promise<string | undefined> {
  if (fields === undefined || fieldUse(ref.type) !== 'signature') return source
  return withHead(source ?? (await readSource(context.erp, { ref })).text, ref.name, fields)
}

type Written = FieldsChange | { readonly transport?: string | undefined }

async function writeFacts(
  { source, fields, transport, type, begun }: CreateOptions,
  { erp, recheck, ref }: Made
): Promise<Written | undefined> {
  // An object that was just created gets its content, whether or not the caller still waits: left
  // empty it could become active.
  const guard = { recheck }
  if (fields !== undefined && fieldUse(type) === 'document') {
    return await changeObjectFields(erp, { ref, transport, fields }, guard)
  }
  if (source === undefined) return undefined
  if (begun !== true) {
    return await changeSource(
      erp,
      { ref, transport, edit: () => toLf(source), readBefore: false },
      guard
    )
  }
  return await changeSource(
    erp,
    { ref, transport, edit: current => onGenerated(ref, current.text, source) },
    guard
  )
}

/** What was empty a moment ago may have been filled since. */
function onGenerated(ref: ObjectRef, current: string, source: string): string {
  if (isGenerated(ref.type, current)) return toLf(source)
  throw new ToolError(
    'TOOL_STALE_HASH',
    `${refWords(ref)} has got a content since this call looked at it.`,
    {
      remedy: 'Read it again with ERPRead; its source was not changed.'
    }
  )
}

function halfDone(context: ToolContext, ref: ObjectRef, error: unknown): ToolError {
  const { text } = failureResult(error, {
    signal: context.signal,
    log: context.log,
    changes: false
  })
  const unknown = isErpError(error) && error.outcome === 'unknown'
  const content = unknown
    ? 'whether its content was written is not known'
    : 'its content was not written'
  return new ToolError(
    'CREATED_WITHOUT_SOURCE',
    `${refWords(ref)} was created, but ${content}: ${text}`,
    {
      remedy:
        'The object exists now as the ERP generated it. Write it with ERPWrite update (source with overwrite: true, or fields), or remove the object with ERPWrite delete.',
      outcome: 'failed',
      data: { created: true, object: refData(ref) },
      cause: error
    }
  )
}

interface Created {
  readonly ref: ObjectRef
  readonly home: string
  readonly recorded: string | undefined
  readonly source: string | undefined
  readonly activation: ActivationReport | undefined
  readonly check: SavedCheck | undefined
  readonly kept: Kept | undefined
}

function report(
  context: ToolContext,
  { ref, home, recorded, source, activation, check, kept }: Created
): ToolResult {
  const system = systemWords(context.erp)
  const hash = source === undefined ? undefined : sourceHash(toLf(source))
  const head = [
    `Created · ${system}`,
    refWords(ref),
    `package ${home}`,
    ...(hash === undefined ? [] : [`hash ${hash}`]),
    ...(recorded === undefined ? [] : [`recorded in ${recorded}`])
  ]
  const next =
    source === undefined && objectType(ref.type)?.abilities.has('source') === true
      ? 'It has a generated source: read it with ERPRead, then change it with ERPWrite.'
      : 'Saved as inactive draft; ERPActivate makes it active.'
  const end = activation?.lines ?? check?.lines ?? [next]
  const text = [head.join(' · '), ...keptLines(kept ?? {}), ...end].join('\n')
  const data = omitUndefined({
    system,
    outcome: 'done',
    object: refData(ref),
    package: home,
    version: activation?.outcome === 'activated' ? 'active' : 'inactive',
    hash,
    transport: recorded,
    ...(check === undefined ? {} : savedData(check)),
    ...kept,
    ...activationData(activation)
  })
  return activation === undefined || activation.outcome === 'activated'
    ? { kind: 'data', data, text }
    : {
        kind: 'error',
        code: activation.code,
        text,
        data: { ...data, outcome: activation.outcome, created: true }
      }
}
