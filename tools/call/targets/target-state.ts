/** The present state of what a call replaces or deletes: a confirmation is valid for this state. */
import { createHash } from 'node:crypto'
import {
  fieldTypes,
  isErpError,
  objectType,
  packageContents,
  readAppFile,
  readMetadata,
  readObjectFields,
  readSource,
  readTexts,
  readTransport
} from '../../../erp-client/index.ts'
import type { Metadata, ObjectRef, TextKind } from '../../../erp-client/index.ts'
import type { ToolContext } from '../context.ts'
import { ToolError } from '../../failure/errors.ts'
import { locate } from '../../manage/git-backend.ts'
import { inParallel } from '../parallel.ts'
import { resolveObject } from '../../objects/resolve.ts'
import type { Naming } from '../../objects/resolve.ts'

export interface TargetState {
  /** For the question: where the object is and who changed it last. */
  readonly words: string
  /** Plain data that must be the same when the confirmed call runs. */
  readonly facts: unknown
}

type Named = Partial<Naming>
const missing: TargetState = { words: 'not there now', facts: 'missing' }
const nothing: TargetState = { words: '', facts: 'nothing' }

/** The state for actions that start or end something of the runtime and change no object. */
export const nothingReplaced = async (): Promise<TargetState> => nothing

/** 96 bits: the content of an object cannot be chosen so that two states have the same. */
export function stateDigest({ facts }: TargetState): string {
  return createHash('sha256').update(JSON.stringify(facts)).digest('base64url').slice(0, 16)
}

/** A missing object has a state too; an object that the ERP does not show has a constant one. */
async function orMissing(
  context: ToolContext,
  work: () => Promise<TargetState>
): Promise<TargetState> {
  try {
    return await work()
  } catch (error) {
    context.signal.throwIfAborted()
    if (isErpError(error, 'ERP_NOT_FOUND')) return missing
    if (error instanceof ToolError && error.code === 'ERP_NOT_FOUND') return missing
    if (
      !isErpError(
        error,
        'ERP_FORBIDDEN',
        'ERP_UNSUPPORTED',
        'ERP_NOT_ACCEPTABLE',
        'ERP_BAD_REQUEST'
      )
    ) {
      throw error
    }
    return { words: 'its state cannot be read', facts: error.code }
  }
}

/** The state of the object that `type` and `name` name; the action may fix the type. */
export function objectState(type?: string) {
  return async (args: Named, context: ToolContext): Promise<TargetState> => {
    const { name } = args
    if (name === undefined) return nothing
    return await orMissing(context, async () => {
      const refs = await refsNamed(context, { ...args, name, type: args.type ?? type })
      const states = await inParallel(refs, async ref => await stateOf(context, ref))
      return {
        words: states.length === 1 ? (states[0]?.words ?? '') : '',
        facts: states.map(({ facts }) => facts)
      }
    })
  }
}

/** Where a name is ambiguous, the state of all candidates counts; the call itself chooses later. */
async function refsNamed(context: ToolContext, naming: Naming): Promise<readonly ObjectRef[]> {
  try {
    return [await resolveObject(context, naming)]
  } catch (error) {
    const isSeveral = error instanceof ToolError && error.code === 'TOOL_AMBIGUOUS_OBJECT'
    if (!isSeveral) throw error
    return error.details.data?.['candidates'] as readonly ObjectRef[]
  }
}

async function stateOf(context: ToolContext, ref: ObjectRef): Promise<TargetState> {
  const metadata = await readMetadata(context.erp, { ref }, context.signal)
  const content = fieldTypes.includes(ref.type)
    ? await readObjectFields(context.erp, { ref }, context.signal)
    : await partHashes(context, ref, metadata)
  return { words: metadataWords(metadata), facts: [metadataFacts(metadata), content] }
}

function metadataFacts(metadata: Metadata): unknown {
  const { ref, includes, superclass, interfaces, ...plain } = metadata
  const known = [
    plain.package,
    plain.version,
    plain.changedBy,
    plain.changedAt,
    plain.createdBy,
    plain.createdAt
  ]
  return [ref, known, plain.responsible, plain.description, includes, superclass, interfaces]
}

