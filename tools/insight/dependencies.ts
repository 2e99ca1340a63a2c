/** Dependencies of an object, with the contracts of the used objects. */
import type { ObjectRef } from '../../erp-client/index.ts'
import type { LabelledText } from '../abap/extracts.ts'
import type { UseKind } from '../abap/uses.ts'
import type { ToolContext } from '../call/context.ts'
import { inParallel } from '../call/parallel.ts'
import { locateUnit } from '../objects/sources.ts'
import { count, refWords, systemWords } from '../objects/words.ts'
import { pack } from './budget.ts'
import type { Section } from './budget.ts'
import { contractTitle, objectsNamed, readContract } from './contracts.ts'
import { typesMeant } from './name-spaces.ts'
import { usedNamesInThread } from './used-names.ts'
import type { UsedName } from './used-names.ts'
import { piecesOf } from './pieces.ts'

const mostLookedUp = 60
const contractBytes = 4000

export interface UsedNamesOptions {
  readonly ref: ObjectRef
  readonly method?: string | undefined
  readonly tests?: boolean
}

/**
 * What an object, or one of its blocks, needs from outside; most used first. Dynamic uses keep
 * their text.
 */
export async function usedNamesOf(
  context: ToolContext,
  { ref, method, tests = false }: UsedNamesOptions
): Promise<UsedName[]> {
  const texts =
    method === undefined
      ? await textsOf(context, ref, tests)
      : await textOfUnit(context, ref, method)
  return await usedNamesInThread([texts, ref], context.signal)
}

async function textsOf(
  context: ToolContext,
  ref: ObjectRef,
  tests: boolean
): Promise<LabelledText[]> {
  const { pieces } = await piecesOf(context, ref)
  return pieces
    .filter(({ part }) => tests || part !== 'testclasses')
    .map(({ label, text }) => ({ label: label === '' ? '' : `${label} `, text }))
}

async function textOfUnit(
  context: ToolContext,
  ref: ObjectRef,
  method: string
): Promise<LabelledText[]> {
  const { source, unit } = await locateUnit(context, { ref }, method)
  // Lines before the block stay, empty, so that the places are those of the source.
  return [
    { label: '', text: '\n'.repeat(unit.startLine - 1) + source.text.slice(unit.start, unit.end) }
  ]
}

const named = new Set<UseKind>([
  'inherits',
  'implements',
  'creates',
  'calls',
  'refers',
  'type',
  'function',
  'reads',
  'writes',
  'exception',
  'program'
])
const dictionary = new Set(['DTEL', 'DOMA', 'TTYP'])

export interface ResolvedName {
  readonly need: UsedName
  readonly refs: readonly ObjectRef[]
}

/** The objects behind the needs, as far as their names tell; a bounded number of look-ups. */
export async function resolveNames(
  context: ToolContext,
  needs: readonly UsedName[]
): Promise<ResolvedName[]> {
  const lookedUp = needs
    .filter(({ kinds }) => kinds.some(kind => named.has(kind)))
    .slice(0, mostLookedUp)
  let done = 0
  return await inParallel(lookedUp, async need => {
    const meant = typesMeant(need.kinds)
    const refs = await objectsNamed(context, need.name, type => meant.has(type))
    context.progress({ done: ++done, total: lookedUp.length })
    return { need, refs }
  })
}

export interface DependenciesOptions {
  readonly ref: ObjectRef
  readonly method?: string | undefined
  readonly bytes: number
}

/** The public contracts of what an object needs, compressed, the most used first. */
export async function dependencies(
  context: ToolContext,
  { ref, method, bytes }: DependenciesOptions
): Promise<string> {
  const needs = await usedNamesOf(context, { ref, method })
  const resolved = await resolveNames(context, needs)
  const known = resolved.filter(({ refs }) => refs.length > 0)
  const sections = await inParallel(
    known,
    async ({ need, refs }) => await sectionOf(context, need, refs)
  )
  const unknown = resolved.filter(({ refs }) => refs.length === 0).map(({ need }) => need.name)
  const others = needs.filter(({ kinds }) => !kinds.some(kind => named.has(kind)))
  const head = [
    `${systemWords(context.erp)} · dependencies of ${refWords(ref)}${method === undefined ? '' : ` ${method.toUpperCase()}`} · ${count(known.length, 'object')}`,
    ...(others.length === 0
      ? []
      : [
          `also: ${others.map(({ kinds, name, lines }) => `${kinds.join('+')} ${name} (${lines.slice(0, 3).join(', ')})`).join('; ')}`
        ]),
    ...(unknown.length === 0 ? [] : [`no object of this name found: ${unknown.join(', ')}`])
  ]
  const order = [
    ...sections.filter(({ type }) => !dictionary.has(type)),
    ...sections.filter(({ type }) => dictionary.has(type))
  ]
  return pack(head, order, bytes).text
}

const weight = ({ type }: ObjectRef): number => Number(dictionary.has(type))

async function sectionOf(
  context: ToolContext,
  need: UsedName,
  refs: readonly ObjectRef[]
): Promise<Section & { type: string }> {
  // Where a name has uses of several kinds, a class says more than a data element.
  const [ref = { type: '', name: need.name }] = refs.toSorted((a, b) => weight(a) - weight(b))
  const contract = await readContract(context, ref)
  const uses = `${need.kinds.join('+')}${need.members.length === 0 ? '' : ` ${need.members.join(', ')}`}`
  const brief = `${contractTitle(contract)} · ${uses}`
  const body =
    contract.text.length > contractBytes
      ? `${contract.text.slice(0, contractBytes)}…`
      : contract.text
  return { brief, full: body === '' ? brief : `${brief}\n${body}`, type: ref.type }
}
