import { assertName, changeSource, codesWith, createObject, objectType, resolvePackage, searchObjects, sourceHash } from '../../erp-client/index.ts'
import type { ErpWriter, ObjectRef } from '../../erp-client/index.ts'
import { activateSaved } from '../activation.ts'
import type { ActivationReport } from '../activation.ts'
import type { ChangeTarget, Recheck, ToolContext } from '../context.ts'
import { badArguments, ToolError } from '../errors.ts'
import { assertType } from '../features.ts'
import { failureResult } from '../failure.ts'
import { findingData, given, refData } from '../output.ts'
import type { ToolResult } from '../result.ts'
import { refWords, systemWords } from '../words.ts'
import { toLf } from './edits.ts'

export interface CreateWish {
  readonly type: string
  readonly name: string
  readonly group?: string | undefined
  readonly package?: string | undefined
  readonly description?: string | undefined
  readonly source?: string | undefined
  readonly transport?: string | undefined
  readonly activate?: boolean | undefined
  readonly dryRun?: boolean | undefined
}

/** Creates an object, writes its first source and activates it, as far as wished; a failure half-way says what exists now. */
export async function createNew (context: ToolContext, wish: CreateWish): Promise<ToolResult> {
  const ref = newRef(wish)
  assertType(context.features, ref.type)
  const home = await homeOf(context, ref, wish)
  const target: ChangeTarget = { ref, newIn: home, transport: wish.transport }
  if (wish.dryRun === true) return await dryRun(context, wish, target)
  return await context.change(target, async (erp, recheck) => {
    await createObject(erp, { ref, package: home, description: wish.description ?? wish.name, transport: wish.transport }, { recheck, signal: context.signal })
    return await finish(context, wish, { erp, recheck, ref, home })
  })
}

const creatable = new Set(codesWith('create').filter((code) => codesWith('source').includes(code)))

function newRef ({ type, name, group }: CreateWish): ObjectRef {
  if (!creatable.has(type)) throw badArguments(`${type} cannot be created here.`, `It may be ${[...creatable].join(', ')}.`)
  const inGroup = objectType(type)?.path.includes('{group}') === true
  if (inGroup && group === undefined) throw badArguments('`group` is missing.', `A ${type} is created in a function group: give it as group.`)
  const ref = { type, name, ...(inGroup && group !== undefined ? { group } : {}) }
  assertName(ref)
  return ref
}

/** A part of a function group lives in the group's package, whatever the caller says. */
async function homeOf (context: ToolContext, ref: ObjectRef, wish: CreateWish): Promise<string> {
  if (ref.group !== undefined) {
    const home = await resolvePackage(context.erp, { ref: { type: 'FUGR', name: ref.group } }, context.signal)
    if (wish.package !== undefined && wish.package !== home) throw badArguments(`The function group ${ref.group} is in package ${home}, not ${wish.package}.`, 'Leave `package` out for parts of a function group.')
    return home
  }
  if (wish.package === undefined) throw badArguments('`package` is missing.', 'Give the package of the new object, e.g. $TMP for a local one.')
  return wish.package
}

async function dryRun (context: ToolContext, wish: CreateWish, target: ChangeTarget): Promise<ToolResult> {
  const { ref } = target
  const [existing, refusal] = await Promise.all([
    context.may('search') ? searchObjects(context.erp, { query: ref.name, maxResults: 20 }, context.signal) : [],
    context.refusalOf(wish.activate === true ? ['create', 'activate'] : ['create'], [target])
  ])
  const taken = existing.find((hit) => hit.ref.type === ref.type && hit.name === ref.name)
  const lines = [
    `${systemWords(context.erp)} · DRY RUN of creating ${refWords(ref)} in package ${target.newIn} · nothing saved`,
    ...(taken === undefined ? [] : [`It exists already${taken.package === undefined ? '' : ` in package ${taken.package}`}: a real run would fail.`]),
    ...(refusal === undefined ? [] : [`A real run would be refused: ${refusal}`]),
    ...(taken === undefined && refusal === undefined ? ['Name and package are fine.'] : []),
    ...(wish.source === undefined ? [] : ['The source can be checked once the object exists.'])
  ]
  return { kind: 'text', text: lines.join('\n') }
}

interface Made { readonly erp: ErpWriter, readonly recheck: Recheck, readonly ref: ObjectRef, readonly home: string }

async function finish (context: ToolContext, wish: CreateWish, { erp, recheck, ref, home }: Made): Promise<ToolResult> {
  const { source, transport } = wish
  let recorded = transport
  if (source !== undefined) {
    try {
      const changed = await changeSource(erp, { ref, transport, edit: () => toLf(source), readBefore: false }, { recheck, signal: context.signal })
      recorded = changed.transport ?? recorded
    } catch (error) {
      throw halfDone(context, ref, error)
    }
  }
  const activation = wish.activate === true ? await activateSaved(context, erp, [ref]) : undefined
  return report(context, { ref, home, recorded, source, activation })
}

function halfDone (context: ToolContext, ref: ObjectRef, error: unknown): ToolError {
  const { text } = failureResult(error, { signal: context.signal, log: context.log, changes: false })
  return new ToolError('CREATED_WITHOUT_SOURCE', `${refWords(ref)} was created, but its source was not written: ${text}`, {
    remedy: 'The object exists now with a generated source. Write the source with ERPWrite update and overwrite: true, or remove the object with ERPWrite delete.',
    outcome: 'failed',
    data: { created: true, object: refData(ref) },
    cause: error
  })
}

interface Created {
  readonly ref: ObjectRef
  readonly home: string
  readonly recorded: string | undefined
  readonly source: string | undefined
  readonly activation: ActivationReport | undefined
}

function report (context: ToolContext, { ref, home, recorded, source, activation }: Created): ToolResult {
  const system = systemWords(context.erp)
  const hash = source === undefined ? undefined : sourceHash(toLf(source))
  const head = [`Created · ${system}`, refWords(ref), `package ${home}`, ...(hash === undefined ? [] : [`hash ${hash}`]), ...(recorded === undefined ? [] : [`recorded in ${recorded}`])]
  const next = source === undefined ? 'It has a generated source: read it with ERPRead, then change it with ERPWrite.' : 'Saved as inactive draft; ERPActivate makes it active.'
  const text = [head.join(' · '), ...(activation?.lines ?? [next])].join('\n')
  const data = given({
    system,
    outcome: 'done',
    action: 'create',
    object: refData(ref),
    package: home,
    version: activation?.outcome === 'activated' ? 'active' : 'inactive',
    hash,
    transport: recorded,
    activation: activation?.outcome,
    findings: activation?.findings.map(findingData)
  })
  return activation === undefined || activation.outcome === 'activated'
    ? { kind: 'data', data, text }
    : { kind: 'error', code: activation.code, text, data: { ...data, outcome: activation.outcome, created: true } }
}
