/** Two sessions of one caller at two systems, as a launcher links them. */
import { prepare, run, systemNotPermitted } from '../../../tools/index.ts'
import type { ToolEvent, ToolResult, ToolSession } from '../../../tools/index.ts'
import { benchOf, callerWith } from './erp.ts'
import type { BenchOptions } from './erp.ts'

export interface Linked {
  readonly session: ToolSession
  /** Events in the order in which they were raised, of both systems. */
  readonly events: ToolEvent[]
  /** Names that were looked up. */
  readonly opened: string[]
  readonly call: (
    name: string,
    args?: unknown,
    io?: Partial<Parameters<typeof run>[2]>
  ) => Promise<ToolResult>
}

/** The session at `dev`; the caller may read `qas`, and not `prd`, which exists. */
export function linked(
  here: BenchOptions,
  there: BenchOptions,
  overrides: { readonly there?: Partial<ToolSession> } = {}
): Linked {
  const all = { caller: callerWith('read', 'write', 'admin') }
  const events: ToolEvent[] = []
  const observers = [(event: ToolEvent) => void events.push(event)]
  const opened: string[] = []
  const prd = { ...benchOf({ ...all, ...there }).session, system: 'prd', observers }
  const qas: ToolSession = {
    ...benchOf({ ...all, ...there }).session,
    system: 'qas',
    observers,
    otherSystems: { names: () => ['prd'], open: () => prd },
    ...overrides.there
  }
  const session: ToolSession = {
    ...benchOf({ ...all, ...here }).session,
    system: 'dev',
    observers,
    otherSystems: {
      names: () => ['qas'],
      open(name) {
        opened.push(name)
        if (name !== 'qas') throw systemNotPermitted(name, ['qas'])
        return qas
      }
    }
  }
  return {
    session,
    events,
    opened,
    call: async (name, args = {}, io = {}) =>
      await run(prepare(session, name, args), session, {
        signal: new AbortController().signal,
        ...io
      })
  }
}
