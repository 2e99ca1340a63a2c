/**
 * The words the rooms of the sandbox share: what is stored, what the engine says about it, what the
 * runtime made of it. Rows are 1-based, columns 0-based and ends exclusive everywhere in the
 * sandbox, as on the wire.
 */

import type { FileRange, SelectAnalysis } from './engine-types.ts'
import type { TransportRecords } from './transports/types.ts'

/** TADIR object types that the sandbox keeps. */
export type ObjectType =
  | 'PROG'
  | 'INCL'
  | 'CLAS'
  | 'INTF'
  | 'FUGR'
  | 'TABL'
  | 'STRU'
  | 'DDLS'
  | 'DEVC'
  | 'DOMA'
  | 'DTEL'
  | 'TTYP'
  | 'MSAG'
  | 'DCLS'
  | 'DDLX'
  | 'BDEF'
  | 'SRVD'
  | 'SRVB'
  | 'TYPE'

/**
 * One repository object. A function module or an include of a group is a part of its FUGR, not an
 * object.
 */
export interface ObjectKey {
  readonly type: ObjectType
  readonly name: string
}

/**
 * A part of an object with a source of its own. Names: `main`; for CLAS also `definitions`,
 * `implementations`, `macros`,
 * `testclasses`; for FUGR also `function:Z_NAME` and `include:LZFGTOP`. XML-only objects (DOMA,
 * DTEL …) have `main`: their content as the codec's XML text.
 */
export interface PartKey {
  readonly object: ObjectKey
  readonly part: string
}

export type Version = 'active' | 'inactive'

/** What is known of an object beside its sources. Times are milliseconds since 1970. */
export interface ObjectInfo {
  readonly key: ObjectKey
  readonly package: string
  readonly description: string
  readonly responsible: string
  readonly language: string
  readonly createdBy: string
  readonly createdAt: number
  readonly changedBy: string
  readonly changedAt: number
  /** `inactive` while a draft of any part exists; `new` when it was never active. */
  readonly state: 'active' | 'inactive' | 'new'
  /**
   * Small facts that belong to the type: superclass, program type, software component, function
   * group of a module …
   */
  readonly attributes: Readonly<Record<string, string>>
}

export interface PartInfo {
  readonly key: PartKey
  readonly version: Version
  readonly changedBy: string
  readonly changedAt: number
  readonly etag: string
  readonly description?: string
  /** Facts of the part itself: `processingType` of a function module. */
  readonly attributes?: Readonly<Record<string, string>>
}

export interface PartText extends PartInfo {
  readonly text: string
}

/** One active version of a part that was or is; `number` counts up from 1. */
export interface PartVersion {
  readonly part: PartKey
  readonly number: number
  readonly changedBy: string
  readonly changedAt: number
  readonly current: boolean
}

/**
 * One file of the abapGit format: the name is the engine's key, e.g. `zcl_x.clas.testclasses.abap`.
 */
export interface RepositoryFile {
  readonly name: string
  readonly text: string
}

/** A place in a part: rows 1-based, columns 0-based, end exclusive. */
export interface Range {
  readonly startRow: number
  readonly startColumn: number
  readonly endRow: number
  readonly endColumn: number
}
export interface Location {
  readonly part: PartKey
  readonly range: Range
}

export interface EngineMessage {
  readonly severity: 'E' | 'W' | 'I'
  readonly text: string
  /** The rule that found it, e.g. `check_syntax`. */
  readonly rule: string
  readonly location: Location
}

export interface Definition {
  readonly location: Location
  readonly kind: string
  readonly name: string
}

export interface Reference {
  readonly location: Location
  /** The whole line of the hit, as written. */
  readonly line: string
  readonly test: boolean
}

/**
 * An outline node; kinds are ADT types (`CLAS/OM`, `CLAS/OA`, `INTF/IO`, `FUGR/FF`, `PROG/PU` …).
 */
export interface StructureNode {
  readonly kind: string
  readonly name: string
  readonly visibility?: 'public' | 'protected' | 'private'
  readonly level?: 'instance' | 'static'
  /**
   * Further unprefixed attributes of the answer: final, abstract, redefinition, constructor,
   * testmethod, constant, readOnly, clif_name …
   */
  readonly attributes: Readonly<Record<string, string>>
  readonly definition?: Location
  readonly implementation?: Location
  readonly definitionBlock?: Location
  readonly implementationBlock?: Location
  readonly children: readonly StructureNode[]
}

export interface TestClass {
  readonly name: string
  readonly part: PartKey
  readonly risk: 'harmless' | 'dangerous' | 'critical'
  readonly duration: 'short' | 'medium' | 'long'
  readonly location: Location
  readonly methods: readonly { readonly name: string; readonly location: Location }[]
}

/**
 * A column of a table or a query. `type` is an ABAP dictionary type (CHAR, NUMC, DEC, INT4, DATS,
 * STRG …).
 */
export interface Column {
  readonly name: string
  readonly type: string
  readonly length: number
  readonly decimals: number
  readonly key: boolean
  readonly description: string
}
export interface TableShape {
  readonly name: string
  readonly description: string
  readonly columns: readonly Column[]
}

/**
 * Sources to be looked at as if they were saved: they shadow the stored version for one request.
 */
export type Overlay = readonly { readonly part: PartKey; readonly text: string }[]

/**
 * `sandbox/store`: synchronous, the only owner of the data directory. Throws StoreError with a
 * code.
 */
