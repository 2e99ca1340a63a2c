/** The messages between the parent and a child process that runs a program. */
import type {
  OutsideObjects,
  RunCaller,
  RunDump,
  RunEnd,
  RunReached,
  RunTrace,
  RunValue,
  RunVariable
} from '../../types.ts'

/**
 * What the parent writes for the child, and the events the child writes to descriptor 3, one JSON
 * document a line.
 */
export interface Job {
  /** File URLs of the library's code and of the script that fills the realm. */
  readonly library: string
  readonly realm: string
  readonly modules: readonly JobModule[]
  /** Internal names of classes whose class constructor runs after loading, in order. */
  readonly constructors: readonly string[]
  /** Path of the private copy of the rows; the child may write it. Absent: there are no tables. */
  readonly database?: string
  readonly outputBytes: number
  readonly caller?: RunCaller
  /** Where the child leaves the changes of rows that a console program has committed. */
  readonly changes: string
  /**
   * How many counters the program has (0: it does not count), and where they are noted after every
   * method.
   */
  readonly counters: { readonly count: number; readonly file: string }
  readonly task: Task
  readonly broken: readonly BrokenObject[]
  readonly outside: OutsideObjects
  /** Folder where the process leaves the compiled code of the library and the realm at its end. */
  readonly compiled?: string
  /** The program is debugged: where it stops at first. */
  readonly debug?: {
    readonly breakpoints: readonly RawBreakpoint[]
    readonly until?: RunEnd | undefined
  }
  /** The program is measured. */
  readonly isTraced?: boolean
}

/**
 * An object of the program that has errors: the names by which code would find it, its first error
 * and where that stands.
 */
export interface BrokenObject {
  readonly names: readonly string[]
  readonly isFunction: boolean
  readonly reason: string
  readonly place: string
}

export interface JobModule {
  readonly id: string
  readonly url: string
  readonly object: string
}

export interface UnitTask {
  readonly kind: 'unit'
  readonly classes: readonly UnitClass[]
}
export interface UnitClass {
  readonly index: number
  readonly key: string
  readonly methods: readonly { readonly index: number; readonly name: string }[]
}
export interface ConsoleTask {
  readonly kind: 'console'
  readonly key: string
}
/** An executable program, by its upper-case name. */
export interface ReportTask {
  readonly kind: 'report'
  readonly program: string
}
export type Task = UnitTask | ConsoleTask | ReportTask

/** An alert of the child: positions are those of the generated code. */
export interface RawAlert {
  readonly kind: 'failedAssertion' | 'exception' | 'unsupported' | 'limit' | 'warning'
  readonly title: string
  readonly details: readonly string[]
  /** JavaScript stack. */
  readonly stack: string
  /** Where an ABAP exception was raised. */
  readonly raised?: { readonly file: string; readonly row: number }
  readonly dump?: RawDump
}

/** What is told of a runtime error; an error of the runtime's own has no name yet. */
export interface RawDump extends Omit<RunDump, 'frames'> {
  /** By frame of the program in the stack, innermost first; absent where nothing is debugged. */
  readonly scopes?: readonly (RawScope | null)[]
}
/** Variables of a procedure where it stands at a statement. */
export interface RawScope {
  readonly statement: number
  readonly variables: readonly RunValue[]
}

/**
 * What was measured: calls by the procedures around them, and accesses to the database, in
 * microseconds. The first call is the program; the procedures have the numbers of their counters.
 */
export interface RawTrace {
  readonly calls: readonly {
    readonly procedure: number
    readonly parent: number
    readonly count: number
    readonly gross: number
    readonly net: number
  }[]
  readonly accesses: RunTrace['accesses']
}

/** A value of the program as the debugger shows it. */
export type RawVariable = RunVariable
export interface RawChild extends RawVariable {
  readonly parent: string
}

/** Where a program stops, in terms of its code. */
export interface RawBreakpoint {
  readonly id: string
  readonly condition?: string | undefined
  readonly statements: readonly number[]
  /** The class of an exception, or `ID NNN T` of a message, in upper case. */
  readonly exception?: string | undefined
  readonly message?: string | undefined
}

export type DebugStep = 'into' | 'over' | 'return' | 'continue' | 'line'

/** What a program that stands is told, one JSON document a line; `frame` 0 is the innermost. */
export type DebugCommand =
  | { readonly command: 'variables'; readonly frame: number; readonly ids: readonly string[] }
  | { readonly command: 'children'; readonly frame: number; readonly parents: readonly string[] }
  | { readonly command: 'watch'; readonly ids: readonly string[] }
  | {
      readonly command: 'set'
      readonly frame: number
      readonly id: string
      readonly value: string
    }
  | { readonly command: 'end' }
  | {
      readonly command: 'go'
      readonly step: DebugStep
      /** Where it stops, and for `line` where it stops as well this time. */
      readonly breakpoints: readonly RawBreakpoint[]
      readonly target: readonly number[]
    }

export type ChildEvent =
  /** The runtime and the library are there; the user's code is loaded now. */
  | { readonly event: 'ready' }
  | { readonly event: 'loaded' }
  | { readonly event: 'failed'; readonly module: string; readonly alert: RawAlert }
  | { readonly event: 'classAlerts'; readonly class: number; readonly alerts: readonly RawAlert[] }
  | { readonly event: 'start'; readonly class: number; readonly method: number }
  | {
      readonly event: 'end'
      readonly class: number
      readonly method: number
      readonly milliseconds: number
      readonly alerts: readonly RawAlert[]
    }
  | { readonly event: 'output'; readonly text: string }
  /** A console program changed rows and did not commit them. */
  | { readonly event: 'uncommitted' }
  | { readonly event: 'alert'; readonly alert: RawAlert }
  /** The program stands at a statement and waits for commands. */
  | {
      readonly event: 'stopped'
      readonly statement: number
      readonly stack: string
      readonly watched: readonly string[]
      readonly reached: readonly RunReached[]
    }
  | { readonly event: 'variables'; readonly variables: readonly (RawVariable | null)[] }
  | { readonly event: 'set'; readonly refused?: string }
  | { readonly event: 'children'; readonly children: readonly RawChild[] }
  | { readonly event: 'traced'; readonly trace: RawTrace }
  | { readonly event: 'done' }
