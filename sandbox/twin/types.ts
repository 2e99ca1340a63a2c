/**
 * What the twin and the process that starts it exchange. The bridge has the same forms in
 * `tools/change-sets/twin/twin.ts`; it imports nothing of this package.
 */

/** An object of the ERP by its type, name and, in a function group, the group. */
export interface TwinRef {
  readonly type: string
  readonly name: string
  readonly group?: string | undefined
}

/** `document` is the part of an object that has a document instead of a source. */
export interface TwinObject extends TwinRef {
  readonly parts: readonly { readonly part: string; readonly text: string }[]
  /** What a new object without a source is created with, as the bridge takes it. */
  readonly fields?: Readonly<Record<string, unknown>>
  readonly deleted?: boolean
}

export interface TwinWanted {
  readonly name: string
  readonly use: 'class' | 'type' | 'domain' | 'table' | 'function' | 'include' | 'message'
}

export interface TwinRead {
  readonly object?: TwinObject | undefined
  readonly absence?: 'absent' | 'unreadable'
  readonly requests: number
}

/** Limits of what is read for one check. */
export interface TwinBounds {
  readonly objects: number
  readonly depth: number
  readonly requests: number
  readonly characters: number
}

export interface TwinFinding extends TwinRef {
  readonly part: string
  readonly line: number
  readonly column: number
  readonly severity: 'error' | 'warning'
  readonly text: string
}

export interface TwinTest extends TwinRef {
  readonly testClass: string
  readonly method: string
  readonly state: 'passed' | 'failed' | 'not judged'
  readonly texts: readonly string[]
}

export interface TwinStub {
  readonly name: string
  readonly known: 'signature' | 'name'
}

export interface TwinVerdict {
  readonly result: 'clean' | 'incomplete' | 'errors'
  readonly findings: readonly TwinFinding[]
  readonly tests: readonly TwinTest[]
  readonly checked: number
  readonly dependenciesRead: number
  readonly requests: number
  readonly stubs: readonly TwinStub[]
  readonly notJudged: readonly string[]
  readonly reach: string
}

/** What a check needs beside the objects; each call asks the process that started the twin. */
export interface TwinErp {
  read(wanted: TwinWanted): Promise<TwinRead>
  readRest(ref: TwinRef): Promise<TwinRead>
}

export interface TwinRequest {
  readonly objects: readonly TwinObject[]
  readonly tests: boolean
  readonly bounds: TwinBounds
  /** Of each test method. */
  readonly testMilliseconds: number
  /** An empty folder, which the caller removes. */
  readonly folder: string
}

export type MessageToTwin =
  | { readonly kind: 'check'; readonly request: TwinRequest }
  | { readonly kind: 'answer'; readonly id: number; readonly read: TwinRead }
  | { readonly kind: 'failure'; readonly id: number; readonly message: string }

export type MessageOfTwin =
  | { readonly kind: 'ready' }
  | { readonly kind: 'read'; readonly id: number; readonly wanted: TwinWanted }
  | { readonly kind: 'rest'; readonly id: number; readonly ref: TwinRef }
  | { readonly kind: 'verdict'; readonly verdict: TwinVerdict }
  | { readonly kind: 'failed'; readonly message: string }
