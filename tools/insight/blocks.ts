/** How the blocks of an object's sources call each other. */
import { findCalls } from '../abap/calls.ts'
import type { Call } from '../abap/calls.ts'
import { findUnits, matchUnits } from '../abap/units.ts'
import type { Unit } from '../abap/units.ts'
import { offLoop } from '../call/worker-thread.ts'
import type { Section } from './budget.ts'
import type { Piece } from './pieces.ts'

interface Block {
  readonly piece: Piece
  readonly unit: Unit
  readonly calls: readonly Call[]
}

/** The blocks in the order of calls, and how many there are. */
export function blockSections(pieces: readonly Piece[]): { blocks: number; sections: Section[] } {
  const blocks = blocksOf(pieces)
  return { blocks: blocks.length, sections: sectionsOf(blocks) }
}

function blocksOf(pieces: readonly Piece[]): Block[] {
  const found = pieces.flatMap(piece => findUnits(piece.text).map(unit => ({ piece, unit })))
  const methods = new Set(
    found
      .filter(({ unit }) => unit.kind === 'method')
      .map(({ unit }) => unit.name.replace(/^.*~/, ''))
  )
  return found.map(({ piece, unit }) => ({
    piece,
    unit,
    calls: findCalls(piece.text.slice(unit.bodyStart, unit.bodyEnd), name => methods.has(name))
  }))
}

/** The block of the same object that a call means. */
function targetOf(blocks: readonly Block[], from: Block, call: Call): Block | undefined {
  const kind = call.kind
  return blocks.find(({ piece, unit }) => {
    if (unit.kind !== kind) return false
    if (kind !== 'method') return unit.name === call.name
    // A double in a test is never what productive code calls by itself.
    if (piece.part === 'testclasses' && from.piece.part !== 'testclasses') return false
    const bare = unit.name === call.name || unit.name.endsWith(`~${call.name}`)
    return (
      bare &&
      (call.owner === undefined || call.owner === 'ME'
        ? call.owner === undefined || unit.container === from.unit.container
        : unit.container === call.owner)
    )
  })
}

const entries = new Set(['event', 'function', 'module'])

function sectionsOf(blocks: readonly Block[]): Section[] {
  const seen = new Set<Block>()
  const sections: Section[] = []
  const visit = (block: Block, depth: number): void => {
    if (seen.has(block)) return
    seen.add(block)
    sections.push(sectionOf(block, depth))
    for (const call of block.calls) {
      const target = targetOf(blocks, block, call)
      if (target !== undefined) visit(target, Math.min(depth + 1, 6))
    }
  }
  const called = new Set(
    blocks.flatMap(block => block.calls.flatMap(call => targetOf(blocks, block, call) ?? []))
  )
  for (const block of blocks) if (entries.has(block.unit.kind)) visit(block, 0)
  const roots = blocks.filter(block => !called.has(block))
  const loose = looseOf(roots)
  for (const block of loose) seen.add(block)
  for (const block of roots) if (block.piece.part !== 'testclasses') visit(block, 0)
  for (const block of blocks) if (block.piece.part !== 'testclasses') visit(block, 0)
  sections.push(...looseSections(loose))
  for (const block of roots) visit(block, 0)
  for (const block of blocks) visit(block, 0)
  return sections
}

const looseInLine = 12
const fewLoose = 4

/** Methods without calls from or to others here; many of them would hide the call structure. */
function looseOf(roots: readonly Block[]): readonly Block[] {
  const loose = roots.filter(
    ({ piece, unit, calls }) =>
      unit.kind === 'method' && calls.length === 0 && piece.part !== 'testclasses'
  )
  return loose.length > fewLoose ? loose : []
}

