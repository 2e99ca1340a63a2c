/**
 * The interface of `runtime/`, which transpiles ABAP with all that it uses and runs it in a
 * confined child process.
 */
import type { FileRange } from './engine-types.ts'
import type { Range, RepositoryFile, TableShape } from './repository-types.ts'

export interface Runtime {
  unit(request: {
    caller?: RunCaller
    debug?: RunDebugger
    /** Whether calls and accesses to the database are measured; not with coverage or a debugger. */
    isTraced?: boolean
    coverage?: boolean
    files: readonly RepositoryFile[]
    outside?: OutsideObjects
    classes: readonly {
      readonly file: string
      readonly name: string
      readonly methods: readonly string[]
    }[]
    tables: readonly TableShape[]
    database: string
    limits?: RunLimits
  }): Promise<UnitRun>
  console(request: {
    caller?: RunCaller
    debug?: RunDebugger
    /** Whether calls and accesses to the database are measured; not with coverage or a debugger. */
    isTraced?: boolean
    files: readonly RepositoryFile[]
    outside?: OutsideObjects
    class: string
    tables: readonly TableShape[]
    database: string
    limits?: RunLimits
  }): Promise<ConsoleRun>
  /** Runs an executable program with the start values of its selection screen. */
  report(request: {
    caller?: RunCaller
    debug?: RunDebugger
    /** Whether calls and accesses to the database are measured; not with coverage or a debugger. */
    isTraced?: boolean
    files: readonly RepositoryFile[]
    outside?: OutsideObjects
    program: string
    tables: readonly TableShape[]
    database: string
    limits?: RunLimits
  }): Promise<ConsoleRun>
  close(): Promise<void>
}
/** What the system has and the files of a program have not; names in upper case. */
export interface OutsideObjects {
  /** Classes and interfaces. */
  readonly classes: readonly string[]
  readonly functions: readonly string[]
  readonly programs: readonly string[]
  /** The name spaces that the system develops in: `/NAME/`. */
  readonly namespaces: readonly string[]
}
/**
 * The user, client and system of a run: SY-UNAME, SY-MANDT, SY-SYSID, and the two-letter language
 * behind SY-LANGU.
 */
export interface RunCaller {
  readonly user: string
  readonly client: string
  readonly system: string
  readonly language: string
  /** What AUTHORITY-CHECK finds; a user without a list may do everything. */
  readonly authorizations?: readonly RunAuthorization[] | undefined
}
/** An authorization for an object: its fields, each with the values that are permitted. */
export interface RunAuthorization {
  readonly object: string
  readonly fields: Readonly<Record<string, readonly string[]>>
}
/** A row of a file of the repository. */
export interface RunPlace {
  readonly file: string
  readonly row: number
}
/** Where a run stops: at a row, or at what its statements do; names are in upper case. */
export type RunBreakpoint = {
  readonly id: string
  /** In ABAP, for the place where the breakpoint is reached. */
  readonly condition?: string | undefined
} & (
  | { readonly kind: 'line'; readonly place: RunPlace }
  /** The first words of statements. */
  | { readonly kind: 'statement'; readonly statement: string }
  /** An exception of this class, or of one below it, is raised. */
  | { readonly kind: 'exception'; readonly exception: string }
  /** `ID NNN T`. */
  | { readonly kind: 'message'; readonly message: string }
)
/** What a program exceeds, by the runtime error of the ERP, and the limits where it is ended. */
export interface RunEnd {
  readonly error: 'TIME_OUT' | 'TSV_TNEW_PAGE_ALLOC_FAILED'
  readonly milliseconds: number
  readonly megabytes: number
}
export interface RunReached {
  readonly id: string
  /** Whether its condition names what is not known there. */
  readonly isUnresolvable: boolean
}
/** Where a run stops, and what is told of its stops. A debugged run measures no coverage. */
export interface RunDebugger {
  /** Ends the program with a runtime error at a statement behind these limits. */
  readonly until?: RunEnd
  breakpoints(): readonly RunBreakpoint[]
  stopped(stop: RunStop): void
  /** The program has ended, wherever it stood. */
  ended(): void
}
export interface RunFrame extends RunPlace {
  readonly procedure: string
  /** Known in programs that are debugged. */
  readonly kind?: CoveredProcedure['kind'] | undefined
  /** Number of the frame for its variables. */
  readonly frame: number
}
/** The ways to go on: as steps of a debugger, or until a row is reached. */
export type RunStep =
  | { readonly kind: 'into' | 'over' | 'return' | 'continue' }
  | { readonly kind: 'line'; readonly place: RunPlace }
