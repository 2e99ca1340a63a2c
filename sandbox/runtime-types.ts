/**
 * The interface of `runtime/`, which transpiles ABAP with all that it uses and runs it in a
 * confined child process.
 */
import type { FileRange } from './engine-types.ts'
import type { Range, RepositoryFile, TableShape } from './repository-types.ts'

export interface Runtime {
  unit(request: {
    caller?: RunCaller
    coverage?: boolean
    files: readonly RepositoryFile[]
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
    files: readonly RepositoryFile[]
    class: string
    tables: readonly TableShape[]
    database: string
    limits?: RunLimits
  }): Promise<ConsoleRun>
  close(): Promise<void>
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
}
export interface RunLimits {
  readonly milliseconds: number
  readonly memoryMegabytes: number
  readonly outputBytes: number
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
 * A method, subroutine or function module outside of test classes; `owner` is the class of a
 * method, else empty. Names in upper case.
 */
export interface CoveredProcedure extends FileRange {
  readonly kind: 'method' | 'form' | 'function'
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
}
