/** Transport requests and their entries in words. */
import type { Transport, TransportEntry, TransportTask } from '../../erp-client/index.ts'
import { objectType } from '../../erp-client/index.ts'
import type { ObjectRef } from '../../erp-client/index.ts'
import { omitUndefined } from '../schema/output.ts'
import { inlineProse } from '../failure/prose.ts'
import { count } from '../objects/words.ts'

const statuses: Readonly<Record<string, string>> = {
  D: 'modifiable',
  L: 'protected',
  O: 'release started',
  R: 'released',
  N: 'released'
}
const kinds: Readonly<Record<string, string>> = {
  K: 'workbench',
  W: 'customizing',
  T: 'transport of copies'
}

export function statusWords(status: string): string {
  return (Object.hasOwn(statuses, status) ? statuses[status] : undefined) ?? status
}

export function isOpen({ status }: Pick<TransportTask, 'status'>): boolean {
  return status === 'D' || status === 'L'
}

/** Everything a request records, its tasks' entries included, each once. */
export function allEntries({ entries, tasks }: Transport): TransportEntry[] {
  const every = [...entries, ...tasks.flatMap(task => task.entries)]
  return [...new Map(every.map(entry => [entryWords(entry), entry])).values()]
}

export function entryWords({ pgmid, type, name }: TransportEntry): string {
  return `${pgmid} ${type} ${name}`
}

/**
 * Parts of an object are recorded by codes of their own; these name the whole object in their first
 * columns.
 */
const wholeOf: Readonly<Record<string, { readonly type: string; readonly length: number }>> = {
  METH: { type: 'CLAS', length: 30 },
  CINC: { type: 'CLAS', length: 30 },
  CLSD: { type: 'CLAS', length: 30 },
  CPUB: { type: 'CLAS', length: 30 },
  CPRO: { type: 'CLAS', length: 30 },
  CPRI: { type: 'CLAS', length: 30 },
  REPS: { type: 'PROG', length: 40 },
  REPT: { type: 'PROG', length: 40 },
  TABD: { type: 'TABL', length: 30 },
  TABT: { type: 'TABL', length: 30 },
  DOMD: { type: 'DOMA', length: 30 },
  DTED: { type: 'DTEL', length: 30 },
  TTYD: { type: 'TTYP', length: 30 },
  VIED: { type: 'VIEW', length: 30 },
  ENQD: { type: 'ENQU', length: 30 },
  MESS: { type: 'MSAG', length: 20 },
  CLSO: { type: 'CLAS', length: 30 },
  INTD: { type: 'INTF', length: 30 }
}

/**
 * The repository object behind an entry; undefined for table keys, comments and types unknown here.
 */
export function entryRef({ pgmid, type, name, adtType }: TransportEntry): ObjectRef | undefined {
  if (pgmid === 'R3TR') {
    const row = objectType(adtType ?? type) ?? objectType(type)
    return row === undefined || row.path.includes('{group}') ? undefined : { type: row.code, name }
  }
  const whole = pgmid === 'LIMU' && Object.hasOwn(wholeOf, type) ? wholeOf[type] : undefined
  return whole === undefined
    ? undefined
    : { type: whole.type, name: name.slice(0, whole.length).replace(/[=\s].*$/, '') }
}

export function transportHead(one: Transport): string {
  const kind = (Object.hasOwn(kinds, one.type) ? kinds[one.type] : undefined) ?? one.type
  const target = one.target === undefined ? 'no target' : `target ${one.target}`
  if (one.headOnly === true) {
    return `${one.number} ${statusWords(one.status)} · ${kind} · ${one.owner} · ${inlineProse(one.description)} · ${target}`
  }
  return `${one.number} ${statusWords(one.status)} · ${kind} · ${one.owner} · ${inlineProse(one.description)} · ${target} · ${count(one.tasks.length, 'task')}, ${count(allEntries(one).length, 'entry').replace('entrys', 'entries')}`
}

/** A request with its tasks and entries, one line each. */
export function transportLines(one: Transport): string[] {
  const ofEntries = (entries: readonly TransportEntry[]) =>
    entries.map(
      entry =>
        `  ${entryWords(entry)}${entry.description === undefined ? '' : `  ${inlineProse(entry.description)}`}`
    )
  return [
    transportHead(one),
    ...(one.attributes ?? []).map(({ name, value }) => `attribute ${name} = ${inlineProse(value)}`),
    ...(one.tasks.length === 0
      ? ofEntries(one.entries)
      : ofEntries(
          one.entries.filter(
            entry =>
              !one.tasks.some(task =>
                task.entries.some(own => entryWords(own) === entryWords(entry))
              )
          )
        )),
    ...one.tasks.flatMap(task => [
      `task ${task.number} ${statusWords(task.status)} · ${task.type === '' ? 'unclassified' : task.type} · ${task.owner}`,
      ...ofEntries(task.entries)
    ])
  ]
}

export function taskData({
  number,
  owner,
  description,
  type,
  status,
  entries
}: TransportTask): object {
  return {
    number,
    owner,
    description,
    type,
    status,
    entries: entries.map(({ pgmid, type: code, name, description: text }) =>
      omitUndefined({ pgmid, type: code, name, description: text })
    )
  }
}

export function transportData(one: Transport): object {
  return omitUndefined({
    ...taskData(one),
    target: one.target,
    changedAt: one.changedAt,
    attributes: one.attributes?.map(({ name, value }) => ({ name, value })),
    tasks: one.tasks.map(taskData)
  })
}