export interface RunVariable {
  readonly id: string
  readonly name: string
  readonly meta: 'simple' | 'string' | 'structure' | 'table' | 'objectref' | 'dataref'
  readonly type: string
  readonly technical: string
  readonly value: string
  readonly lines: number
}
/** A program that stands at a statement, until it is told to go on. */
export interface RunStop {
  /** Innermost first. */
  readonly frames: readonly RunFrame[]
  /** Breakpoints that are reached. */
  readonly reached: readonly RunReached[]
  /** Watched variables that have changed. */
  readonly watched: readonly string[]
  /** The variables that are known there. */
  variables(frame: number, ids: readonly string[]): Promise<RunVariable[]>
  children(
    frame: number,
    parents: readonly string[]
  ): Promise<(RunVariable & { readonly parent: string })[]>
  /** Watches these variables of the innermost procedure, and no others. */
  watch(ids: readonly string[]): Promise<void>
  /** Gives a variable another value. @returns why not, where it was refused */
  set(frame: number, id: string, value: string): Promise<string | undefined>
  go(step: RunStep): void
  /** Ends the program where it stands. */
  terminate(): void
}
export interface RunLimits {
  readonly milliseconds: number
  readonly memoryMegabytes: number
  readonly outputBytes: number
}
/** What was measured of a program, in microseconds. */
export interface RunTrace {
  /** Calls by the calls around them; the first is the program, whose parent is -1. */
  readonly calls: readonly {
    /** Absent for the program. */
    readonly procedure?: RunPlace & {
      readonly kind: 'method' | 'form' | 'function'
      /** Class of a method; else empty. */
      readonly owner: string
      readonly name: string
    }
    readonly parent: number
    readonly count: number
    readonly gross: number
    readonly net: number
  }[]
  readonly accesses: readonly {
    readonly statement: string
    readonly table: string
    readonly call: number
    readonly count: number
    readonly time: number
  }[]
}
export interface RunValue {
  readonly name: string
  readonly value: string
}
/** A level of the call stack at a runtime error. */
export interface RunDumpFrame extends RunPlace {
  readonly procedure: string
  /** Known in programs that are debugged. */
  readonly variables?: readonly RunValue[]
}
/** What a runtime error leaves behind, for its short dump. */
export interface RunDump {
  /** Name of the runtime error. */
  readonly error: string
  /** Class of the uncaught exception; empty where the error is none. */
  readonly exception: string
  /** Whether the program could have handled it, so that the test framework does. */
  readonly isCatchable: boolean
  /** The exception, and what it was raised for. */
  readonly chain: readonly { readonly name: string; readonly text: string }[]
  readonly system: readonly RunValue[]
  /** Innermost first. */
  readonly frames: readonly RunDumpFrame[]
}
export interface RunStack {
  readonly file: string
  readonly row: number
  readonly text: string
}
export interface UnitRun {
  readonly classes: readonly {
    readonly file: string
    readonly name: string
    readonly alerts: readonly RunAlert[]
    readonly methods: readonly {
      readonly name: string
      readonly milliseconds: number
      readonly alerts: readonly RunAlert[]
    }[]
  }[]
  /** Coverage, when requested; methods that were stopped are not counted. */
  readonly coverage?: readonly CoveredProcedure[]
  /** Where it was asked for. */
  readonly trace?: RunTrace | undefined
}
/**
 * How often a statement ran. A condition counts how often it was true and false; ELSEIF counts as
 * reached when all before it were false. WHEN, ELSE, CATCH and declarations are no statements of
 * their own.
 */
export interface CoveredStatement extends Range {
  readonly executed: number
  readonly branch?: { readonly executedTrue: number; readonly executedFalse: number }
}
/**
 * A method, subroutine, function module or event block outside of test classes; `owner` is the class of a
 * method, else empty. Names in upper case.
 */
export interface CoveredProcedure extends FileRange {
  readonly kind: 'method' | 'form' | 'function' | 'event'
  /** Of a method. */
  readonly visibility: 'public' | 'protected' | 'private' | undefined
  readonly owner: string
  readonly name: string
  readonly executed: number
  readonly statements: readonly CoveredStatement[]
}
export interface RunAlert {
  /**
   * failedAssertion, exception (an uncaught one), unsupported (a construct the runtime cannot run),
   * limit (time, memory, output), warning.
   */
  readonly kind: 'failedAssertion' | 'exception' | 'unsupported' | 'limit' | 'warning'
  readonly title: string
  readonly details: readonly string[]
  readonly stack: readonly RunStack[]
  /** Of an error that ABAP ends with a short dump. */
  readonly dump?: RunDump
  /** The process was stopped where the ERP ends the program with this runtime error. */
  readonly terminated?: RunEnd['error']
}
export interface ConsoleRun {
  readonly output: string
  readonly alert?: RunAlert
  /**
   * What the program changed in the rows and committed (COMMIT WORK), as a changeset for
   * `Database.apply`.
   */
  readonly changes?: Uint8Array
  /** Whether it changed rows without committing them. */
  readonly uncommitted?: boolean
  /** Where it was asked for. */
  readonly trace?: RunTrace | undefined
}
