import * as nodeModule from 'node:module'

/**
 * Globals that reach out of the process. The permission model of Node does not cover the network before version 25, so what is left
 * of it is taken away here. The boundary is the permission model; this is the second fence.
 */
const TAKEN_AWAY = [
  'process', 'global', 'fetch', 'WebSocket', 'EventSource', 'XMLHttpRequest', 'Request', 'Response', 'Headers', 'FormData', 'BroadcastChannel',
  'MessageChannel', 'MessagePort', 'Worker', 'WebAssembly', 'navigator', 'Storage', 'localStorage', 'sessionStorage', 'require', 'module',
  'SharedArrayBuffer', 'Atomics', 'WebSocketStream', 'CloseEvent', 'Navigator'
]

/** From now on only the program's own modules can be imported, and no code can be made of strings. */
export function lockDown (urls: readonly string[]): void {
  const allowed = new Set(urls)
  nodeModule.registerHooks({
    resolve (specifier, context, next) {
      if (!allowed.has(specifier)) throw new Error(`import of ${specifier} is not supported`)
      return next(specifier, context)
    }
  })
  // Code that ends up running with hostile intent finds no loader and no process to ask for one.
  for (const name of TAKEN_AWAY) Reflect.deleteProperty(globalThis, name)
  for (const maker of [function () {}, async function () {}, function * () {}, async function * () {}]) {
    Object.defineProperty(Object.getPrototypeOf(maker), 'constructor', { value: refuse, writable: false, configurable: false })
  }
  Object.defineProperty(Error, 'prepareStackTrace', { value: undefined, writable: false, configurable: false })
}

function refuse (): never {
  throw new Error('code from strings is not supported')
}
