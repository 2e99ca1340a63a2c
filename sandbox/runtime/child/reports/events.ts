/** The events of a report in their order. */
import { currentRuntime } from '../abap.ts'
import { RunAborted } from '../alerts.ts'
import { isTable } from '../values.ts'
import { ReportLeft } from './leave.ts'
import type { Messages } from './messages.ts'
import { raise, type Program, type Selection } from './program.ts'

/** How the program left the report, where it did. */
export async function left(run: () => Promise<void>): Promise<ReportLeft['how'] | undefined> {
  try {
    await run()
    return undefined
  } catch (error) {
    if (error instanceof ReportLeft) return error.how
    throw error
  }
}

/** `pass` gives the selections of a caller, between INITIALIZATION and the selection screen. */
export async function events(
  program: Program,
  messages: Messages,
  pass: () => Promise<void>
): Promise<void> {
  await raise(program, 'LOAD-OF-PROGRAM')
  for (const selection of program.selections) begin(selection)
  await raise(program, 'INITIALIZATION')
  await pass()
  await messages.within('AT SELECTION-SCREEN refuses the selections', () =>
    selectionScreen(program)
  )
  const how = await left(async () => {
    if (await raise(program, 'START-OF-SELECTION')) throw new ReportLeft('list')
  })
  if (how !== undefined && how !== 'stop') throw new ReportLeft(how)
  await raise(program, 'END-OF-SELECTION')
}

/** The start value: DEFAULT, or that of the user's memory. */
function begin({ kind, memory, field, start }: Selection): void {
  field().clear()
  start()
  if (memory === undefined || kind !== 'P' || !isInitial(field())) return
  const { statements } = currentRuntime()
  const id = new (currentRuntime().types.String)()
  id.set(memory)
  const get = statements.getParameter as unknown as (id: unknown, target: unknown) => void
  get.call(statements, id, field())
}

/** The selection screen is processed as in the background: its events are raised, nothing is shown. */
async function selectionScreen(program: Program): Promise<void> {
  const { selections, blocks } = program
  if (selections.length === 0) return
  await raise(program, 'AT SELECTION-SCREEN', 'OUTPUT')
  const missing = selections.filter(({ isObligatory, field }) => isObligatory && isInitial(field()))
  if (missing.length > 0) {
    throw new RunAborted({
      kind: 'exception',
      title: `Required entries are missing: ${missing.map(({ name }) => name).join(', ')}`,
      details: ['A report that is run without its selection screen takes the start values'],
      stack: ''
    })
  }
  const subjects = blocks
    .filter(({ event }) => event === 'AT SELECTION-SCREEN')
    .map(({ subject }) => subject)
  const named = [
    ...selections.map(({ name }) => name).filter(name => subjects.includes(name)),
    ...subjects.filter(subject => /^(END OF|RADIOBUTTON GROUP|BLOCK) /.test(subject)),
    ''
  ]
  for (const subject of new Set(named)) await raise(program, 'AT SELECTION-SCREEN', subject)
}

function isInitial(field: unknown): boolean {
  if (isTable(field)) return field.array().length === 0
  const { compare } = currentRuntime() as unknown as {
    compare: { initial(value: unknown): boolean }
  }
  return compare.initial(field)
}
