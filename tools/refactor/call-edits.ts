/** How one call changes with the signature of what it calls. */
import type { Argument, CallArguments, Section } from '../abap/call-arguments.ts'
import { positionalParameter, takesPositional } from '../abap/signature.ts'
import type { ParameterKind, Signature } from '../abap/signature.ts'

/** Offsets into the text of the call. */
export interface OffsetEdit {
  readonly from: number
  readonly to: number
  readonly after: string
}

export interface SignatureChange {
  readonly before: Signature
  readonly after: Signature
  /** New name by old name, upper case. */
  readonly renamed: ReadonlyMap<string, string>
  /** What calls give to a new parameter, by its name. */
  readonly values: ReadonlyMap<string, string>
}

/** The section of a call in which a parameter of a kind stands. */
const sectionOf: Readonly<Record<ParameterKind, string>> = {
  IMPORTING: 'EXPORTING',
  EXPORTING: 'IMPORTING',
  CHANGING: 'CHANGING',
  RETURNING: 'RECEIVING',
  TABLES: 'TABLES'
}
/** Where a section is missing it is inserted in front of these. */
const later: Readonly<Record<string, readonly string[]>> = {
  EXPORTING: ['IMPORTING', 'TABLES', 'CHANGING', 'RECEIVING', 'EXCEPTIONS'],
  CHANGING: ['RECEIVING', 'EXCEPTIONS']
}

/** The edits of a call, or the reason why it is left alone. */
export function callEdits(
  text: string,
  call: CallArguments,
  change: SignatureChange
): OffsetEdit[] | string {
  const { removed, added } = differences(change)
  const given = new Set(call.list.map(({ name }) => name))
  const gone = call.list.filter(({ name }) => removed.has(name))
  const target = positionalParameter(change.before)
  if (call.positional !== undefined && target === undefined) return 'its argument has no name'
  const dropped = call.positional !== undefined && removed.has(target ?? '')
  if (gone.some(one => calls(text, one.valueStart, one.end))) {
    return 'the removed argument calls something'
  }
  if (dropped && calls(text, call.positional.start, call.positional.end)) {
    return 'the removed argument calls something'
  }
  if (!call.isStandalone && lostResult(change)) return 'it uses the removed result'
  const fresh = added.filter(({ name }) => !given.has(name))
  return [
    ...removals(text, call, gone),
    ...(dropped ? [{ from: call.start, to: call.end, after: ' ' }] : []),
    ...additions(text, call, { change, fresh, dropped, gone })
  ]
}

interface Added {
  readonly name: string
  readonly section: string
  readonly value: string
}

function differences({ before, after, renamed, values }: SignatureChange) {
  const kept = new Set(before.parameters.map(({ name }) => renamed.get(name) ?? name))
  const now = new Set(after.parameters.map(({ name }) => name))
  return {
    removed: new Set(
      before.parameters
        .filter(({ name }) => !now.has(renamed.get(name) ?? name))
        .map(({ name }) => name)
    ),
    added: after.parameters.flatMap(({ name, kind }): Added[] => {
      const value = values.get(name)
      return kept.has(name) || value === undefined
        ? []
        : [{ name, section: sectionOf[kind], value }]
    })
  }
}

function lostResult({ before, after }: SignatureChange): boolean {
  const returns = (one: Signature) => one.parameters.some(({ kind }) => kind === 'RETURNING')
  return returns(before) && !returns(after)
}

function calls(text: string, from: number, to: number): boolean {
  return text.slice(from, to).includes('(')
}

/** Takes arguments out, with their section where nothing else is in it. */
function removals(text: string, call: CallArguments, gone: readonly Argument[]): OffsetEdit[] {
  const empty = call.sections.filter(({ start, keyword }) => {
    const own = inSection(call, start, keyword)
    return own.length > 0 && own.every(one => gone.includes(one))
  })
  return [...gone, ...empty].map(({ start, end }) => {
    const from = start - (/[ \t]*(?:\n[ \t]*)?$/.exec(text.slice(0, start))?.[0].length ?? 0)
    return { from: Math.max(from, call.form === 'functional' ? call.start : 0), to: end, after: '' }
  })
}

function inSection(call: CallArguments, start: number, keyword: string): Argument[] {
  return call.list.filter(one => one.section === keyword && one.start > start)
}

interface Additions {
  readonly change: SignatureChange
  readonly fresh: readonly Added[]
  readonly dropped: boolean
  readonly gone: readonly Argument[]
}

function additions(
  text: string,
  call: CallArguments,
  { change, fresh, dropped, gone }: Additions
): OffsetEdit[] {
  const named = call.list.length > 0 || call.sections.length > 0
  const { positional } = call
  const old = positionalParameter(change.before) ?? ''
  const now = change.renamed.get(old) ?? old
  const staysUnnamed =
    fresh.length === 0 && takesPositional(change.after) && positionalParameter(change.after) === now
  const naming: OffsetEdit[] =
    positional === undefined || dropped || staysUnnamed
      ? []
      : [{ from: positional.start, to: positional.start, after: `${now.toLowerCase()} = ` }]
  const groups = [...Map.groupBy(fresh, ({ section }) => section)]
  const edits = groups.map(([section, own]): OffsetEdit => {
    const words = own.map(({ name, value }) => `${name.toLowerCase()} = ${value}`)
    const last = inNamedSection(call, section).at(-1)
    if (last !== undefined) {
      return { from: last.end, to: last.end, after: separated(text, call, words) }
    }
    const plain = !named && call.form === 'functional' && section === 'EXPORTING'
    const opening = plain ? '' : `${section} `
    return insertion(call, { section, words: `${opening}${words.join(' ')}`, gone })
  })
  // A section that is named needs the first one named as well.
  const unnamed = call.list[0]
  const opens =
    groups.some(([section]) => section !== 'EXPORTING') &&
    call.form === 'functional' &&
    call.sections.length === 0
      ? [unnamed?.start ?? positional?.start].flatMap(at =>
          at === undefined || dropped ? [] : [{ from: at, to: at, after: 'EXPORTING ' }]
        )
      : []
  return [...opens, ...naming, ...edits]
}

function inNamedSection(call: CallArguments, section: string): readonly Argument[] {
  return call.list.filter(one => one.section === section)
}

/** Behind the last argument: in a line of its own where the arguments have lines of their own. */
function separated(text: string, call: CallArguments, words: readonly string[]): string {
  const [first, second] = call.list
  const isInLines =
    first !== undefined &&
    second !== undefined &&
    text.slice(first.start, second.start).includes('\n')
  const line = text.lastIndexOf('\n', (first?.start ?? 0) - 1) + 1
  const break_ = isInLines ? `\n${' '.repeat((first?.start ?? line) - line)}` : ' '
  return words.map(word => `${break_}${word}`).join('')
}

function insertion(
  call: CallArguments,
  { section, words }: { section: string; words: string; gone: readonly Argument[] }
): OffsetEdit {
  const next: Section | undefined = call.sections.find(({ keyword }) =>
    (later[section] ?? []).includes(keyword)
  )
  if (next !== undefined) return { from: next.start, to: next.start, after: `${words} ` }
  const lastEnd = call.list.at(-1)?.end ?? call.positional?.end
  if (lastEnd !== undefined) return { from: lastEnd, to: lastEnd, after: ` ${words}` }
  return call.form === 'functional'
    ? { from: call.start, to: call.end, after: ` ${words} ` }
    : { from: call.end, to: call.end, after: ` ${words}` }
}