function looseSections(loose: readonly Block[]): Section[] {
  const words = numberedRuns(loose).map(run => {
    const [first, last] = [run[0], run.at(-1)]
    if (first === undefined || last === undefined) return ''
    const from = `${nameOf(first)} ${startOf(first)}`
    return first === last ? from : `${from} … ${nameOf(last)} ${startOf(last)} (${run.length})`
  })
  return Array.from({ length: Math.ceil(words.length / looseInLine) }, (_none, at) => {
    const opening = at === 0 ? 'methods without calls, from line:' : ' '
    const line = `${opening} ${words.slice(at * looseInLine, (at + 1) * looseInLine).join(', ')}`
    return { brief: line, full: line }
  })
}

const shortestRun = 4

/** Blocks whose names count up, as `STEP_1 … STEP_9`, in one run; every other one alone. */
function numberedRuns(blocks: readonly Block[]): Block[][] {
  const runs: Block[][] = []
  for (const block of blocks) {
    const run = runs.at(-1)
    const last = run?.at(-1)
    if (run !== undefined && last !== undefined && isNext(last, block)) run.push(block)
    else runs.push([block])
  }
  return runs.flatMap(run => (run.length < shortestRun ? run.map(block => [block]) : [run]))
}

function isNext(before: Block, block: Block): boolean {
  const [, stem, number] = /^(.*?)(\d{1,9})$/.exec(nameOf(before)) ?? []
  if (stem === undefined || number === undefined || before.piece !== block.piece) return false
  return nameOf(block) === `${stem}${String(Number(number) + 1).padStart(number.length, '0')}`
}

const nameOf = ({ piece, unit }: Block): string =>
  unit.container === undefined || unit.container === piece.ref.name
    ? unit.name
    : `${unit.container}=>${unit.name}`
const startOf = ({ piece, unit }: Block): string =>
  `${piece.label === '' ? '' : `${piece.label} `}${unit.startLine}`
const placeOf = (block: Block): string => `${startOf(block)}-${block.unit.endLine}`

/** Calls of these say nothing about what else takes part. */
const own = new Set(['ME', 'SUPER', 'CL_ABAP_UNIT_ASSERT'])

function sectionOf(block: Block, depth: number): Section {
  const { unit, calls } = block
  const outside = [
    ...new Set(
      calls.flatMap(({ kind, name: called, owner }) =>
        kind === 'function'
          ? [`FM ${called}`]
          : kind === 'program'
            ? [`SUBMIT ${called}`]
            : kind === 'dynamic'
              ? ['dynamic']
              : owner !== undefined && !own.has(owner) && kind === 'method'
                ? [`${owner}=>${called}`]
                : []
      )
    )
  ]
  const brief = `${'  '.repeat(depth)}${unit.kind} ${nameOf(block)}  ${placeOf(block)}`
  return {
    brief,
    full: outside.length === 0 ? brief : `${brief}  → ${outside.slice(0, 8).join(', ')}`
  }
}

/** The calls of a block, each once, with the line where it stands. */
export function callsOf(pieces: readonly Piece[], wanted: string): { call: Call; label: string }[] {
  const methods = new Set(blocksOf(pieces).map(({ unit }) => unit.name.replace(/^.*~/, '')))
  const seen = new Set<string>()
  const holder = pieces.find(piece => matchUnits(findUnits(piece.text), wanted).length > 0)
  return (holder === undefined ? [] : [holder])
    .flatMap(piece => {
      const [unit] = matchUnits(findUnits(piece.text), wanted)
      if (unit === undefined) return []
      const calls = findCalls(piece.text.slice(unit.bodyStart, unit.bodyEnd), name =>
        methods.has(name)
      )
      const offset = piece.text.slice(0, unit.bodyStart).split('\n').length - 1
      return calls.map(call => ({
        call: { ...call, line: call.line + offset },
        label: piece.label === '' ? '' : `${piece.label} `
      }))
    })
    .filter(({ call }) => {
      const key = `${call.kind} ${call.owner ?? ''} ${call.name}`
      return seen.has(key) ? false : Boolean(seen.add(key))
    })
}

export const describeBlocks = offLoop({ blockSections }, import.meta.url)
export const findCallsOf = offLoop({ callsOf }, import.meta.url)
