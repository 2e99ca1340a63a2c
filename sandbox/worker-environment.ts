/** What worker threads of the sandbox receive of the environment of the process. */
import { getCompileCacheDir } from 'node:module'
import { dirname } from 'node:path'

/**
 * The folder in which Node.js caches compiled code, where the process has one: without it, a thread
 * compiles its modules at each start. No other variable reaches a thread.
 */
export function workerEnvironment(): Record<string, string> {
  // below the folder that was given, one for each version of Node.js
  const folder = getCompileCacheDir()
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: dirname(folder) }
}
