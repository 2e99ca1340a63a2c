/** Objects of the repository, their parts, places in them and the shapes of tables. */

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
  | 'ENQU'
  | 'SKTD'
  | 'XSLT'
  | 'DRUL'
  | 'DESD'
  | 'DTSC'
  | 'CSNM'
  | 'EVTB'
  | 'EVTO'
  | 'COTA'
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
 * `implementations`, `macros`, `testclasses`; for FUGR also `function:Z_NAME` and
 * `include:LZFGTOP`. XML-only objects (DOMA, DTEL …) have `main`: their content as the codec's XML
 * text.
 */
export interface PartKey {
  readonly object: ObjectKey
  readonly part: string
}

export type Version = 'active' | 'inactive'

/** The administrative data of an object. Times are milliseconds since 1970. */
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
  /** SID of the system that holds the original; absent where it is this one. */
  readonly original?: string
  /** `inactive` while a draft of any part exists; `new` when it was never active. */
  readonly state: 'active' | 'inactive' | 'new'
  /**
   * Attributes that depend on the type: superclass, program type, software component, function
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
  /** Attributes of the part itself: `processingType` of a function module. */
  readonly attributes?: Readonly<Record<string, string>>
}

export interface PartText extends PartInfo {
  readonly text: string
}

/** One kept version of a part; `number` counts up from 1. */
export interface KeptVersion {
  readonly part: PartKey
  readonly number: number
}

/** Who made a version and why. */
export interface VersionCause {
  readonly user: string
  /** The released or imported request; empty for a backup before a change. */
  readonly request: string
}

export interface PartVersion extends KeptVersion {
  readonly changedBy: string
  readonly changedAt: number
  /** Absent in versions that an earlier release of the sandbox made at activation. */
  readonly request?: string
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
  /** The rule that reported it, e.g. `check_syntax`. */
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

/** Unsaved sources of a request, which shadow the stored versions. */
export type Overlay = readonly { readonly part: PartKey; readonly text: string }[]

/** A name that nothing in the repository explains, and how it is used. */
export interface UnknownName {
  readonly name: string
  readonly use: 'class' | 'type' | 'domain' | 'table' | 'function' | 'include' | 'message'
}
