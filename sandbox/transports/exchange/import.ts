/** Imports one request of the queue: its objects, its records and its log are one change. */
import type { StagedImport } from '../../store/exchange/types.ts'
import type { System } from '../../system.ts'
import type { ObjectKey, ObjectType, RepositoryFile } from '../../types.ts'
import { synchronize } from '../../workbench/activation.ts'
import { sameObject } from '../../workbench/checks.ts'
import { labelOfObject, obstacleOf, warningsOf } from './obstacles.ts'
import type { ImportOptions } from './obstacles.ts'
import type {
  ExportedRequest,
  ImportMessage,
  ImportReport,
  QueueEntry,
  QueueState,
  ReturnCode
} from './types.ts'

const codes: Readonly<Record<ImportMessage['severity'], ReturnCode>> = { I: 0, W: 4, E: 8, A: 12 }

export function codeOf(messages: readonly ImportMessage[]): ReturnCode {
  return messages.reduce<ReturnCode>(
    (code, { severity }) => (codes[severity] > code ? codes[severity] : code),
    0
  )
}

/** Sources become active with their errors, as a program does in the ERP; the rest does not. */
const generated: ReadonlySet<ObjectType> = new Set(['CLAS', 'INTF', 'PROG', 'INCL', 'FUGR', 'TYPE'])

function importMessage(severity: ImportMessage['severity'], text: string): ImportMessage {
  return { step: 'import', severity, text }
}

function readContent(system: System, number: string): ExportedRequest | undefined {
  try {
    return JSON.parse(system.store.exchange.content(number) ?? '') as ExportedRequest
  } catch {
    return undefined
  }
}

interface Checked {
  readonly messages: readonly ImportMessage[]
  readonly inactive: readonly ObjectKey[]
}

/** Checks the objects as they will stand together. */
async function checkStaged(system: System, staged: StagedImport): Promise<Checked> {
  const keys = staged.staged.filter(({ type }) => type !== 'DEVC')
  const owners = new Map<string, ObjectKey>()
  const overlay: RepositoryFile[] = []
  for (const key of keys) {
    for (const file of staged.filesOf(key)) {
      owners.set(file.name, key)
      overlay.push(file)
    }
  }
  if (overlay.length === 0) return { messages: [], inactive: [] }
  const found = await system.engine.check({ files: [...owners.keys()], overlay })
  const errors = found.filter(({ severity }) => severity === 'E')
  const messages = errors.flatMap(({ file, startRow, text }) => {
    const key = owners.get(file)
    if (key === undefined) return []
    const step = generated.has(key.type) ? ('generation' as const) : ('activation' as const)
    const where = `${labelOfObject(key)}, file ${file}, line ${startRow}`
    return [{ step, severity: 'E' as const, text: `${where}: ${text}` }]
  })
  const failing = errors.flatMap(({ file }) => owners.get(file) ?? [])
  return {
    messages,
    inactive: keys.filter(
      key => !generated.has(key.type) && failing.some(each => sameObject(each, key))
    )
  }
}

/** The request as a record of this system: released, with its objects. */
function keepRecords(system: System, { request, entries }: ExportedRequest): void {
  const { transports } = system.store
  transports.save({ ...request, status: 'R' })
  for (const entry of entries) transports.addEntry({ ...entry, number: request.number })
}

interface Settlement {
  readonly number: string
  readonly user: string
  readonly state: QueueState
}

function settle(
  system: System,
  { number, user, state }: Settlement,
  messages: readonly ImportMessage[]
): ImportReport {
  const { exchange } = system.store
  const code = codeOf(messages)
  const importedAt = Date.now()
  exchange.settle(number, { state, code, importedAt, importedBy: user })
  exchange.addImportMessages(number, importedAt, messages)
  return { number, code, messages }
}

/** On its way to the systems behind this one, except the one it comes from. */
function forward(system: System, { request, source }: ExportedRequest, content: string): void {
  for (const { name, exported } of system.targets) {
    if (exported && name !== source) {
      system.store.exchange.addExport({ number: request.number, target: name, content })
    }
  }
}

function cancelled(system: System, entry: QueueEntry, user: string): ImportReport {
  const text = `The data of request ${entry.number} cannot be read; the request stays in the queue. Release the changes once more in a new request`
  const messages = [importMessage('A', text)]
  const outcome = { number: entry.number, user, state: entry.state }
  const reports: ImportReport[] = []
  system.store.transports.atomically(() => reports.push(settle(system, outcome, messages)))
  return reports[0] ?? { number: entry.number, code: 12, messages }
}

interface Turn {
  readonly options: ImportOptions
  /** Requests that wait and came before this one. */
  readonly earlier: readonly string[]
}

function orderMessages(earlier: readonly string[]): ImportMessage[] {
  if (earlier.length === 0) return []
  const text = `The request is imported before ${earlier.join(', ')}, which came earlier. It stays in the queue and is imported again in its turn`
  return [importMessage('W', text)]
}

/**
 * Imports a request of the queue. A crash leaves the import not begun, or done with its log: all
 * of it is one change of the store.
 */
export function importRequest(
  system: System,
  entry: QueueEntry,
  { options, earlier }: Turn
): Promise<ImportReport> {
  return system.exclusive(async () => {
    const { number } = entry
    const sent = readContent(system, number)
    if (sent === undefined) return cancelled(system, entry, options.user)
    const obstacles = sent.objects.map(each => ({
      each,
      text: obstacleOf(system, each, { source: sent.source, options })
    }))
    const free = obstacles.flatMap(({ each, text }) => (text === undefined ? [each] : []))
    const staged = system.store.stageImport(free)
    const checked = await checkStaged(system, staged)
    const messages = [
      ...orderMessages(earlier),
      ...obstacles.flatMap(({ text }) => (text === undefined ? [] : [importMessage('E', text)])),
      ...staged.refused.map(({ key, reason }) =>
        importMessage('E', `${labelOfObject(key)} was not imported: ${reason}`)
      ),
      ...warningsOf(system, { objects: free }),
      ...staged.staged.map(key => importMessage('I', `${labelOfObject(key)} was imported`)),
      ...checked.messages
    ]
    const state = earlier.length > 0 ? 'preliminary' : 'imported'
    const { user } = options
    return await commitImport(system, { staged, checked, sent, user }, () => {
      keepRecords(system, sent)
      forward(system, sent, system.store.exchange.content(number) ?? '')
      return settle(system, { number, user, state }, messages)
    })
  })
}

async function commitImport(
  system: System,
  work: {
    readonly staged: StagedImport
    readonly checked: Checked
    readonly sent: ExportedRequest
    readonly user: string
  },
  alongside: () => ImportReport
): Promise<ImportReport> {
  const { staged, checked, sent, user } = work
  const { store } = system
  const keys = sent.objects.map(({ key }) => key)
  const known = keys.filter(key => store.get(key) !== undefined)
  const before = known.length === 0 ? [] : store.files('active', known)
  const reports: ImportReport[] = []
  staged.commit({
    inactive: checked.inactive,
    versions: system.versionsAtImport ? { user, request: sent.request.number } : undefined,
    alongside: () => reports.push(alongside())
  })
  await synchronize(system, keys, before)
  const [report] = reports
  if (report === undefined) throw new Error(`The import of ${sent.request.number} left no report`)
  system.exported()
  return report
}
