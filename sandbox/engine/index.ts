/**
 * Entry point of the engine: creates it in a worker thread and exposes its operations as promises.
 */
import type { Engine, RepositoryFile } from '../types.ts'
import { createThread } from './thread.ts'
import type { EngineLimits } from './thread.ts'

export { EngineError } from './protocol.ts'
export type { EngineErrorCode } from './protocol.ts'
export type { EngineLimits } from './thread.ts'

/** The read-only kernel library that every object can use, and the limits of the thread. */
export interface EngineOptions {
  readonly library: readonly RepositoryFile[]
  readonly limits?: Partial<EngineLimits>
  /** The folder where parsed statements are kept between starts; nothing is when left out. */
  readonly keptIn?: string | undefined
}

/**
 * An ABAP engine in a thread of its own: the caller's event loop stays free while sources are
 * parsed and checked. Requests are answered one after the other, each on one state of the
 * repository, so drafts of concurrent requests never mix. Every method rejects with an
 * `EngineError`. A source that makes the thread hang or run out of memory is set aside (its check
 * reports that), the thread is restarted and the request repeated.
 */
export function createEngine({ library, limits = {}, keptIn }: EngineOptions): Engine {
  const thread = createThread({
    library,
    limits: { stallMilliseconds: 20_000, memoryMegabytes: 2048, ...limits },
    keptIn
  })
  return {
    load: (files, mounted) => thread.call('load', files, mounted),
    apply: change => thread.call('apply', change),
    check: request => thread.call('check', request),
    definition: request => thread.call('definition', request),
    references: request => thread.call('references', request),
    uses: request => thread.call('uses', request),
    structure: request => thread.call('structure', request),
    testClasses: request => thread.call('testClasses', request),
    format: request => thread.call('format', request),
    analyzeSelect: request => thread.call('analyzeSelect', request),
    complete: request => thread.call('complete', request),
    elementInfo: request => thread.call('elementInfo', request),
    typeHierarchy: request => thread.call('typeHierarchy', request),
    rename: request => thread.call('rename', request),
    extractMethod: request => thread.call('extractMethod', request),
    quickFixes: request => thread.call('quickFixes', request),
    lint: request => thread.call('lint', request),
    lintRules: () => thread.call('lintRules'),
    unknownNames: request => thread.call('unknownNames', request),
    closure: request => thread.call('closure', request),
    close: () => thread.close()
  }
}