function metadataWords({ package: packageName, version, changedBy, changedAt }: Metadata): string {
  return [
    ...(packageName === undefined ? [] : [`package ${packageName}`]),
    ...(version === 'active' ? [] : [version]),
    ...(changedBy === undefined ? [] : [`last changed by ${changedBy}`]),
    ...(changedAt === undefined ? [] : [`at ${changedAt}`])
  ].join(', ')
}

/** Hashes of the newest version of every part: a change may affect the test classes only. */
async function partHashes(
  context: ToolContext,
  ref: ObjectRef,
  { includes }: Metadata
): Promise<unknown> {
  const parts = Object.keys(objectType(ref.type)?.parts ?? {})
  const there = parts.filter(
    (part, index) => index === 0 || includes.some(include => include.part === part)
  )
  return await inParallel(there, async part => {
    try {
      return [
        part,
        (await readSource(context.erp, { ref, part, fresh: true }, context.signal)).hash
      ]
    } catch (error) {
      context.signal.throwIfAborted()
      if (!isErpError(error, 'ERP_NOT_FOUND', 'ERP_UNSUPPORTED')) throw error
      return [part, error.code]
    }
  })
}

/** The states of all objects of a list. */
export async function listState(
  list: readonly Named[],
  context: ToolContext
): Promise<TargetState> {
  const states = await inParallel(list, async one => await objectState()(one, context))
  return { words: '', facts: states.map(({ facts }) => facts) }
}

/** The state of an object with its texts, which its metadata does not cover. */
export async function textsState(
  args: Named & { readonly kind: string },
  context: ToolContext
): Promise<TargetState> {
  const state = await objectState()(args, context)
  const { name, kind } = args
  if (name === undefined || !isTextKind(kind) || state === missing) return state
  return await orMissing(context, async () => {
    const ref = await resolveObject(context, { ...args, name })
    return {
      ...state,
      facts: [state.facts, await readTexts(context.erp, { ref, kind }, context.signal)]
    }
  })
}

function isTextKind(kind: string): kind is TextKind {
  return kind === 'symbols' || kind === 'selections' || kind === 'headings'
}

/** The state of a package with its content. */
export async function packageState(
  { name = '' }: Named,
  context: ToolContext
): Promise<TargetState> {
  const state = await objectState('DEVC')({ name }, context)
  if (state === missing) return state
  return await orMissing(context, async () => {
    const { objects, subPackages } = await packageContents(
      context.erp,
      { package: name },
      context.signal
    )
    const names = [...objects.map(({ ref }) => `${ref.type} ${ref.name}`), ...subPackages].sort()
    return { ...state, facts: [state.facts, names] }
  })
}

/** A transport request with its tasks and entries. */
export async function requestState(
  { transport = '' }: { readonly transport?: string | undefined },
  context: ToolContext
): Promise<TargetState> {
  return await orMissing(context, async () => {
    const request = await readTransport(context.erp, { number: transport }, context.signal)
    return { words: `${request.description}, ${request.owner}`, facts: request }
  })
}

/** The local state of a git repository, without the state of its server. */
export async function repositoryState(
  { repository }: { readonly repository: string },
  context: ToolContext
): Promise<TargetState> {
  return await orMissing(context, async () => {
    const { one } = await locate(context, repository)
    if ('key' in one) {
      return {
        words: `package ${one.package}, ${one.branch}`,
        facts: [one.key, one.package, one.url, one.branch]
      }
    }
    return { words: one.branch, facts: [one.rid, one.url, one.branch, one.commit] }
  })
}

/** One file of a UI5 app. */
export async function appFileState(
  { name, path }: { readonly name: string; readonly path: string },
  context: ToolContext
): Promise<TargetState> {
  return await orMissing(context, async () => {
    const text = await readAppFile(context.erp, { app: name, path }, context.signal)
    return { words: '', facts: createHash('sha256').update(text).digest('hex') }
  })
}
