/**
 * Furnishes the realm: what the runtime expects of Node.js, made here, and nothing that leads out.
 */
import { wrapHost, type Host } from './bridge.ts'

/**
 * What the language brings along and a program does not need: threads' memory, machine code, the
 * debugger's console.
 */
const REMOVED_GLOBALS = [
  'WebAssembly',
  'SharedArrayBuffer',
  'Atomics',
  'console',
  'FinalizationRegistry',
  'escape',
  'unescape'
]

/** Called once, before anything else runs in the realm. */
export function installGlobals(raw: Host): Host {
  const host = wrapHost(raw)
  for (const name of REMOVED_GLOBALS) Reflect.deleteProperty(globalThis, name)
  const noOperation = (): void => {}
  const methods = ['log', 'info', 'warn', 'error', 'debug', 'dir', 'trace', 'table']
  const console = Object.fromEntries(methods.map(name => [name, noOperation]))
  const performance = { now: (): number => host.now() }
  const setTimeout = (then: () => void, milliseconds: unknown): void => {
    // a function of the program may be a proxy, whose handler would get an object of the process
    host.setTimer(Number(milliseconds), () => {
      then()
    })
  }
  const crypto = cryptography(host)
  Object.assign(globalThis, {
    Buffer: bytes(host),
    ...texts(host),
    console,
    performance,
    setTimeout,
    crypto
  })
  refuseCode()
  return host
}

/** No code is made of strings: the realm is made so, and here the ways to it end. */
function refuseCode(): void {
  const fixed = (target: object, name: string, value: unknown): void => {
    Object.defineProperty(target, name, { value, writable: false, configurable: false })
  }
  const functions = [function () {}, async function () {}, function* () {}, async function* () {}]
  for (const fn of functions) {
    fixed(Object.getPrototypeOf(fn) as object, 'constructor', refuse)
  }
  // the process formats stacks with what it finds here, and would hand it to a program
  fixed(Error, 'prepareStackTrace', undefined)
  fixed(globalThis, 'Error', Error)
}

function refuse(): never {
  throw new Error('code from strings is not supported')
}

function cryptography(host: Host): object {
  return {
    getRandomValues(array: Int32Array): Int32Array {
      for (let index = 0; index < array.length; index++) array[index] = host.random()
      return array
    },
    randomUUID: () => host.uuid()
  }
}

/**
 * The part of Buffer that the runtime and the kernel use; bytes cross the border as characters
 * below 256.
 */
function bytes(host: Host): unknown {
  return class Buffer extends Uint8Array {
    static override from(value: unknown, encoding?: unknown): Buffer {
      if (typeof value !== 'string') return new Buffer(value as ArrayLike<number>)
      const characters = host.convert(value, String(encoding ?? 'utf8'), 'latin1')
      const result = new Buffer(characters.length)
      for (let at = 0; at < characters.length; at++) result[at] = characters.charCodeAt(at)
      return result
    }

    static allocUnsafe(length: number): Buffer {
      return new Buffer(length)
    }

    static digest(algorithm: string, digits: string, key?: string): string {
      return host.digest(algorithm, digits, key)
    }

    static compress(how: string, digits: string): string {
      return host.compress(how, digits)
    }

    static byteLength(text: string): number {
      return host.byteLength(text)
    }

    override toString(encoding?: string): string {
      return host.convert(charactersOf(this), 'latin1', encoding ?? 'utf8')
    }

    writeDoubleLE(value: number): void {
      new DataView(this.buffer).setFloat64(this.byteOffset, value, true)
    }

    readDoubleLE(): number {
      return new DataView(this.buffer).getFloat64(this.byteOffset, true)
    }
  }
}

const CHUNK = 4096

function charactersOf(array: Uint8Array): string {
  let result = ''
  for (let at = 0; at < array.length; at += CHUNK) {
    result += String.fromCharCode(...array.subarray(at, at + CHUNK))
  }
  return result
}

function texts(host: Host): object {
  class TextEncoder {
    encode(text: string): Uint8Array {
      const characters = host.convert(text, 'utf8', 'latin1')
      return Uint8Array.from(characters, each => each.charCodeAt(0))
    }
  }
  class TextDecoder {
    readonly #fatal: boolean
    readonly #keepsMark: boolean

    constructor(
      _label?: string,
      options?: { readonly fatal?: boolean; readonly ignoreBOM?: boolean }
    ) {
      this.#fatal = options?.fatal === true
      this.#keepsMark = options?.ignoreBOM === true
    }

    decode(array: Uint8Array): string {
      const characters = charactersOf(array)
      if (this.#fatal && !host.isUtf8(characters)) throw new TypeError('The bytes are no UTF-8')
      const text = host.convert(characters, 'latin1', 'utf8')
      return this.#keepsMark ? text : text.replace(/^\uFEFF/, '')
    }
  }
  return { TextEncoder, TextDecoder }
}
