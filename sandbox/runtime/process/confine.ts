/**
 * Empties the process itself: the realm holds nothing of it, and what got out all the same would
 * find nothing to work with.
 */
import * as nodeModule from 'node:module'

/** Globals of Node.js that reach out of the process. */
const REMOVED_GLOBALS = [
  'process',
  'global',
  'fetch',
  'WebSocket',
  'EventSource',
  'XMLHttpRequest',
  'Request',
  'Response',
  'Headers',
  'FormData',
  'BroadcastChannel',
  'MessageChannel',
  'MessagePort',
  'Worker',
  'WebAssembly',
  'navigator',
  'Navigator',
  'Storage',
  'localStorage',
  'sessionStorage',
  'require',
  'module',
  'SharedArrayBuffer',
  'Atomics',
  'WebSocketStream',
  'CloseEvent',
  'console'
]

/** From now on nothing can be imported, and no code can be made of strings. */
export function forbidDynamicCode(): void {
  nodeModule.registerHooks({ resolve: refuseImport })
  for (const name of REMOVED_GLOBALS) Reflect.deleteProperty(globalThis, name)
  const functions = [function () {}, async function () {}, function* () {}, async function* () {}]
  const fixed = { writable: false, configurable: false }
  for (const fn of functions) {
    Object.defineProperty(Object.getPrototypeOf(fn), 'constructor', { value: refuse, ...fixed })
  }
  Object.defineProperty(Error, 'prepareStackTrace', { value: undefined, ...fixed })
}

function refuseImport(specifier: string): never {
  throw new Error(`import of ${specifier} is not supported`)
}

function refuse(): never {
  throw new Error('code from strings is not supported')
}
