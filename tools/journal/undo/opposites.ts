/** The table of opposites: what undoes one step of each operation. */
import {
  changePackage,
  changeRow,
  readBinding,
  publishBinding,
  readMetadata,
  readReleaseStates,
  setReleaseState
} from '../../../erp-client/index.ts'
import type { ChangeOperation, ObjectRef } from '../../../erp-client/index.ts'
import type { ToolContext } from '../../call/context.ts'
import { ToolError } from '../../failure/errors.ts'
import { refWords } from '../../objects/words.ts'
import type { RecordedStep, StateBefore } from '../journal.ts'
import { canRecreate, deletionLimits } from '../deletion-limits.ts'
import { wholeHash } from '../whole-object.ts'
import { contentHash, objectKey, orMissing, placeKey, placeWords, readPresent } from './contents.ts'
import type { Place } from './contents.ts'
import type { Earlier, Reversal } from './reversal.ts'
import { recreate, wholePlaces } from './whole-state.ts'

/** A step with the state before the first change of its object or part in the same entry. */
export interface UndoStep extends RecordedStep {
  readonly ref: ObjectRef
  readonly before: StateBefore | undefined
  /** The text that this very step has written. */
  readonly written: string | undefined
}

type Opposite = (step: UndoStep, reversal: Reversal) => Promise<void> | void

const opposites: Partial<Record<ChangeOperation, Opposite>> = {
  'source.write': async (step, reversal) => {
    const { ref, part, before } = step
    const earlier =
      before === undefined ? undefined : sourceBefore({ kind: 'source', ref, part }, before)
    await content({ kind: 'source', ref, part }, { step, reversal, earlier })
  },
  'part.create': ({ ref, part }, reversal) => {
    reversal.notes.add(`${refWords(ref)} ${part ?? ''}: ${limitsOf('part.create')}`)
  },
  'texts.write': async (step, reversal) => {
    const { ref, part, before } = step
    await written({ kind: 'texts', ref, part }, { step, reversal, before })
  },
  'document.write': async (step, reversal) => {
    const { ref, before } = step
    await written({ kind: 'document', ref }, { step, reversal, before })
  },
  'object.create': ({ ref }, reversal) => {
    reversal.expect(existence(ref, 'present', 'missing'))
    reversal.remove(ref)
  },
  'object.delete': async ({ ref, before }, reversal) => {
    if (before === undefined) throw notUndoable(`${refWords(ref)} has no recorded state`)
    if (!canRecreate(ref.type)) throw notUndoable(deletionLimits(ref.type))
    reversal.expect(existence(ref, 'missing', 'present'))
    await recreate(ref, before, reversal)
    reversal.notes.add(`${refWords(ref)}: ${deletionLimits(ref.type)}`)
  },
  activate: async ({ ref, before }, reversal) => {
    if (before === undefined) return
    const places = wholePlaces(ref, before)
    for (const earlier of places) {
      if (earlier.place.kind !== 'source') continue
      const { place, newest } = earlier
      const hash = await contentHash(place, newest)
      expectContent(reversal, { place, hash, reverts: hash, texts: { before: newest } })
      if (earlier.active !== undefined && earlier.active !== newest) {
        reversal.restore({ ...earlier, version: 'inactive' })
      }
    }
    reversal.notes.add(`${refWords(ref)}: ${limitsOf('activate')}`)
  },
  'refactoring.execute': async ({ ref, before, after }, reversal) => {
    if (before === undefined) throw notUndoable(`${refWords(ref)} has no recorded state`)
    reversal.expect({
      key: `${objectKey(ref)} whole`,
      words: refWords(ref),
      hash: after,
      reverts: undefined,
      now: async ({ erp }) => (await wholeHash(erp, ref)) ?? 'missing'
    })
    for (const earlier of wholePlaces(ref, before)) reversal.restore(earlier)
  },
  'package.change': ({ ref, before }, reversal) => {
    const { package: to, to: from } = textFacts(before)
    if (to === undefined) throw notUndoable(`the package of ${refWords(ref)} is not recorded`)
    reversal.expect({
      key: `${objectKey(ref)} package`,
      words: `the package of ${refWords(ref)}`,
      hash: from,
      reverts: to,
      now: async context => await packageNow(context, ref)
    })
    reversal.inverses.push({
      ref,
      words: `${refWords(ref)} goes back to package ${to}`,
      operation: 'update',
      newIn: to,
      run: async (context, erp, transport) => {
        const now = await packageNow(context, ref)
        if (now !== to) await changePackage(erp, { ref, from: now, to, transport }, context.signal)
      }
    })
  },
  'release.write': ({ ref, part: contract = '', before }, reversal) => {
    const { state, to } = textFacts(before)
    if (state === undefined) throw notUndoable(`the state of ${refWords(ref)} is not recorded`)
    reversal.expect({
      key: `${objectKey(ref)} release ${contract}`,
      words: `${refWords(ref)} ${contract}`,
      hash: to,
      reverts: state,
      now: async ({ erp, signal }) =>
        (await readReleaseStates(erp, { ref }, signal)).get(contract) ?? 'none'
    })
    reversal.inverses.push({
      ref,
      words: `${refWords(ref)} ${contract} is ${state} again`,
      operation: 'update',
      run: async ({ signal }, erp, transport) =>
        await setReleaseState(erp, { ref, contract, state, transport }, signal)
    })
  },
  'service.publish': (step, reversal) => publication(step, reversal, false),
  'service.unpublish': (step, reversal) => publication(step, reversal, true)
}

