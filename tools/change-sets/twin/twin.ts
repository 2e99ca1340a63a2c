/**
 * The twin: a check of several staged objects together, in an ABAP engine beside the ERP. This is its
 * interface; the engine belongs to the sandbox, which an installation may leave out.
 */
import type { ObjectRef } from '../../../erp-client/index.ts'

/** One source of an object, by the name of its part (`main`, `testclasses`), as in the ERP. */
export interface TwinPart {
  readonly part: string
  readonly text: string
}

/** An object as the twin sees it. */
export interface TwinObject extends ObjectRef {
  /**
   * Parts that are left out are read, as parts of the object in the ERP. An object without source
   * (DTEL, DOMA, TTYP, MSAG) has one part `document`: its XML document.
   */
  readonly parts: readonly TwinPart[]
  /** What a new object without source is created with, as ERPWrite takes it. */
  readonly fields?: Readonly<Record<string, unknown>>
  /** The object is staged for deletion: uses of it are findings. */
  readonly deleted?: boolean
}

/** How a source uses a name, which says what types of objects the name can mean. */
export type TwinUse = 'class' | 'type' | 'domain' | 'table' | 'function' | 'include' | 'message'

/** A name that the engine does not know. */
export interface TwinWanted {
  readonly name: string
  readonly use: TwinUse
}

/** What the ERP says of a name. */
export interface TwinRead {
  /** Undefined where `absence` says why. */
  readonly object?: TwinObject | undefined
  /**
   * `absent`: the ERP has no such object; `unreadable`: it has one, and gives no source of it that
   * the engine understands.
   */
  readonly absence?: 'absent' | 'unreadable'
  /** Requests that the answer took. */
  readonly requests: number
}

export interface TwinInput {
  readonly objects: readonly TwinObject[]
  /** Reads what the objects use; with the log-on of the caller, under the policy. */
  readonly read: (wanted: TwinWanted, signal: AbortSignal) => Promise<TwinRead>
  /** Reads a staged object as the ERP has it, for the parts that are not staged. */
  readonly readRest: (ref: ObjectRef, signal: AbortSignal) => Promise<TwinRead>
  /** Runs the unit tests of the objects where the check finds no error; true when left out. */
  readonly tests?: boolean
}

/** Lines count from 1, columns from 0, as ERPDiagnose counts them. */
export interface TwinFinding extends ObjectRef {
  readonly part: string
  readonly line: number
  readonly column: number
  readonly severity: 'error' | 'warning'
  readonly text: string
}

/**
 * `passed` and `failed` are verdicts; `not judged` is a test that did not run to its end, with the
 * reason.
 */
export interface TwinTest extends ObjectRef {
  readonly testClass: string
  readonly method: string
  readonly state: 'passed' | 'failed' | 'not judged'
  /** What the assertion or the exception says, or the reason. */
  readonly texts: readonly string[]
}

/**
 * `signature`: the declaration is that of the ERP, and its methods are empty; `name`: every use of it
 * is accepted.
 */
export interface TwinStub {
  readonly name: string
  readonly known: 'signature' | 'name'
}

export interface TwinVerdict {
  /**
   * `clean`: no error in what was checked. `incomplete`: no error, but something that an error could
   * hide behind is in `notJudged`.
   */
  readonly result: 'clean' | 'incomplete' | 'errors'
  readonly findings: readonly TwinFinding[]
  readonly tests: readonly TwinTest[]
  readonly checked: number
  readonly dependenciesRead: number
  readonly requests: number
  readonly stubs: readonly TwinStub[]
  /** What has no verdict and why, one sentence each. */
  readonly notJudged: readonly string[]
  /** How far the verdict reaches, in one sentence for the answer. */
  readonly reach: string
}

/** Checks staged objects together. It changes nothing, in the ERP or elsewhere. */
export interface Twin {
  /**
   * @throws ToolError TWIN_NOT_INSTALLED where the package of the sandbox is missing, TWIN_BUSY where
   * too many checks wait, TWIN_FAILED where the engine ended or exceeded its limits
   */
  check(input: TwinInput, signal: AbortSignal): Promise<TwinVerdict>
}
