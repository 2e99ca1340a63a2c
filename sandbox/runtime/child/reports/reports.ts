/** Runs executable programs, and what generated code calls of them. */
import { currentRuntime } from '../abap.ts'
import { describe, RunAborted } from '../alerts.ts'
import type { BrokenObject } from '../job.ts'
import { refuse } from '../tables/keys.ts'
import { scalarOf } from '../values.ts'
import { events, left } from './events.ts'
import { leave, ReportLeft } from './leave.ts'
import { List, type ListProgram } from './list.ts'
import { createMemory, type Memory } from './memory.ts'
import { captureMessages } from './messages.ts'
import { raise, type Program } from './program.ts'
import { elementsOf, provideScreen } from './screen.ts'
import { inOwnSession, pass, passedBy, type SubmitOptions } from './submit.ts'
import { provideFields } from './system-fields.ts'
import { variantOf } from './variants.ts'

export interface Reports {
  /** What generated code and the kernel call. */
  readonly service: {
    define(name: string, describe: () => Promise<Program>): void
    leave: typeof leave
    submit(name: unknown, options: SubmitOptions): Promise<void>
    readonly memory: Memory
    /** The elements of the selection screen of the report that runs. */
    screen(): Iterable<unknown>
    /** The list that a report has left in memory. */
    listInMemory(): readonly string[] | undefined
    freeList(): void
    /** Whether the system has this program. */
    exists(name: unknown): boolean
  }
  /** The list that is written now. */
  readonly list: List
  messageSent(): void
  /** Runs a report; its list and its messages are displayed, also where it fails. */
  run(name: string): Promise<void>
}

export interface ReportsOptions {
  readonly outputBytes: number
  readonly broken: readonly BrokenObject[]
  /** Programs that the system has and this one has not. */
  readonly outside: readonly string[]
  display(text: string): void
  /** Loads the modules of the program anew. */
  load(): Promise<void>
}

const DIRECT: SubmitOptions = { returns: true, toMemory: false, selections: [] }

export function createReports(options: ReportsOptions): Reports {
  provideFields()
  provideScreen()
  const programs = new Map<string, () => Promise<Program>>()
  const lists = [new List(options.outputBytes)]
  const running: Program[] = []
  const messages = captureMessages()
  const memory = createMemory()
  let listInMemory: readonly string[] | undefined

  /** The lines of its list go to `show`, also where it fails. */
  const execute = async (
    name: string,
    given: SubmitOptions,
    show: (lines: readonly string[]) => void
  ): Promise<void> => {
    const program = await programs.get(name)?.()
    if (program === undefined) throw notThere(name, options)
    refuseOthers(name, program)
    const list = new List(options.outputBytes, listProgram(program, given))
    lists.push(list)
    running.push(program)
    let how: ReportLeft['how'] | undefined
    try {
      introduce(name, program)
      const variant = given.variant === undefined ? '' : String(scalarOf(given.variant))
      how = await left(() =>
        events(program, messages, async () => {
          if (variant !== '') pass(program, passedBy(await variantOf(name, variant)))
          pass(program, passedBy(given.table))
          pass(program, given.selections)
        })
      )
    } finally {
      lists.pop()
      running.pop()
      // another report has taken the place of this one
      if (how !== 'submit') show(list.lines())
    }
  }
  const submit = async (program: unknown, given: SubmitOptions): Promise<void> => {
    const name = String(scalarOf(program)).trim().toUpperCase()
    const known = new Map(programs)
    let shown: readonly string[] = []
    try {
      await inOwnSession(options.load, () =>
        execute(name, given, lines => {
          shown = lines
        })
      )
    } catch (error) {
      // what a report does not catch, its caller cannot
      if (error instanceof RunAborted) throw error
      throw new RunAborted(await describe(error))
    } finally {
      for (const [each, main] of known) programs.set(each, main)
      if (given.toMemory) listInMemory = shown
      else options.display(textOf(shown, []))
    }
    if (!given.returns) throw new ReportLeft('submit')
  }
  return {
    service: {
      define(name, main) {
        programs.set(name, main)
      },
      leave,
      submit,
      memory,
      screen: () => elementsOf(running.at(-1)),
      listInMemory: () => listInMemory,
      freeList() {
        listInMemory = undefined
      },
      exists(program) {
        const name = String(scalarOf(program)).trim().toUpperCase()
        return programs.has(name) || options.outside.includes(name)
      }
    },
    get list() {
      return lists.at(-1) as List
    },
    messageSent() {
      messages.sent(lists.length > 1)
    },
    async run(name) {
      await execute(name, DIRECT, lines => {
        options.display(textOf(lines, messages.take()))
      })
    }
  }
}

function notThere(name: string, { broken, outside }: ReportsOptions): RunAborted {
  const fault = broken.find(({ place }) => place.startsWith(`PROG ${name},`))
  if (fault !== undefined) refuse(`${name} has errors: ${fault.reason} (${fault.place})`)
  if (outside.includes(name)) {
    refuse(`the program ${name} is named when the program runs and is no part of it`)
  }
  return new RunAborted({
    kind: 'exception',
    title: 'Runtime Error LOAD_PROGRAM_NOT_FOUND',
    details: [`Program ${name} does not exist`],
    stack: new Error('submit').stack ?? ''
  })
}

function refuseOthers(name: string, program: Program): void {
  if (!program.isExecutable) refuse(`running ${name}, which is no executable program`)
  if (program.blocks.some(({ event }) => event === 'GET')) {
    refuse('the event GET of logical databases')
  }
}

function listProgram(program: Program, { lineSize, lineCount }: SubmitOptions): ListProgram {
  return {
    ...program,
    ...(lineSize === undefined ? {} : { lineSize: Number(scalarOf(lineSize)) }),
    ...(lineCount === undefined ? {} : { lineCount: Number(scalarOf(lineCount)) }),
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
