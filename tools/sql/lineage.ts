import { readSource, searchObjects } from '../../erp-client/index.ts'
import type { ErpReader } from '../../erp-client/index.ts'

/** A table that a query reads without naming it, and the view through which it does. */
export interface Behind { readonly table: string, readonly through: string }

export interface Lineage {
  readonly behind: readonly Behind[]
  /** Names of which nobody can tell what they read: dictionary views, table functions, and what is not found. */
  readonly untraceable: readonly string[]
}

export interface Question {
  readonly names: readonly string[]
  /** The statement goes along associations (`\_Name`), so whatever its views point at may be read. */
  readonly alongPaths: boolean
}

const mostViews = 200

/**
 * What the named tables and views are made of, by the sources of the CDS views, down to the tables. Old releases know no CDS sources:
 * there every view is untraceable, and tables are what they are.
 *
 * @throws ErpError where the ERP does not answer
 */
export async function lineageOf (erp: ErpReader, { names, alongPaths }: Question, signal: AbortSignal): Promise<Lineage> {
  const behind: Behind[] = []
  const untraceable = new Set<string>()
  const open = names.map((name) => ({ name, through: name, alongPaths }))
  const seen = new Set<string>()
  for (const one of open) {
    const key = `${one.name} ${one.alongPaths}`
    if (seen.has(key)) continue
    seen.add(key)
    const reads = seen.size > mostViews ? undefined : await readsOf(erp, one, signal)
    if (reads === undefined) untraceable.add(one.name)
    for (const { name, alongPaths: further } of reads ?? []) {
      behind.push({ table: name, through: one.through })
      open.push({ name, through: one.through, alongPaths: further })
    }
  }
  return { behind, untraceable: [...untraceable] }
}

interface Read { readonly name: string, readonly alongPaths: boolean }

/** Nothing for a table; undefined where it cannot be told. */
async function readsOf (erp: ErpReader, { name, alongPaths }: Read, signal: AbortSignal): Promise<readonly Read[] | undefined> {
  if (!/^[A-Z0-9_/$]+$/.test(name)) return undefined
  const hits = (await searchObjects(erp, { query: name, maxResults: 20 }, signal)).filter((hit) => hit.name === name)
  const view = hits.find(({ ref }) => ref.type === 'DDLS')
  if (view === undefined) return hits.some(({ ref }) => ref.type === 'TABL') ? [] : undefined
  const { text } = await readSource(erp, { ref: view.ref, version: 'active' }, signal)
  // A source may define another entity than it is named like.
  if (entityOf(text) !== name) return undefined
  const found = readsOfView(text, alongPaths)
  return found.length === 0 ? undefined : found
}

const spelled = '([\\w/]+)'
const declaration = new RegExp(`\\b(?:association|composition)\\b\\s*(?:\\[[^\\]{}]*\\]\\s*)?(?:of\\s+(?:exact\\s+one|one|many)(?:\\s+to\\s+(?:exact\\s+one|one|many))?\\s+|of\\s+|to\\s+(?:parent\\s+|exact\\s+one\\s+|one\\s+|many\\s+)?)${spelled}(?:\\s+as\\s+${spelled})?`, 'gi')
const source = new RegExp(`\\b(?:from|join|projection\\s+on|source)\\s+\\(*\\s*${spelled}\\s*([.\\\\]?)`, 'gi')

const literals = { plain: "'(?:[^'\\n]|'')*'", escaping: "'(?:[^'\\n\\\\]|\\\\.|'')*'" } as const

/** Without comments and literals, in which everything can stand. */
function bare (text: string, literal: keyof typeof literals): string {
  return text.replace(new RegExp(`/\\*(?:[\\s\\S]*?\\*/|[\\s\\S]*)|(?://|--)[^\\n]*|${literals[literal]}`, 'g'), ' ')
}

/** The name of the view that a source defines. */
function entityOf (text: string): string | undefined {
  return /(?<![.\w@])(?:view\s+entity|view|hierarchy)\s+([\w/]+)/i.exec(bare(text, 'escaping'))?.[1]?.toUpperCase()
}

/**
 * What a CDS source reads: its sources, and the targets of associations that it goes along. An association that is only declared or
 * handed on reads nothing by itself.
 */
export function readsOfView (text: string, alongPaths: boolean): Read[] {
  const found = readsIn(bare(text, 'escaping'), alongPaths)
  // Where a backslash could mean two things, what either reading shows counts.
  return text.includes("\\'") ? [...found, ...readsIn(bare(text, 'plain'), alongPaths)] : found
}

function readsIn (plain: string, alongPaths: boolean): Read[] {
  const declared = [...plain.matchAll(declaration)].map(([, target = '', alias = target]) => ({ target: target.toUpperCase(), alias: alias.toUpperCase() }))
  const used = pathsIn(withoutConditions(plain))
  const sources = [...plain.matchAll(source)].map(([, name = '', path]): Read => ({ name: name.toUpperCase(), alongPaths: alongPaths || path !== '' || used.deep }))
  const follows = alongPaths || sources.some((one) => one.alongPaths)
  const targets = declared.filter(({ alias }) => follows || used.first.has(alias)).map(({ target }): Read => ({ name: target, alongPaths: follows }))
  return [...sources, ...targets]
}

/** The same without the conditions of associations: each begins with its own name and a dot. */
function withoutConditions (plain: string): string {
  return plain.split(/\b(?=(?:association|composition)\b)/i).map((piece) => {
    if (!/^(?:association|composition)\b/i.test(piece)) return piece
    const end = piece.search(/[{}]|\b(?:where|group|union)\b/i)
    return end < 0 ? '' : piece.slice(end)
  }).join(' ')
}

/** First steps of paths (`_a.field`), and whether one has several (`_a._b.field`), which lead on from the target. */
function pathsIn (plain: string): { first: ReadonlySet<string>, deep: boolean } {
  const words = plain.replace(/\[[^\]]*\]/g, '').toUpperCase().match(/[\w/]+(?:\s*\.\s*[\w/]+)+/g) ?? []
  const paths = words.map((word) => word.split('.').map((step) => step.trim()))
  return { first: new Set(paths.flatMap((steps) => steps.slice(0, -1))), deep: paths.some((steps) => steps.length > 2 || (steps.length === 2 && steps[1]?.startsWith('_') === true && steps[0]?.startsWith('_') === true)) }
}
