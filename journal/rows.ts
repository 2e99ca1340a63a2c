/** Entries and steps as rows of the database, and back. */
import type {
  JournalEntry,
  JournalIntent,
  JournalOutcome,
  JournalStep,
  RecordedStep,
  StateBefore
} from '../tools/index.ts'
import type { SqlRow, SqlStatement, SqlValue } from './database.ts'
import type { Seal } from './seal.ts'

/** Objects that a list names; an entry with more says so. */
const mostNamed = 10

export function insert(table: string, row: Readonly<Record<string, SqlValue>>): SqlStatement {
  const names = Object.keys(row)
  const places = names.map((_name, index) => `$${index + 1}`)
  return {
    sql: `INSERT INTO ${table} (${names.join(', ')}) VALUES (${places.join(', ')})`,
    values: Object.values(row)
  }
}

export interface NewEntry {
  readonly id: string
  readonly at: number
  readonly owner: string
  readonly intent: JournalIntent
  /** Words of its objects. */
  readonly objects: string
  readonly steps: number
}

export async function entryRow(
  { id, at, owner, intent, objects, steps }: NewEntry,
  seal: Seal
): Promise<SqlStatement> {
  const { call } = intent
  return insert('journal_entry', {
    id,
    at,
    repository: intent.repository,
    system: intent.system,
    identity: intent.identity,
    person: intent.user,
    erp_user: intent.erpUser ?? null,
    tool: intent.tool,
    action: intent.action ?? null,
    call: call === undefined ? null : await seal.close(call, `${id} call`),
    objects,
    steps,
    owner,
    undoes: intent.undoes ?? null
  })
}

/** Equal texts are stored once. */
async function textRows(texts: readonly [string, string][], seal: Seal): Promise<SqlStatement[]> {
  return await Promise.all(
    texts.map(async ([name, text]) => {
      const { sql, values } = insert('journal_text', {
        name,
        content: await seal.close(text, name),
        size: text.length
      })
      return { sql: `${sql} ON CONFLICT (name) DO NOTHING`, values: values ?? [] }
    })
  )
}

/** What of a step is not searched for. */
interface StepFacts {
  readonly step: Pick<JournalStep, 'ref' | 'part' | 'named'>
  readonly before?: Omit<StateBefore, 'texts'> | undefined
}

/** Texts that the database has already need no further compression. */
export type StoredTexts = ReadonlySet<string>

export interface NewStep {
  readonly number: number
  readonly step: JournalStep
}

/** The rows of one step, and the names of its texts. */
export interface StepRows {
  readonly rows: readonly SqlStatement[]
  readonly texts: readonly string[]
}

export async function stepRows(
  id: string,
  { number, step }: NewStep,
  { seal, stored }: { readonly seal: Seal; readonly stored: StoredTexts }
): Promise<StepRows> {
  const { operation, before, ref, part, named: words, transport, after } = step
  const texts = before?.texts ?? {}
  const facts: StepFacts = {
    step: { ref, part, named: words },
    before: before === undefined ? undefined : { kind: before.kind, facts: before.facts }
  }
  const named = Object.entries(texts).map(([field, text]) => ({
    field,
    text,
    name: seal.nameOf(text)
  }))
  // A draft is often equal to the active text beside it.
  const fresh = new Map(
    named.flatMap(({ name, text }) => (stored.has(name) ? [] : [[name, text] as const]))
  )
  const rows = [
    ...(await textRows([...fresh], seal)),
    insert('journal_step', {
      entry: id,
      number,
      operation,
      type: ref?.type ?? null,
      name: ref?.name ?? null,
      transport: transport ?? null,
      after_hash: after ?? null,
      facts: await seal.close(JSON.stringify(facts), `${id} ${number}`)
    }),
    ...named.map(({ field, name }) =>
      insert('journal_use', { entry: id, number, field, text: name })
    )
  ]
  return { rows, texts: named.map(({ name }) => name) }
}

/** The objects of an entry as one text, which a list shows without reading the steps. */
export class NamedObjects {
  readonly #names = new Set<string>()

  add(steps: readonly JournalStep[]): void {
    if (this.#names.size > mostNamed) return
    for (const { ref, named, transport } of steps) {
      const request = transport === undefined ? undefined : `request ${transport}`
      const name = ref === undefined ? (named ?? request) : `${ref.type} ${ref.name}`
      if (name !== undefined) this.#names.add(name)
    }
  }

  get text(): string {
    const [...names] = this.#names
    return (names.length > mostNamed ? [...names.slice(0, mostNamed), '…'] : names).join('\n')
  }
}

export const entryColumns =
  'id, at, ended, outcome, repository, system, identity, person, erp_user, tool, action, call, objects, steps, undoes, undone_by'

export async function entryOf(row: SqlRow, seal: Seal): Promise<JournalEntry> {
  const text = (name: string) => textOf(row[name])
  const id = String(row['id'])
  const call = row['call']
  return {
    id,
    at: Number(row['at']),
    endedAt: row['ended'] === null ? undefined : Number(row['ended']),
    outcome: text('outcome') as JournalOutcome | undefined,
    repository: String(row['repository']),
    system: String(row['system']),
    identity: String(row['identity']),
    user: String(row['person']),
    erpUser: text('erp_user'),
    tool: String(row['tool']),
    action: text('action'),
    call: call instanceof Uint8Array ? await seal.open(call, `${id} call`) : undefined,
    undoes: text('undoes'),
    undoneBy: text('undone_by'),
    objects: String(row['objects']).split('\n').filter(Boolean),
    steps: Number(row['steps'])
  }
}

/** @param used the texts of the step */
export async function stepOf(
  row: SqlRow,
  { used, seal }: { readonly used: readonly SqlRow[]; readonly seal: Seal }
): Promise<RecordedStep> {
  const number = Number(row['number'])
  const facts = JSON.parse(
    await seal.open(bytesOf(row['facts']), `${String(row['entry'])} ${number}`)
  ) as StepFacts
  const texts = Object.fromEntries(
    await Promise.all(
      used.map(async ({ field, name, content }) => [
        String(field),
        await seal.open(bytesOf(content), String(name))
      ])
    )
  ) as Record<string, string>
  return {
    ...facts.step,
    operation: String(row['operation']) as JournalStep['operation'],
    number,
    transport: textOf(row['transport']),
    after: textOf(row['after_hash']),
    outcome: textOf(row['outcome']) as JournalOutcome | undefined,
    ...(facts.before === undefined ? {} : { before: { ...facts.before, texts } })
  }
}

function textOf(value: SqlValue | undefined): string | undefined {
  return value === undefined || value === null ? undefined : String(value)
}

function bytesOf(value: SqlValue | undefined): Uint8Array {
  if (!(value instanceof Uint8Array)) throw new Error('a row of the journal is damaged')
  return value
}
