/** Which objects a comparison is about: one object, a package, or the objects of a request. */
import { objectType, readTransport } from '../../erp-client/index.ts'
import type { ObjectRef } from '../../erp-client/index.ts'
import { assertType } from '../catalog/features.ts'
import type { ToolContext } from '../call/context.ts'
import { badArguments } from '../failure/errors.ts'
import { resolveObject } from '../objects/resolve.ts'
import { refWords } from '../objects/words.ts'
import { allEntries, entryRef, entryWords } from '../transport/words.ts'
import type { Compared, Pair } from './compare-object.ts'
import type { CompareArgs } from './inputs.ts'

/** What is compared, before anything was listed. */
export type Subject =
  | { readonly kind: 'object' | 'package'; readonly ref: ObjectRef; readonly as: ObjectRef }
  | {
      readonly kind: 'request'
      readonly number: string
      readonly refs: readonly ObjectRef[]
      readonly rest: readonly Compared[]
    }

export function subjectWords(subject: Subject): string {
  if (subject.kind === 'request') return `request ${subject.number}`
  const { ref, as } = subject
  return `${refWords(ref)}${as.name === ref.name ? '' : ` against ${as.name}`}`
}

/** @throws ToolError for arguments that name no subject, or several */
export async function subjectOf(context: ToolContext, args: CompareArgs): Promise<Subject> {
  const { name, transport, withName } = args
  if ((name === undefined) === (transport === undefined)) {
    throw badArguments(
      name === undefined
        ? '`name` or `transport` is missing.'
        : '`name` and `transport` contradict each other.',
      'Name one object or package, or one request.'
    )
  }
  if (transport !== undefined) {
    if (withName !== undefined) {
      throw badArguments('`withName` belongs to `name`, not to `transport`.')
    }
    return await requestSubject(context, transport)
  }
  const ref = await resolveObject(context, { ...args, name: name ?? '' })
  const as = withName === undefined ? ref : { ...ref, name: withName }
  return { kind: ref.type === 'DEVC' ? 'package' : 'object', ref, as }
}

async function requestSubject(context: ToolContext, number: string): Promise<Subject> {
  assertType(context.features, 'TRANSPORT')
  const found = await readTransport(context.erp, { number }, context.signal)
  const refs = new Map<string, ObjectRef>()
  const rest = new Map<string, Compared>()
  for (const entry of allEntries(found)) {
    const ref = entryRef(entry)
    if (ref !== undefined) refs.set(refWords(ref), ref)
    else if (entry.pgmid !== 'CORR') {
      rest.set(entryWords(entry), {
        ref: { type: `${entry.pgmid} ${entry.type}`, name: entry.name },
        verdict: 'not comparable',
        reason:
          entry.type === 'TABU'
            ? 'table contents: ERPQuery compareWith compares rows'
            : 'the entry is no object that the bridge reads'
      })
    }
  }
  return {
    kind: 'request',
    number: found.number,
    refs: [...refs.values()],
    rest: [...rest.values()]
  }
}

/** An object, and where a list alone says that it is on one side only. */
export interface Listed {
  readonly ref: ObjectRef
  /** The object of the other side. */
  readonly as: ObjectRef
  readonly on: 'both' | 'here' | 'there'
}

/** Every object of the subject, sorted, so that a cursor finds the same place again. */
export async function objectsOf(
  subject: Subject,
  { here, there }: Pair,
  sameSystem: boolean
): Promise<readonly Listed[]> {
  if (subject.kind === 'object') return [{ ref: subject.ref, as: subject.as, on: 'both' }]
  if (subject.kind === 'request') {
    return sorted(subject.refs.map(ref => ({ ref, as: ref, on: 'both' })))
  }
  const { ref, as } = subject
  const [mine, others] = await Promise.all([here.list(ref.name), there.list(as.name)])
  if (mine.length === 0 && others.length === 0) {
    throw badArguments(
      `${refWords(ref)} holds no objects on either side, or does not exist.`,
      'Check the name of the package with ERPSearch.'
    )
  }
  const counterpart = sameSystem ? renamed(ref.name, as.name) : (one: ObjectRef) => one
  const rest = new Map(others.map(one => [refWords(one), one]))
  const listed = mine.map((one): Listed => {
    const other = counterpart(one)
    const isThere = rest.delete(refWords(other))
    return { ref: one, as: other, on: isThere ? 'both' : 'here' }
  })
  const only = [...rest.values()].map((one): Listed => ({ ref: one, as: one, on: 'there' }))
  return sorted([...listed, ...only])
}

/** Two packages of one system hold the same objects under names that differ as the packages do. */
function renamed(from: string, to: string): (ref: ObjectRef) => ObjectRef {
  const stem = (name: string) => name.replace(/^[$YZ]+_?/, '')
  const [before, after] = [stem(from), stem(to)]
  return ref =>
    before === '' || after === '' ? ref : { ...ref, name: ref.name.replace(before, after) }
}

function sorted(list: readonly Listed[]): Listed[] {
  const key = ({ ref: { type, name } }: Listed) => `${type} ${name}`
  const unique = new Map(list.map(one => [refWords(one.ref), one]))
  return [...unique.values()].toSorted((a, b) => (key(a) < key(b) ? -1 : 1))
}

/** Whether the bridge can read contents of the type. */
export function isKnownType({ type }: ObjectRef): boolean {
  return objectType(type) !== undefined
}
