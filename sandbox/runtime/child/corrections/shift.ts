/**
 * SHIFT as the documentation describes it. The runtime searches the text of UP TO as a regular
 * expression, ignores its direction, its CIRCULAR and `sy-subrc`, takes the mask of DELETING TRAILING
 * for one text, and ignores DELETING for bytes.
 */
import { currentRuntime } from '../abap.ts'
import { resolve } from '../values.ts'

interface Field {
  get(): unknown
  set(value: string, raw?: true): unknown
}
type Operand = Field | string
interface Options {
  readonly mode?: 'BYTE'
  readonly direction?: 'LEFT' | 'RIGHT'
  readonly circular?: true
  readonly places?: Operand
  readonly to?: Operand
  readonly deletingLeading?: Operand
  readonly deletingTrailing?: Operand
}

export function correctShift(): void {
  const runtime = currentRuntime()
  const { Numc } = runtime.types as unknown as { Numc: new () => object }
  const statements = runtime.statements as unknown as {
    shift: (target: Field, options?: Options) => void
  }
  statements.shift = (target, options = {}) => {
    const unit = options.mode === 'BYTE' ? /../g : /[^]/g
    const units = unitsOf(target, unit)
    const filler = options.mode === 'BYTE' ? '00' : ' '
    const shifted = moved(units, options, {
      filler,
      unitsOf: operand => unitsOf(operand, unit),
      found: isFound => runtime.builtin.sy.get()['subrc']?.set(isFound ? 0 : 4)
    })
    if (shifted === undefined) return
    // the value of a numeric text is set as it is: a blank is no digit
    if (resolve(target) instanceof Numc) target.set(shifted, true)
    else target.set(shifted)
  }
}

interface Context {
  readonly filler: string
  unitsOf(operand: Operand): readonly string[]
  found(isFound: boolean): void
}

/** The value behind the statement; undefined where the target keeps its own. */
function moved(
  units: readonly string[],
  { direction = 'LEFT', circular, places, to, deletingLeading, deletingTrailing }: Options,
  { filler, unitsOf, found }: Context
): string | undefined {
  if (deletingLeading !== undefined) {
    const mask = unitsOf(deletingLeading)
    const first = units.findIndex(unit => !mask.includes(unit))
    return first === -1 ? '' : units.slice(first).join('')
  }
  if (deletingTrailing !== undefined) {
    const mask = unitsOf(deletingTrailing)
    const end = units.findLastIndex(unit => !mask.includes(unit)) + 1
    return filler.repeat(units.length - end) + units.slice(0, end).join('')
  }
  let distance = 1
  if (to !== undefined) {
    const wanted = unitsOf(to)
    const at = indexOf(units, wanted)
    found(at !== -1)
    if (at === -1) return undefined
    distance = direction === 'LEFT' ? at : units.length - at - wanted.length
  } else if (places !== undefined) {
    distance = Number(typeof places === 'string' ? places : places.get())
  }
  if (!(distance > 0) || units.length === 0) return undefined
  if (circular === true) {
    const cut = direction === 'LEFT' ? distance : units.length - (distance % units.length)
    const start = cut % units.length
    return [...units.slice(start), ...units.slice(0, start)].join('')
  }
  if (direction === 'LEFT') return units.slice(distance).join('')
  return filler.repeat(distance) + units.join('')
}

function unitsOf(value: Operand, unit: RegExp): readonly string[] {
  const text = typeof value === 'string' ? value : String(value.get())
  return text.match(unit) ?? []
}

function indexOf(units: readonly string[], wanted: readonly string[]): number {
  const last = units.length - wanted.length
  for (let at = 0; at <= last; at++) {
    if (wanted.every((unit, offset) => units[at + offset] === unit)) return at
  }
  return -1
}
