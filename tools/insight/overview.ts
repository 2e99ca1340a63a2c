import { isErpError, packageContents, readMetadata } from '../../erp-client/index.ts'
import type { ObjectRef } from '../../erp-client/index.ts'
import { findCalls } from '../abap/calls.ts'
import type { Call } from '../abap/calls.ts'
import { findUnits } from '../abap/units.ts'
import type { Unit } from '../abap/units.ts'
import type { ToolContext } from '../context.ts'
import { inParallel } from '../parallel.ts'
import { lineCount } from '../sources.ts'
import { count, refWords, systemWords } from '../words.ts'
import { pack } from './budget.ts'
import type { Section } from './budget.ts'
import { piecesOf } from './pieces.ts'
import type { Piece, Pieces } from './pieces.ts'

export interface Block { readonly piece: Piece, readonly unit: Unit, readonly calls: readonly Call[] }

/** What an object or package consists of, in one answer. */
export async function overview (context: ToolContext, ref: ObjectRef, bytes: number): Promise<string> {
  return ref.type === 'DEVC' ? await packageOverview(context, ref, bytes) : await sourceOverview(context, ref, bytes)
}

async function sourceOverview (context: ToolContext, ref: ObjectRef, bytes: number): Promise<string> {
  const all = await piecesOf(context, ref)
  const { pieces, missing } = all
  const blocks = blocksOf(all)
  const lines = pieces.reduce((sum, { text }) => sum + lineCount(text), 0)
  const head = [
    `${systemWords(context.erp)} · overview of ${refWords(ref)} · ${count(pieces.length, 'source')}, ${count(lines, 'line')}, ${count(blocks.length, 'block')}`,
    `sources: ${pieces.map(({ label, text }) => `${label === '' ? 'main' : label} ${lineCount(text)}`).join(', ')}`,
    ...(missing.length === 0 ? [] : [`not readable: ${missing.join(', ')}`]),
    'In the order of calls (indented under the first caller); read one with ERPRead method.'
  ]
  return pack(head, sectionsOf(blocks), bytes).text
}

export function blocksOf ({ pieces }: Pieces): Block[] {
  const found = pieces.flatMap((piece) => findUnits(piece.text).map((unit) => ({ piece, unit })))
  const methods = new Set(found.filter(({ unit }) => unit.kind === 'method').map(({ unit }) => unit.name.replace(/^.*~/, '')))
  return found.map(({ piece, unit }) => ({ piece, unit, calls: findCalls(piece.text.slice(unit.bodyStart, unit.bodyEnd), (name) => methods.has(name)) }))
}

/** The block of the same object that a call means. */
export function targetOf (blocks: readonly Block[], from: Block, call: Call): Block | undefined {
  const kind = call.kind
  return blocks.find(({ piece, unit }) => {
    if (unit.kind !== kind) return false
    if (kind !== 'method') return unit.name === call.name
    // A double in a test is never what productive code calls by itself.
    if (piece.part === 'testclasses' && from.piece.part !== 'testclasses') return false
    const bare = unit.name === call.name || unit.name.endsWith(`~${call.name}`)
    return bare && (call.owner === undefined || call.owner === 'ME' ? call.owner === undefined || unit.container === from.unit.container : unit.container === call.owner)
  })
}

const entries = new Set(['event', 'function', 'module'])

function sectionsOf (blocks: readonly Block[]): Section[] {
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
  const called = new Set(blocks.flatMap((block) => block.calls.flatMap((call) => targetOf(blocks, block, call) ?? [])))
  for (const block of blocks) if (entries.has(block.unit.kind)) visit(block, 0)
  const roots = blocks.filter((block) => !called.has(block))
  const loose = looseOf(roots)
  for (const block of loose) seen.add(block)
  for (const block of roots) if (block.piece.part !== 'testclasses') visit(block, 0)
  for (const block of blocks) if (block.piece.part !== 'testclasses') visit(block, 0)
  for (let from = 0; from < loose.length; from += looseInLine) sections.push(looseSection(loose.slice(from, from + looseInLine)))
  for (const block of roots) visit(block, 0)
  for (const block of blocks) visit(block, 0)
  return sections
}