/** Adds what undoes a step. @throws ToolError TOOL_NOT_UNDOABLE */
export async function addOpposite(
  step: RecordedStep,
  known: UndoStep | undefined,
  reversal: Reversal
) {
  const row = changeRow(step.operation)
  // Tests that ran after a change are no part of its state.
  if (row?.effect === 'runtime' || row?.effect === 'lock') {
    reversal.notes.add(`${step.operation}: ${row.limits ?? 'it changes no object'}`)
    return
  }
  const opposite = opposites[step.operation]
  if (opposite === undefined || known === undefined) {
    throw notUndoable(`${step.operation}: ${row?.limits ?? 'its object is not recorded'}`)
  }
  await opposite(known, reversal)
}

/** Operations of the table, for the test that compares it with the matrix. */
export const undoableOperations: ReadonlySet<string> = new Set(Object.keys(opposites))

export function notUndoable(why: string): ToolError {
  return new ToolError('TOOL_NOT_UNDOABLE', `This change cannot be undone: ${why}.`, {
    remedy: 'ERPManage journal with change shows what it did. Nothing was changed.',
    outcome: 'failed'
  })
}

function limitsOf(operation: ChangeOperation): string {
  return changeRow(operation)?.limits ?? ''
}

interface Content {
  readonly step: UndoStep
  readonly reversal: Reversal
  readonly earlier: Earlier | undefined
}

async function content(place: Place, { step, reversal, earlier }: Content): Promise<void> {
  const { after, written: text } = step
  expectContent(reversal, {
    place,
    hash: after,
    reverts: earlier === undefined ? undefined : await contentHash(place, earlier.newest),
    texts: { before: earlier?.newest, after: text }
  })
  if (earlier !== undefined) reversal.restore(earlier)
}

async function written(
  place: Place,
  { step, reversal, before }: Omit<Content, 'earlier'> & { before: StateBefore | undefined }
): Promise<void> {
  const newest = before?.texts['before']
  const version = String(before?.facts['version'] ?? 'active')
  const earlier = newest === undefined ? undefined : { place, version, newest, active: undefined }
  await content(place, { step, reversal, earlier })
}

function expectContent(
  reversal: Reversal,
  of: Pick<Parameters<Reversal['expect']>[0], 'hash' | 'reverts' | 'texts'> & { place: Place }
): void {
  const { place } = of
  reversal.expect({
    ...of,
    key: placeKey(place),
    words: placeWords(place),
    now: async ({ erp, signal }) =>
      await contentHash(place, (await readPresent(erp, place, signal)).text)
  })
}

function sourceBefore(place: Place, { facts, texts }: StateBefore): Earlier {
  const { newest, active } = texts
  return { place, version: String(facts['version'] ?? 'active'), newest, active }
}

function existence(ref: ObjectRef, hash: string, reverts: string) {
  return {
    key: `${objectKey(ref)} exists`,
    words: refWords(ref),
    hash,
    reverts,
    now: async ({ erp, signal }: ToolContext) =>
      (await orMissing(async () => await readMetadata(erp, { ref }, signal))) === undefined
        ? 'missing'
        : 'present'
  }
}

function publication({ ref }: UndoStep, reversal: Reversal, publish: boolean): void {
  const stateWords = (published: boolean) => (published ? 'published' : 'not published')
  reversal.expect({
    key: `${objectKey(ref)} published`,
    words: refWords(ref),
    hash: stateWords(!publish),
    reverts: stateWords(publish),
    now: async ({ erp, signal }) => stateWords((await readBinding(erp, { ref }, signal)).published)
  })
  reversal.inverses.push({
    ref,
    words: `${refWords(ref)} is ${stateWords(publish)} again`,
    operation: 'activate',
    run: async ({ signal }, erp) => {
      const binding = await readBinding(erp, { ref }, signal)
      if (binding.published !== publish) {
        await publishBinding(erp, { ref, binding, publish }, signal)
      }
    }
  })
}

async function packageNow({ erp, signal }: ToolContext, ref: ObjectRef): Promise<string> {
  return (await readMetadata(erp, { ref }, signal)).package ?? ''
}

function textFacts(before: StateBefore | undefined): Readonly<Record<string, string | undefined>> {
  return (before?.facts ?? {}) as Readonly<Record<string, string | undefined>>
}