export interface Store {
  readonly dataDir: string
  /** Requests and tasks with their objects, in the same bookkeeping. */
  readonly transports: TransportRecords
  list(filter?: { type?: ObjectType; package?: string; name?: string }): ObjectInfo[]
  get(key: ObjectKey): ObjectInfo | undefined
  /** Every object, in no order, without reading anything of it. */
  keys(): ObjectKey[]
  /** Names with `*` and `?`, case-insensitive. */
  find(query: {
    pattern: string
    types?: readonly string[]
    package?: string
    max: number
  }): ObjectInfo[]
  subPackages(name: string): ObjectInfo[]
  /** Every part that was written, once for each version it has. */
  parts(key: ObjectKey): PartInfo[]
  read(part: PartKey, version: Version | 'workingArea'): PartText | undefined
  /** Creates or overwrites the inactive version; atomic; returns the new state. */
  write(part: PartKey, text: string, user: string): PartInfo
  /** A new, inactive object with its first parts. */
  create(
    object: Omit<ObjectInfo, 'state' | 'createdAt' | 'changedAt'>,
    parts: readonly { part: string; text: string }[],
    user: string
  ): ObjectInfo
  /** Adds a part (test include, function module, group include) as inactive. */
  addPart(part: PartKey, text: string, user: string): PartInfo
  update(
    key: ObjectKey,
    changes: {
      description?: string
      package?: string
      responsible?: string
      attributes?: Record<string, string>
    },
    user: string
  ): ObjectInfo
  remove(key: ObjectKey): void
  removePart(part: PartKey, user: string): void
  /** Inactive drafts become active; all or nothing; returns what changed. */
  activate(keys: readonly ObjectKey[], user: string): { put: RepositoryFile[]; remove: string[] }
  inactive(user?: string): { part: PartKey; user: string; changedAt: number }[]
  /**
   * The repository in abapGit format; `inactive` gives, for the named objects, the drafts where
   * there are any.
   */
  files(version: Version, keys?: readonly ObjectKey[]): RepositoryFile[]
  /** Objects in the folder whose type is not kept, as `TYPE NAME`: their files stay as they are. */
  foreign(): readonly string[]
  /**
   * Metadata files in the folder that cannot be read, with the reason: their objects are there,
   * with what their sources say.
   */
  unreadable(): readonly { readonly file: string; readonly reason: string }[]
  /** File name of a part, and the part of a file name. */
  fileName(part: PartKey): string
  partOfFile(name: string): PartKey | undefined
  /**
   * The files these sources would be, were they saved now (with what is stored beside them); writes
   * nothing; throws as `write` does.
   */
  overlay(sources: Overlay): RepositoryFile[]
  /**
   * Short text and facts of a part (a function module's), in the active and the inactive version.
   */
  describe(
    part: PartKey,
    changes: { description?: string; attributes?: Record<string, string> },
    user: string
  ): PartInfo
  /**
   * A place in an engine file as a place in its part, and back: where a text and its file differ
   * (signatures, tables), rows are mapped.
   */
  toPart(range: FileRange, sources?: Overlay): Location | undefined
  toFile(
    place: { readonly part: PartKey; readonly row: number; readonly column: number },
    sources?: Overlay
  ): { file: string; row: number; column: number } | undefined
  /** Active versions of a part, newest first, and the text of one. */
  versions(part: PartKey): PartVersion[]
  versionText(part: PartKey, number: number): string | undefined
  /** Columns of a table, structure or CDS view as resolved through data elements and domains. */
  shape(name: string): TableShape | undefined
  /** Who knows the columns of CDS views; asked by `shape` for names that are views. */
  useViewShapes(resolve: (entity: string) => TableShape | undefined): void
  close(): void
}

export type * from './engine-types.ts'

/** `sandbox/sql`: the rows of tables and views, on node:sqlite. Synchronous. */
export interface Database {
  /** Creates the table, or alters it to the shape keeping the rows that fit. */
  defineTable(shape: TableShape): void
  dropTable(name: string): void
  /**
   * Translates the CDS source to a view; throws SqlError naming the construct it cannot translate.
   */
  defineView(entity: string, source: string): TableShape
  dropView(name: string): void
  load(table: string, rows: readonly Readonly<Record<string, string | number>>[]): void
  /** The table holds these rows from now on and no others. */
  replace(table: string, rows: readonly Readonly<Record<string, string | number>>[]): void
  /** One SELECT in ABAP SQL, already analysed; read-only connection. */
  query(request: { sql: string; maxRows: number; columns?: SelectAnalysis['columns'] }): QueryResult
  /**
   * The same in a thread of its own: a query that takes its full time does not keep others waiting.
   */
  queryInBackground(request: {
    sql: string
    maxRows: number
    columns?: SelectAnalysis['columns']
  }): Promise<QueryResult>
  preview(request: { name: string; maxRows: number; where?: string }): QueryResult
  /**
   * Takes over what a run has committed on its copy; where a row changed meanwhile, the run's
   * version wins.
   */
  apply(changes: Uint8Array): void
  /** A consistent copy of the rows for a run that must not touch them. */
  snapshot(file: string): void
  readonly file: string
  close(): void
}
export interface QueryResult {
  readonly columns: readonly Column[]
  readonly rows: readonly (string | number | null)[][]
  /** Rows the query has, as far as counted; `truncated` when more than maxRows. */
  readonly total: number
  readonly truncated: boolean
  readonly milliseconds: number
}

/** `sandbox/runtime`: transpiles a closure of ABAP and runs it in a confined child process. */
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
 * Who runs a program and where: SY-UNAME, SY-MANDT, SY-SYSID, and the two-letter language behind
 * SY-LANGU.
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
  /** What ran, when it was asked for; methods that were stopped have not counted. */
  readonly coverage?: readonly CoveredProcedure[]
}
/**
 * How often a statement ran. A condition says how often it was true and false; ELSEIF counts as
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
