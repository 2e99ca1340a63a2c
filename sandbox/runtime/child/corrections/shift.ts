/**
 * SHIFT as the documentation describes it. The runtime searches the text of UP TO as a regular
 * expression, ignores its direction, its CIRCULAR and `sy-subrc`, takes the mask of DELETING TRAILING
 * for one text, and ignores DELETING for bytes.
 */
import { currentRuntime } from '../abap.ts'
import { numberOf, placeOf, setReturnCode, unitsOf } from '../texts/operands.ts'
import { resolve } from '../values.ts'

interface Field {
  set(value: string, raw?: true): unknown
}
interface Options {
  readonly mode?: 'BYTE'
  readonly direction?: 'LEFT' | 'RIGHT'
  readonly circular?: true
  readonly places?: unknown
  readonly to?: unknown
  readonly deletingLeading?: unknown
  readonly deletingTrailing?: unknown
}

export function correctShift(): void {
  const { types, statements } = currentRuntime() as unknown as {
    readonly types: { readonly Numc: new () => object }
    readonly statements: { shift: (target: Field, options?: Options) => void }
  }
  statements.shift = (target, options = {}) => {
    const shifted = moved(unitsOf(target), options)
    if (shifted === undefined) return
    // the value of a numeric text is set as it is: a blank is no digit
    if (resolve(target) instanceof types.Numc) target.set(shifted, true)
    else target.set(shifted)
  }
}

/** The value behind the statement; undefined where the target keeps its own. */
function moved(units: readonly string[], options: Options): string | undefined {
  const { mode, direction = 'LEFT', circular, deletingLeading, deletingTrailing } = options
  const filler = mode === 'BYTE' ? '00' : ' '
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
  const distance = distanceOf(units, options)
  if (!(distance > 0) || units.length === 0) return undefined
  if (circular === true) {
    const cut = direction === 'LEFT' ? distance : units.length - (distance % units.length)
    const start = cut % units.length
    return [...units.slice(start), ...units.slice(0, start)].join('')
  }
  if (direction === 'LEFT') return units.slice(distance).join('')
  return filler.repeat(distance) + units.join('')
}

/** In characters or bytes; 0 where nothing moves. */
function distanceOf(units: readonly string[], { direction, places, to }: Options): number {
  if (to === undefined) return places === undefined ? 1 : (numberOf(places) ?? 1)
  const wanted = unitsOf(to)
  const at = placeOf(wanted, units)
  setReturnCode(at === -1 ? 4 : 0)
  if (at === -1) return 0
  return direction === 'RIGHT' ? units.length - at - wanted.length : at
}
