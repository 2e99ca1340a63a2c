/** The types of a transpiled program. */
import type { ProcessFile } from '../process-files.ts'
import type { RepositoryFile, TableShape } from '../../types.ts'

/**
 * The request to the transpiling thread: user objects, and the shapes of tables and views that
 * replace DDL sources.
 */
export interface TranspileRequest {
  readonly files: readonly RepositoryFile[]
  readonly tables: readonly TableShape[]
  readonly probes?: Probes
}

/** Whether the code counts how often it runs, may be stopped, or tells of its procedures. */
export type Probes = 'none' | 'counted' | 'debugged' | 'traced'

/** Row and column of the start, row and column behind the end; rows 1-based, columns 0-based. */
export type Span = readonly [number, number, number, number]

/**
 * `id` counts how often it was reached, less the counters in `without`; `whenTrue` counts
 * the true branch of a condition.
 */
export interface ProbedStatement {
  readonly span: Span
  readonly id: number
  readonly without?: readonly number[]
  readonly whenTrue?: number
  /** In upper case, for a debugger. */
  readonly text?: string
}

/** A procedure with counters; `owner` is the class of a method. */
export interface CoverageProbes {
  readonly file: string
  readonly kind: 'method' | 'form' | 'function' | 'event'
  readonly visibility: 'public' | 'protected' | 'private' | undefined
  readonly owner: string
  readonly name: string
  readonly span: Span
  readonly id: number
  readonly statements: readonly ProbedStatement[]
}

/**
 * One JavaScript module. `file` is the ABAP file it was made of (merged locals name the
 * implementation include).
 */
export interface Module {
  readonly id: string
  readonly file: string
  readonly statements: Readonly<Record<string, readonly Span[]>>
  /** Upper-case object name, e.g. `ZCL_X`, and its type, e.g. `CLAS`. */
  readonly object: string
  readonly type: string
  readonly code: string
  readonly sources: readonly string[]
  /**
   * Quintuples: generated line (1-based), generated column (0-based), index in `sources`, ABAP row
   * (1-based), ABAP column (0-based).
   */
  readonly positions: readonly number[]
  /** Internal names of classes whose class constructor must run once everything is loaded. */
  readonly constructors: readonly string[]
  /**
   * Upper-case names of the local classes defined here → the key under which the runtime keeps
   * them.
   */
  readonly classes: Readonly<Record<string, string>>
}

/**
 * Something the runtime cannot run: the object it makes unusable, and the construct and its place.
 */
export interface Problem {
  readonly object: string
  readonly type: string
  readonly file: string
  readonly row: number
  readonly text: string
  /** Upper-case names of the function modules that are missing with a function group. */
  readonly functions?: readonly string[]
}

/** What an object was translated to. */
export interface Translation {
  readonly modules: readonly Module[]
  readonly problems: readonly Problem[]
  readonly probes: readonly CoverageProbes[]
}

/** Modules in an order in which every class follows its superclass. */
export interface Program {
  readonly modules: readonly Module[]
  readonly problems: readonly Problem[]
  /** The counted places, and the largest counter; empty and 0 without coverage. */
  readonly probes: readonly CoverageProbes[]
  readonly counters: number
}

/**
 * The kernel library, with the script that fills the realm that programs run in and the modules of
 * the process around it.
 */
export interface LibraryProgram extends Program {
  readonly realm: string
  readonly process: readonly ProcessFile[]
}

/** Folders of translations, for this user alone: of the kernel library, and of user objects. */
export interface KeptIn {
  readonly library: string | undefined
  readonly objects: string | undefined
}

/** What the thread starts with. */
export interface TranspilerData {
  readonly library: readonly RepositoryFile[]
  /** Where translations are kept between starts. */
  readonly keptIn: KeptIn
}