const looseInLine = 12
const fewLoose = 4

/** Methods that call nothing and that nothing here calls: where there are many, they would hide how the others hang together. */
function looseOf (roots: readonly Block[]): readonly Block[] {
  const loose = roots.filter(({ piece, unit, calls }) => unit.kind === 'method' && calls.length === 0 && piece.part !== 'testclasses')
  return loose.length > fewLoose ? loose : []
}

function looseSection (blocks: readonly Block[]): Section {
  const line = `methods without calls: ${blocks.map((block) => `${nameOf(block)} ${placeOf(block)}`).join(', ')}`
  return { brief: line, full: line }
}

const nameOf = ({ piece, unit }: Block): string => unit.container === undefined || unit.container === piece.ref.name ? unit.name : `${unit.container}=>${unit.name}`
const placeOf = ({ piece, unit }: Block): string => `${piece.label === '' ? '' : `${piece.label} `}${unit.startLine}-${unit.endLine}`

function sectionOf (block: Block, depth: number): Section {
  const { unit, calls } = block
  const outside = [...new Set(calls.flatMap(({ kind, name: called, owner }) => kind === 'function' ? [`FM ${called}`] : kind === 'program' ? [`SUBMIT ${called}`] : kind === 'dynamic' ? ['dynamic'] : owner !== undefined && owner !== 'ME' && owner !== 'SUPER' && kind === 'method' ? [`${owner}=>${called}`] : []))]
  const brief = `${'  '.repeat(depth)}${unit.kind} ${nameOf(block)}  ${placeOf(block)}`
  return { brief, full: outside.length === 0 ? brief : `${brief}  → ${outside.slice(0, 8).join(', ')}` }
}

const mostPackages = 40

/** Releases before 7.50 tell what a package holds, but nothing about the package itself. */
async function descriptionOf (context: ToolContext, ref: ObjectRef): Promise<string> {
  try {
    return (await readMetadata(context.erp, { ref }, context.signal)).description
  } catch (error) {
    if (!isErpError(error, 'ERP_UNSUPPORTED')) throw error
    return 'its description is not told by this release'
  }
}

/** A package with the packages below it: how many objects of each type, then the objects. */
async function packageOverview (context: ToolContext, ref: ObjectRef, bytes: number): Promise<string> {
  const description = await descriptionOf(context, ref)
  const packages: { name: string, depth: number, objects: Awaited<ReturnType<typeof packageContents>>['objects'] }[] = []
  let level = [{ name: ref.name, depth: 0 }]
  while (level.length > 0 && packages.length < mostPackages) {
    const read = await inParallel(level.slice(0, mostPackages - packages.length), async ({ name, depth }) => ({ name, depth, ...await packageContents(context.erp, { package: name }, context.signal) }))
    packages.push(...read)
    level = read.flatMap(({ depth, subPackages }) => subPackages.map((name) => ({ name, depth: depth + 1 })))
  }
  const all = packages.reduce((sum, { objects }) => sum + objects.length, 0)
  const head = [`${systemWords(context.erp)} · overview of ${refWords(ref)} · ${description} · ${count(packages.length, 'package')}, ${count(all, 'object')}${level.length === 0 ? '' : ', deeper packages left out'}`]
  return pack(head, packages.map(({ name, depth, objects }) => {
    const types = [...Map.groupBy(objects, (hit) => hit.ref.type)].map(([type, hits]) => `${type} ${hits.length}`)
    const brief = `${'  '.repeat(depth)}${name}: ${types.join(', ') || 'empty'}`
    return { brief, full: [brief, ...objects.map((hit) => `${'  '.repeat(depth + 1)}${refWords(hit.ref)}${hit.description === undefined ? '' : `  ${hit.description}`}`)].join('\n') }
  }), bytes).text
}
