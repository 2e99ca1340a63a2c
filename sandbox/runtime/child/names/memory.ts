/**
 * Memory of flat data as bytes, as ASSIGN … CASTING and ASSIGN with offset and length lay another type
 * over it: two bytes a character, numbers with the low byte first, components on their alignment.
 */
import { refuse, runtimeError } from '../tables/keys.ts'
import { isStructure, typeOf, type AbapStructure, type AbapValue } from '../values.ts'

/** What a value keeps inside, in the runtime. */
interface Inner extends AbapValue {
  value: unknown
}

interface Leaf {
  readonly value: Inner
  readonly at: number
  readonly size: number
}

interface Layout {
  readonly leaves: readonly Leaf[]
  readonly size: number
  readonly alignment: number
}

/** Size and alignment of an elementary value; undefined for what is deep. */
function measure(value: AbapValue): { size: number; alignment: number } | undefined {
  const { type, length } = typeOf(value)
  const own = value.getLength?.() ?? length
  const sizes: Readonly<Record<string, readonly [size: number, alignment: number]>> = {
    CHAR: [own * 2, 2],
    NUMC: [own * 2, 2],
    DATS: [16, 2],
    TIMS: [12, 2],
    RAW: [own, 1],
    INT4: [4, 4],
    INT8: [8, 8],
    DEC: [own, 1]
  }
  if (type === 'FLTP' && typeof (value as Inner).value === 'number') {
    return { size: 8, alignment: 8 }
  }
  const [size, alignment] = sizes[type] ?? []
  // references and tables count as characters elsewhere
  if (size === undefined || alignment === undefined || !isFlat(value)) return undefined
  return { size, alignment }
}

function isFlat(value: AbapValue): boolean {
  const inner = (value as Inner).value
  return ['string', 'number', 'bigint'].includes(typeof inner)
}

/** The elementary components with their places; undefined where one is deep. */
export function layoutOf(value: AbapValue, start = 0): Layout | undefined {
  if (!isStructure(value)) {
    const found = measure(value)
    return found === undefined
      ? undefined
      : { leaves: [{ value: value as Inner, at: start, size: found.size }], ...found }
  }
  const leaves: Leaf[] = []
  let [size, alignment] = [0, 1]
  for (const part of ownParts(value)) {
    const measured = layoutOf(part, 0)
    if (measured === undefined) return undefined
    size = Math.ceil(size / measured.alignment) * measured.alignment
    for (const leaf of measured.leaves) leaves.push({ ...leaf, at: start + size + leaf.at })
    size += measured.size
    alignment = Math.max(alignment, measured.alignment)
  }
  return { leaves, size: Math.ceil(size / alignment) * alignment, alignment }
}

/** Components without the groups that name some of them once more. */
function ownParts(structure: AbapStructure): AbapValue[] {
  const { getAsInclude } = structure as unknown as { getAsInclude?(): object | undefined }
  const groups = new Set(Object.keys(getAsInclude?.call(structure) ?? {}))
  return Object.entries(structure.get()).flatMap(([name, part]) => (groups.has(name) ? [] : [part]))
}

function encode({ value, size }: Leaf): number[] {
  // a value that is laid over another one is brought up to date when it is read
  value.get()
  const { type } = typeOf(value)
  const inner = value.value
  if (type === 'INT4' || type === 'INT8') return low(BigInt(inner as number | bigint), size)
  if (type === 'DEC') return packed(inner as bigint, size)
  if (type === 'RAW') return pairs(String(value.get()))
  if (type === 'FLTP') {
    const view = new DataView(new ArrayBuffer(8))
    view.setFloat64(0, inner as number, true)
    return [...new Uint8Array(view.buffer)]
  }
  return [...String(inner).padEnd(size / 2)].flatMap(letter => {
    const code = letter.charCodeAt(0)
    return [code & 255, code >> 8]
  })
}

function low(number: bigint, size: number): number[] {
  const bits = BigInt.asUintN(size * 8, number)
  return Array.from({ length: size }, (_, at) => Number((bits >> BigInt(at * 8)) & 255n))
}

const pairs = (digits: string): number[] =>
  (digits.match(/../g) ?? []).map(pair => Number.parseInt(pair, 16))

/** Two digits a byte, and the sign in the last half. */
function packed(number: bigint, size: number): number[] {
  const digits = String(number < 0n ? -number : number).padStart(size * 2 - 1, '0')
  return pairs(digits + (number < 0n ? 'D' : 'C'))
}

