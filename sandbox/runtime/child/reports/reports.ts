/** Runs executable programs: the events of a report in their order, its messages and its list. */
import { currentRuntime } from '../abap.ts'
import { RunAborted } from '../alerts.ts'
import { isTable } from '../values.ts'
import { leave, ReportLeft } from './leave.ts'
import { List, type ListProgram } from './list.ts'
import { captureMessages, type Messages } from './messages.ts'
import { raise, type Field, type Program, type Selection } from './program.ts'

export interface Reports {
  /** What generated code calls. */
  readonly service: {
    define(name: string, describe: () => Promise<Program>): void
    leave: typeof leave
  }
  /** The list that is written now. */
  readonly list: List
  messageSent(): void
  /** Runs a report; its list and its messages are written, also where it fails. */
  run(name: string, write: (text: string) => void): Promise<void>
}

interface Session {
  readonly list: List
}

export function createReports(outputBytes: number): Reports {
  provideFields()
  const programs = new Map<string, () => Promise<Program>>()
  const sessions: Session[] = [{ list: new List(outputBytes) }]
  const messages = captureMessages()
  const current = (): Session => sessions.at(-1) as Session
  return {
    service: {
      define(name, describe) {
        programs.set(name, describe)
      },
      leave
    },
    get list() {
      return current().list
    },
    messageSent() {
      messages.sent(sessions.length > 1)
    },
    async run(name, write) {
      const program = await programs.get(name)?.()
      if (program === undefined) throw new Error(`program ${name} is not there`)
      refuseOthers(name, program)
      const list = new List(outputBytes, listProgram(program))
      sessions.push({ list })
      try {
        introduce(name, program)
        await left(() => events(program, messages))
      } finally {
        sessions.pop()
        write(textOf(list.lines(), messages.take()))
      }
    }
  }
}

/** The system fields of lists and dialogs, which the runtime has not. */
function provideFields(): void {
  const { Character, Integer } = currentRuntime().types as unknown as {
    readonly Character: new (length: number, more: object) => Field
    readonly Integer: new () => Field
  }
  const sy = currentRuntime().builtin.sy.get() as Record<string, Field>
  for (const name of [
    'colno',
    'linno',
    'pagno',
    'linsz',
    'linct',
    'lsind',
    'listi',
    'scols',
    'srows'
  ]) {
    sy[name] ??= new Integer()
  }
  const texts = { title: 70, slset: 14, ucomm: 70, pfkey: 20, dynnr: 4, wtitl: 1, binpt: 1 }
  for (const [name, length] of Object.entries(texts)) sy[name] ??= new Character(length, {})
  for (const [name, text] of [
    ['vline', '|'],
    ['uline', '-'.repeat(255)]
  ] as const) {
    sy[name] ??= new Character(text.length, {})
    sy[name].set(text)
  }
}

function refuseOthers(name: string, program: Program): void {
  if (!program.isExecutable) throw unsupported(`running ${name}, which is no executable program`)
  if (program.blocks.some(({ event }) => event === 'GET')) {
    throw unsupported('the event GET of logical databases')
  }
}

function listProgram(program: Program): ListProgram {
  return {
    ...program,
    title: program.header === '' ? program.title : program.header,
    async topOfPage() {
      await raise(program, 'TOP-OF-PAGE')
    },
    async endOfPage() {
      await raise(program, 'END-OF-PAGE')
    }
  }
}

function introduce(name: string, { title }: Program): void {
  const sy = currentRuntime().builtin.sy.get()
  sy.cprog?.set(name)
  sy.title?.set(title)
  sy.slset?.set('')
}

function textOf(lines: readonly string[], messages: readonly string[]): string {
  const gap = lines.length > 0 && messages.length > 0 ? [''] : []
  return [...lines, ...gap, ...messages].map(line => `${line}\n`).join('')
}

/** How the program left the report, where it did. */
async function left(run: () => Promise<void>): Promise<ReportLeft['how'] | undefined> {
  try {
    await run()
    return undefined
  } catch (error) {
    if (error instanceof ReportLeft) return error.how
    throw error
  }
}

async function events(program: Program, messages: Messages): Promise<void> {
  await raise(program, 'LOAD-OF-PROGRAM')
  for (const selection of program.selections) begin(selection)
  await raise(program, 'INITIALIZATION')
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

export function unsupported(what: string): RunAborted {
  return new RunAborted({
    kind: 'unsupported',
    title: `Not supported by the sandbox runtime: ${what}`,
    details: [],
    stack: new Error('report').stack ?? ''
  })
}
