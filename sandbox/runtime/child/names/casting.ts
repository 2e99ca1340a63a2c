/**
 * ASSIGN … CASTING, and parts of data objects. Rules:
 * https://help.sap.com/doc/abapdocu_758_index_htm/7.58/en-US/abapassign_casting.htm
 */
import { currentRuntime } from '../abap.ts'
import { raise, refuse, runtimeError } from '../tables/keys.ts'
import { isStructure, resolve, scalarOf, typeOf, type AbapValue } from '../values.ts'
import { overlay, sizeOf } from './memory.ts'

/** A type by its kind, with the length of the memory: `c`, `n`, `x`, and `p` with its decimals. */
export interface Generic {
  readonly generic: 'c' | 'n' | 'x' | 'p'
  readonly decimals?: unknown
}

type Make = new (input?: unknown) => AbapValue
const types = (): Readonly<Record<string, Make>> =>
  currentRuntime().types as unknown as Readonly<Record<string, Make>>

function create(name: string, input?: unknown): AbapValue {
  const Type = types()[name]
  if (Type === undefined) throw new Error(`the runtime has no type ${name}`)
  return new Type(input)
}

function generic({ generic: kind, decimals }: Generic, size: number): AbapValue {
  if (kind === 'x') return create('Hex', { length: size })
  if (kind === 'p') {
    if (size > 16) runtimeError('ASSIGN_CAST_P_TOO_LARGE')
    return create('Packed', { length: size, decimals: Number(scalarOf(decimals ?? 0)) })
  }
  if (size % 2 !== 0) runtimeError('ASSIGN_CAST_WRONG_ALIGNMENT')
  return kind === 'c' ? create('Character', size / 2) : create('Numc', { length: size / 2 })
}

/** The memory of an area as another type; undefined where there is no area. */
export function cast(area: unknown, type: AbapValue | Generic | undefined): unknown {
  const source = resolve(area) as AbapValue | undefined
  if (source === undefined || type === undefined) return undefined
  if ('generic' in type) {
    const size = sizeOf(source)
    if (size === undefined) refuse('CASTING of deep data objects')
    return overlay(generic(type, size), source)
  }
  const fresh = (resolve(type) as AbapValue).clone()
  const deep = sizeOf(fresh) === undefined || sizeOf(source) === undefined
  return deep ? sameParts(fresh, source) : overlay(fresh, source)
}

/** Deep data is the same in place and type: names of components alone are others. */
function sameParts(type: AbapValue, source: AbapValue): AbapValue {
  if (!isStructure(type) || !isStructure(source)) {
    if (kindOf(type) === kindOf(source)) return source
    raise('CX_SY_ASSIGN_CAST_ILLEGAL_CAST', 'deep')
  }
  const [own, parts] = [type.get(), Object.values(source.get())]
  for (const [at, [name, part]] of Object.entries(own).entries()) {
    const other = parts[at]
    if (other === undefined) raise('CX_SY_ASSIGN_CAST_ILLEGAL_CAST', name)
    if (isStructure(part)) own[name] = sameParts(part, other)
    else if (kindOf(part) === kindOf(other)) own[name] = other
    else refuse('CASTING of structures with deep components and other flat ones')
  }
  return type
}

function kindOf(value: AbapValue): string {
  const { type, length, decimals } = typeOf(value)
  return `${value.constructor.name} ${type} ${length} ${decimals}`
}

/** CASTING TYPE (name): local types of the procedure and program, types of classes and of the dictionary. */
export function typeNamed(
  name: unknown,
  local: Readonly<Record<string, () => AbapValue>>
): unknown {
  const text = String(scalarOf(name)).trim().toUpperCase()
  if (Object.hasOwn(local, text)) return local[text]?.()
  if (/^[CNXP]$/.test(text)) return { generic: text.toLowerCase() }
  const reference = create('DataReference', create('Character', 1))
  const { createData } = currentRuntime().statements as unknown as {
    createData(target: unknown, options: object): void
  }
  try {
    createData(reference, { name: text })
  } catch (error) {
    const Unknown = currentRuntime().Classes['CX_SY_CREATE_DATA_ERROR']
    if (Unknown === undefined || !(error instanceof Unknown)) throw error
    raise('CX_SY_ASSIGN_CAST_UNKNOWN_TYPE', text)
  }
  return resolve(reference)
}

/** CASTING TYPE HANDLE. */
export async function typeOfHandle(handle: unknown): Promise<unknown> {
  const reference = create('DataReference', create('Character', 1))
  const { KERNEL_CREATE_DATA_HANDLE: make } = currentRuntime().Classes as unknown as {
    KERNEL_CREATE_DATA_HANDLE: { call(input: object): Promise<void> }
  }
  await make.call({ handle, dref: reference })
  return resolve(reference)
}

interface Symbol {
  assign(value: unknown): void
  unassign(): void
}

/** Without an area a static ASSIGN unassigns its field symbol, and leaves `sy-subrc`. */
export function assignArea(symbol: Symbol, area: unknown): void {
  const { assign } = currentRuntime().statements as unknown as {
    assign(input: object): void
  }
  if (area === undefined) symbol.unassign()
  else assign({ target: symbol, source: area, keepSubrc: true })
}

/** `+2(3)` of a data object: characters of texts, bytes of byte fields; undefined beyond its end. */
export function part(
  area: unknown,
  { offset, length }: { readonly offset?: unknown; readonly length?: unknown }
): unknown {
  const source = resolve(area) as AbapValue | undefined
  if (source === undefined) return undefined
  const size = sizeOf(source)
  const kind = typeOf(source).type
  if (size === undefined) runtimeError('ASSIGN_SUBSTRING_NOT_ALLOWED')
  if (['INT4', 'INT8', 'DEC', 'FLTP'].includes(kind) && !isStructure(source)) {
    runtimeError('ASSIGN_OFFSET_NOTALLOWED')
  }
  const unit = kind === 'RAW' && !isStructure(source) ? 1 : 2
  const start = offset === undefined ? 0 : Number(scalarOf(offset))
  const all = size / unit
  const count = length === undefined ? all : length === '*' ? all - start : Number(scalarOf(length))
  if (count === 0) runtimeError('ASSIGN_LENGTH_0')
  if (count < 0 && length !== '*') runtimeError('ASSIGN_LENGTH_NEGATIVE')
  if (start < 0 || count < 1 || start + count > all) return undefined
  if (start === 0 && count === all) return source
  const type =
    kind === 'RAW'
      ? create('Hex', { length: count })
      : kind === 'NUMC' || kind === 'DATS' || kind === 'TIMS'
        ? create('Numc', { length: count })
        : create('Character', count)
  return overlay(type, source, start * unit)
}