function decode({ value, size }: Leaf, bytes: readonly number[]): void {
  const { type } = typeOf(value)
  if (type === 'INT4') value.value = Number(BigInt.asIntN(32, numberOf(bytes)))
  else if (type === 'INT8') value.value = BigInt.asIntN(64, numberOf(bytes))
  else if (type === 'DEC') value.value = unpacked(bytes)
  else if (type === 'RAW') value.value = hexOf(bytes)
  else if (type === 'FLTP') {
    value.value = new DataView(Uint8Array.from(bytes).buffer).getFloat64(0, true)
  } else {
    value.value = Array.from({ length: size / 2 }, (_, at) =>
      String.fromCharCode((bytes[at * 2] ?? 0) + ((bytes[at * 2 + 1] ?? 0) << 8))
    ).join('')
  }
}

const numberOf = (bytes: readonly number[]): bigint =>
  bytes.reduceRight((sum, byte) => (sum << 8n) + BigInt(byte), 0n)
const hexOf = (bytes: readonly number[]): string =>
  bytes.map(byte => byte.toString(16).padStart(2, '0').toUpperCase()).join('')

function unpacked(bytes: readonly number[]): bigint {
  const digits = hexOf(bytes)
  if (!/^\d*[A-F]$/.test(digits)) runtimeError('BCD_BADDATA')
  const number = BigInt(digits.slice(0, -1) || '0')
  return /[BD]$/.test(digits) ? -number : number
}

/** The bytes of a value; those between components are 0. */
function bytesOf(layout: Layout): number[] {
  const bytes = new Array<number>(layout.size).fill(0)
  for (const leaf of layout.leaves) bytes.splice(leaf.at, leaf.size, ...encode(leaf))
  return bytes
}

function writeBytes(layout: Layout, from: number, bytes: readonly number[]): void {
  for (const leaf of layout.leaves) {
    const [start, end] = [
      Math.max(leaf.at, from),
      Math.min(leaf.at + leaf.size, from + bytes.length)
    ]
    if (start >= end) continue
    const own = encode(leaf)
    own.splice(start - leaf.at, end - start, ...bytes.slice(start - from, end - from))
    // by assignment: a constant refuses it, and one that is laid over another one hands it on
    const changed = leaf.value.clone() as Inner
    decode({ ...leaf, value: changed }, own)
    leaf.value.set(changed)
  }
}

const CHANGES = new Set(['set', 'clear'])

/** Lets a value stand for bytes of others: it reads them before each use, and writes what it becomes. */
function link(leaf: Leaf, source: Layout, from: number): void {
  const own = leaf.value as unknown as Record<string, unknown>
  let isBusy = false
  const read = (): void => {
    decode(leaf, bytesOf(source).slice(from, from + leaf.size))
  }
  const wrap =
    (name: string, method: (...input: unknown[]) => unknown) =>
    (...input: unknown[]): unknown => {
      if (isBusy) return method.apply(own, input)
      isBusy = true
      try {
        read()
        const result = method.apply(own, input)
        if (CHANGES.has(name)) writeBytes(source, from, encode(leaf))
        return result
      } finally {
        isBusy = false
      }
    }
  for (const name of methodsOf(leaf.value)) {
    const value = wrap(name, own[name] as (...input: unknown[]) => unknown)
    Object.defineProperty(own, name, { value, configurable: true })
  }
  read()
}

function methodsOf(value: object): string[] {
  const names = new Set<string>()
  for (let at: unknown = value; at !== Object.prototype && at !== null;) {
    for (const name of Object.getOwnPropertyNames(at)) names.add(name)
    at = Object.getPrototypeOf(at)
  }
  names.delete('constructor')
  const own = value as unknown as Record<string, unknown>
  return [...names].filter(name => typeof own[name] === 'function')
}

/** A value of the type of `type`, which is new, for the memory of another one from a byte on. */
export function overlay(type: AbapValue, source: AbapValue, from = 0): AbapValue {
  const [own, memory] = [layoutOf(type), layoutOf(source)]
  if (own === undefined || memory === undefined) refuse('CASTING of deep data objects')
  if (from + own.size > memory.size) runtimeError('ASSIGN_BASE_TOO_SHORT')
  for (const leaf of own.leaves) link(leaf, memory, from + leaf.at)
  return type
}

export function sizeOf(value: AbapValue): number | undefined {
  return layoutOf(value)?.size
}
