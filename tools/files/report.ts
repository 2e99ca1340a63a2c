/** A comparison of a folder with a package, in words and as data. */
import type { ToolContext } from '../call/context.ts'
import type { ToolResult } from '../call/result.ts'
import { count, refWords, systemWords } from '../objects/words.ts'
import { omitUndefined } from '../schema/output.ts'
import { compareTexts } from '../write/source/diff.ts'
import type { Comparison } from './compare.ts'
import type { Entry, EntryKind, Texts } from './entry.ts'
import { comparable } from './layout/index.ts'

const marks: Readonly<Record<EntryKind, string>> = {
  same: '=',
  'changed here': 'M',
  'changed there': '<',
  'new here': 'A',
  'new there': '+',
  'deleted here': 'D',
  'deleted there': '-',
  conflict: '!',
  left: '~',
  failed: '?'
}

/** What both sides do not have in common yet. */
export function isOpen({ kind }: Entry): boolean {
  return kind !== 'same' && kind !== 'left'
}

export interface ReportOptions {
  /** The first words of the answer. */
  readonly head: string
  /** Entries that a pull has brought over. */
  readonly settled?: ReadonlySet<EntryKind>
  readonly diffs?: boolean
}

export async function reportOf(
  context: ToolContext,
  comparison: Comparison,
  { head, settled = new Set(), diffs = false }: ReportOptions
): Promise<ToolResult> {
  const shown = comparison.entries
    .filter(({ kind }) => kind !== 'same')
    .toSorted((a, b) => (refWords(a.ref) < refWords(b.ref) ? -1 : 1))
  const open = shown.filter(entry => isOpen(entry) && !settled.has(entry.kind))
  const verdict = shown.some(({ kind }) => kind === 'failed')
    ? 'incomplete'
    : open.length > 0
      ? 'differs'
      : 'same'
  const lines = [
    `${systemWords(context.erp)} · package ${comparison.top} · ${head}`,
    ...shown.map(entryLine),
    ...(diffs ? await diffLines(context, open) : []),
    ...leftLines(comparison)
  ]
  return {
    kind: 'data',
    verbatim: [],
    data: omitUndefined({
      system: systemWords(context.erp),
      verdict,
      package: comparison.top,
      objects: comparison.entries.length,
      entries: shown.map(({ ref, kind, why, notes }) =>
        omitUndefined({
          type: ref.type,
          name: ref.name,
          kind,
          why,
          notes: notes.length === 0 ? undefined : notes
        })
      ),
      left: Object.fromEntries([...comparison.left].map(([type, names]) => [type, names.length])),
      gap: comparison.gap
    }),
    text: lines.join('\n')
  }
}

function entryLine({ ref, kind, why, notes }: Entry): string {
  const words = [why, ...notes].filter(word => word !== undefined)
  return `${marks[kind]} ${kind.padEnd(13)} ${refWords(ref)}${words.length === 0 ? '' : `: ${words.join('; ')}`}`
}

function leftLines({ left, others, gap }: Comparison): string[] {
  const types = [...left].map(([type, names]) => `${type} ${names.length}`)
  const files = [...others].map(([type, paths]) => `${type} ${count(paths.length, 'file')}`)
  return [
    ...(types.length === 0
      ? []
      : [`Left alone, because the layout does not carry the type: ${types.join(', ')}.`]),
    ...(files.length === 0 ? [] : [`Files that are left alone: ${files.join(', ')}.`]),
    ...(gap === undefined
      ? []
      : [`Objects without a date in a list were asked one by one: ${gap}.`])
  ]
}

/** A change on both sides is shown from what both had. */
async function diffLines(context: ToolContext, entries: readonly Entry[]): Promise<string[]> {
  const lines: string[] = []
  for (const entry of entries) {
    const { here, there, base, kind } = entry
    const isBoth = kind === 'conflict' && base.size > 0
    const shown = isBoth
      ? [
          ...(await diffOfFiles(context, { before: base, after: here, words: 'folder' })),
          ...(await diffOfFiles(context, { before: base, after: there, words: 'system' }))
        ]
      : await diffOfFiles(context, {
          ...(kind.endsWith('there')
            ? { before: here, after: there, words: 'system' }
            : { before: there, after: here, words: 'folder' })
        })
    lines.push(...shown)
  }
  return lines
}

interface Sides {
  readonly before: Texts
  readonly after: Texts
  /** The side that the change is on. */
  readonly words: string
}

async function diffOfFiles(
  context: ToolContext,
  { before, after, words }: Sides
): Promise<string[]> {
  const lines: string[] = []
  for (const path of new Set([...before.keys(), ...after.keys()])) {
    const [old, now] = [comparable(before.get(path) ?? ''), comparable(after.get(path) ?? '')]
    if (old === now) continue
    const { text } = await compareTexts(old, now, context.signal)
    lines.push(`--- ${path}`, `+++ ${path} (changed in the ${words})`, text)
  }
  return lines
}

export async function conflictLines(
  context: ToolContext,
  entries: readonly Entry[]
): Promise<string[]> {
  return await diffLines(context, entries)
}
