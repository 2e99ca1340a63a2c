/** The messages between the engine and its worker thread, and the errors of the engine. */
import type { Engine, RepositoryFile } from '../types.ts'
import type { Refusal } from './bounds.ts'

/** The operations of the engine that run in the thread: everything but closing it. */
export type Operations = Omit<Engine, 'close'>
export type Operation = keyof Operations
export type ParametersOf<M extends Operation> = Parameters<Operations[M]>
export type Result<M extends Operation> = Awaited<ReturnType<Operations[M]>>

/**
 * The data a thread starts with: all known sources and refusals, so that a new thread continues
 * where the old one ended.
 */
export interface Start {
  readonly library: readonly RepositoryFile[]
  readonly active: readonly RepositoryFile[]
  readonly mounted?: readonly RepositoryFile[]
  readonly refusals: readonly Refusal[]
  /** Where parsed statements are kept between starts; nowhere when left out. */
  readonly keptIn?: string | undefined
}

export interface Request {
  readonly id: number
  readonly operation: Operation
  readonly parameters: readonly unknown[]
}

export type EngineErrorCode =
  /** A source took too long or too much memory; the thread was restarted. */
  | 'TOO_COMPLEX'
  /** The thread ended and no source is known to be the cause. */
  | 'CRASHED'
  /** The requested object or place is not in the repository. */
  | 'NOT_FOUND'
  /** A request that makes no sense, such as a position outside of the file. */
  | 'INVALID'
  | 'CLOSED'
  /** A fault of the engine itself. */
  | 'INTERNAL'

export interface Failure {
  readonly code: EngineErrorCode
  readonly message: string
}

/**
 * Messages from the thread: ready, a result, or a heartbeat with the files it is working on.
 */
export type WorkerMessage =
  | { readonly kind: 'ready' }
  | {
      readonly kind: 'result'
      readonly id: number
      readonly value: unknown
      readonly refusals: readonly Refusal[]
    }
  | {
      readonly kind: 'failure'
      readonly id: number
      readonly failure: Failure
      readonly refusals: readonly Refusal[]
    }
  | { readonly kind: 'progress'; readonly files: readonly string[] }

/** An error of the engine: the code is for programs, the message for the user. */
export class EngineError extends Error {
  readonly code: EngineErrorCode
  constructor(code: EngineErrorCode, message: string) {
    super(message)
    this.name = 'EngineError'
    this.code = code
  }
}
