/** ERPManage journal: the recorded changes, and one of them with what it did. */
import { readSource } from '../../erp-client/index.ts'
import type { ToolContext } from '../call/context.ts'
import type { ToolResult } from '../call/result.ts'
import { inParallel } from '../call/parallel.ts'
import { badArguments, ToolError } from '../failure/errors.ts'
import { sinceOf } from '../insight/changes/since.ts'
import type { JournalEntry, RecordedStep } from '../journal/journal.ts'
import type { OwnJournal } from '../journal/own-journal.ts'
import { count, refWords, systemWords } from '../objects/words.ts'
import { omitUndefined, refData } from '../schema/output.ts'
import { compareTexts } from '../write/source/diff.ts'

export interface JournalArgs {
  readonly change?: string | undefined
  readonly type?: string | undefined
  readonly name?: string | undefined
  readonly since?: string | undefined
  readonly maxResults?: number | undefined
  readonly cursor?: string | undefined
}

const usualResults = 20
/** Steps whose difference is shown; the others are named. */
const mostShown = 20

export async function showJournal(context: ToolContext, args: JournalArgs): Promise<ToolResult> {
  const journal = journalOf(context)
  return args.change === undefined
    ? await listChanges(context, journal, args)
    : await showChange(context, journal, args.change)
}

/** @throws ToolError JOURNAL_OFF */
export function journalOf({ journal }: ToolContext): OwnJournal {
  if (journal !== undefined) return journal
  throw new ToolError(
    'JOURNAL_OFF',
    'Changes are not recorded here, so there is nothing to show.',
    {
      remedy: 'The operator can give --journal-dir or --journal-url.',
      setting: '--journal-dir'
    }
  )
}

async function listChanges(
  context: ToolContext,
  journal: OwnJournal,
  args: JournalArgs
): Promise<ToolResult> {
  const { type, name, since, maxResults: limit = usualResults, cursor } = args
  if ((type === undefined) !== (name === undefined)) {
    throw badArguments('`type` and `name` belong together.', 'Give both, or none of them.')
  }
  const entries = await journal.find({
    limit: limit + 1,
    before: cursor,
    object: type === undefined || name === undefined ? undefined : { type, name },
    since: since === undefined ? undefined : sinceOf(since, Date.now())
  })
  const shown = entries.slice(0, limit)
  // Ids are in the order of time, so that the last one is where to go on.
  const next = entries.length > limit ? shown.at(-1)?.id : undefined
  const system = systemWords(context.erp)
  return {
    kind: 'data',
    data: omitUndefined({
      system,
      action: 'journal',
      changes: shown.map(entryData),
      cursor: next
    }),
    text: [
      `${system} · ${count(shown.length, 'change')}, newest first`,
      ...shown.map(entry => entryLine(entry, journal.seesAll)),
      ...(next === undefined ? [] : [`More with cursor ${next}.`])
    ].join('\n')
  }
}

function entryData(entry: JournalEntry): object {
  return omitUndefined({
    change: entry.id,
    at: new Date(entry.at).toISOString(),
    user: entry.user,
    erpUser: entry.erpUser,
    tool: entry.tool,
    action: entry.action,
    objects: entry.objects,
    outcome: entry.outcome ?? 'running',
    undoes: entry.undoes,
    undoneBy: entry.undoneBy
  })
}

function entryLine(entry: JournalEntry, withUser: boolean): string {
  const at = new Date(entry.at).toISOString().slice(0, 16).replace('T', ' ')
  const action = entry.action === undefined ? '' : ` ${entry.action}`
  return [
    `${entry.id} ${at}`,
    ...(withUser ? [entry.user] : []),
    `${entry.tool}${action} ${entry.objects.join(', ')}`,
    entry.outcome ?? 'running',
    ...(entry.undoneBy === undefined ? [] : [`undone by ${entry.undoneBy}`]),
    ...(entry.undoes === undefined ? [] : [`undoes ${entry.undoes}`])
  ].join(' · ')
}

async function showChange(
  context: ToolContext,
  journal: OwnJournal,
  id: string
): Promise<ToolResult> {
  const { entry, steps } = await journal.read(id.trim().toLowerCase())
  const differences = await inParallel(
    steps.slice(0, mostShown),
    async step => await differenceOf(context, step)
  )
  const system = systemWords(context.erp)
  const lines = steps.map(
    (step, index) => `${stepLine(step)}${index < mostShown ? (differences[index] ?? '') : ''}`
  )
  return {
    kind: 'data',
    data: omitUndefined({
      system,
      action: 'journal',
      ...entryData(entry),
      call: entry.call,
      steps: steps.map(({ operation, ref, named, part, transport, outcome }) =>
        omitUndefined({
          operation,
          ...(ref === undefined ? { named } : refData(ref)),
          include: part,
          transport,
          outcome
        })
      ),
      differences
    }),
    verbatim: ['differences'],
    text: [`${system} · ${entryLine(entry, true)}`, ...lines].join('\n')
  }
}

function stepLine({ operation, ref, named, part, transport, outcome }: RecordedStep): string {
  return [
    operation,
    ...(ref === undefined ? [] : [refWords(ref)]),
    ...(named === undefined ? [] : [named]),
    ...(part === undefined || part === 'main' ? [] : [part]),
    ...(transport === undefined ? [] : [`in ${transport}`]),
    outcome ?? 'running'
  ].join(' · ')
}

/** The text before the change against the present one. */
async function differenceOf(context: ToolContext, step: RecordedStep): Promise<string> {
  const { ref, part, before } = step
  const text = before?.texts['newest']
  if (ref === undefined || text === undefined) return ''
  try {
    const now = await readSource(context.erp, { ref, part }, context.signal)
    const { text: difference } = await compareTexts(text, now.text, context.signal)
    return difference === '' ? '\n(as before now)' : `\n${difference}`
  } catch {
    context.signal.throwIfAborted()
    return '\n(not there now)'
  }
}
