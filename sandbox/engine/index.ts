import type { Engine, RepositoryFile } from '../types.ts'

/** What `createEngine` takes: the kernel library the repository builds on, and bounds for the thread that parses. */
export interface EngineOptions {
  readonly library: readonly RepositoryFile[]
  readonly limits?: Partial<EngineLimits>
}

/** Milliseconds without progress until a request counts as hung, and megabytes of heap for the thread. */
export interface EngineLimits { readonly stallMilliseconds: number, readonly memoryMegabytes: number }

export declare function createEngine (options: EngineOptions): Engine
