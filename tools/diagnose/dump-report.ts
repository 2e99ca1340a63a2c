/** The answer for one short dump: what happened, and the frames with their sources. */
import type { Dump, ObjectRef } from '../../erp-client/index.ts'
import type { ToolContext } from '../call/context.ts'
import { fenced } from '../failure/prose.ts'
import type { ToolResult } from '../call/result.ts'
import { cutLines } from '../objects/sources.ts'
import { refWords, systemWords } from '../objects/words.ts'
import type { ColumnRules } from '../mask/index.ts'
import { withoutLiterals } from '../mask/values.ts'
import type { Frame } from './frames.ts'

export interface Slice {
  readonly frame: Frame
  readonly ref?: ObjectRef | undefined
  readonly line?: number | undefined
  readonly text?: string | undefined
  readonly changed?: string | undefined
}

/** The text of a chapter, from its line to that of the next one. */
export function chapter({ chapters, text }: Dump, title: RegExp): string {
  const index = chapters.findIndex(one => title.test(one.title))
  const from = chapters[index]?.line
  if (from === undefined) return ''
  const to = chapters[index + 1]?.line
  return text
    .split('\n')
    .slice(from - 1, to === undefined ? undefined : to - 1)
    .map(line =>
      line
        .replace(/^\s*\|/, '')
        .trimEnd()
        .replace(/\|$/, '')
        .trimEnd()
    )
    .filter(line => !/^-*$/.test(line.trim()))
    .join('\n')
}

interface DumpReport {
  readonly id: string
  /** The caller named the dump by its id. */
  readonly isAsked: boolean
  readonly read: Dump
  readonly slices: readonly Slice[]
  readonly left: number
  readonly values: boolean
}

type Origin = Pick<Slice, 'ref' | 'changed'>

/** The object that all frames share, and the last change of the first frame if all have one. */
function commonOf(slices: readonly Slice[]): Origin {
  const [first] = slices
  if (first?.ref === undefined) return {}
  const words = refWords(first.ref)
  if (!slices.every(({ ref }) => ref !== undefined && refWords(ref) === words)) return {}
  return {
    ref: first.ref,
    changed: slices.every(({ changed }) => changed !== undefined) ? first.changed : undefined
  }
}

function placeOf({ ref, changed }: Origin): string {
  return [
    ref === undefined ? [] : refWords(ref),
    changed === undefined ? [] : `last changed ${changed}`
  ]
    .flat()
    .join(' · ')
}

function frameLine({ frame, ref, text, changed }: Slice, common: Origin): string {
  const place =
    ref === undefined
      ? `${frame.include} ${frame.line}`
      : placeOf(withoutCommon({ ref, changed }, common))
  return `${frame.level} ${frame.kind} ${frame.name === '' ? frame.program : frame.name}${place === '' ? '' : ` (${place})`}${text === undefined ? '' : `\n${text}`}`
}

/** The facts that the frames do not share. */
function withoutCommon({ ref, changed }: Origin, common: Origin): Origin {
  return {
    ref: common.ref === undefined ? ref : undefined,
    changed: changed === common.changed ? undefined : changed
  }
}

/** What happened, in the words of the ERP, shortened. */
function happenedIn(read: Dump): string {
  const chapters = ['short text', 'what happened', 'error analysis']
    .map(title => chapter(read, new RegExp(title, 'i')))
    .filter(text => text !== '')
    .join('\n')
  return cutLines(chapters.replaceAll(/^ +/gm, ' '), 6000).text
}

/** The place of the termination, where the first frame does not name it already. */
function terminationLine({ termination }: Dump, [first]: readonly Slice[]): readonly string[] {
  const { ref, line } = termination ?? {}
  if (ref === undefined) return []
  const isFirst =
    first?.ref !== undefined && refWords(ref) === refWords(first.ref) && line === first.line
  return isFirst ? [] : [`terminated at ${refWords(ref)}${line === undefined ? '' : ` ${line}`}`]
}

function valueLines(
  variables: string | undefined,
  rules: ColumnRules | undefined
): readonly string[] {
  // The text of a dump does not say of what type a value is.
  if (rules !== undefined) return [`Values of variables are not shown: ${rules.setting}.`]
  return variables === undefined
    ? ['Values of variables are shown with values: true.']
    : fenced([variables])
}

export function dumpResult(context: ToolContext, report: DumpReport): ToolResult {
  const { id, isAsked, read, slices, left, values } = report
  const system = systemWords(context.erp)
  const { error, exception, program, user, at } = read
  const happened = withoutLiterals(context, happenedIn(read))
  const common = commonOf(slices)
  const variables = values
    ? [/(?:chosen|selected) variables/i, /contents of system fields/i]
        .map(title => chapter(read, title))
        .filter(text => text !== '')
        .join('\n')
    : undefined
  const more = left === 0 ? '' : ` (${left} more)`
  const where = common.ref === undefined ? '' : `, of ${placeOf(common)}`
  return {
    kind: 'text',
    verbatim: [],
    text: [
      `${system} · dump ${error}${exception === '' ? '' : ` (${exception})`} · ${program} · ${user} · ${at}`,
      ...(isAsked ? [] : [`id ${id}`]),
      ...(happened === '' ? [] : fenced([happened])),
      ...terminationLine(read, slices),
      slices.length === 0
        ? 'The dump shows no call stack.'
        : `calls, own code first${more}${where}:`,
      ...slices.map(slice => frameLine(slice, common)),
      ...valueLines(variables, context.columnRules)
    ].join('\n')
  }
}
