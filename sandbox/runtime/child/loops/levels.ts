/** The control levels of a loop: AT NEW, AT END OF, AT FIRST and AT LAST. */
import { currentRuntime } from '../abap.ts'
import { isStructure, leaves, resolve, type AbapValue } from '../values.ts'

/** What the work area of a loop held before a control level was entered. */
export interface Level {
  readonly area: AbapValue | undefined
  readonly content: AbapValue | undefined
}

/**
 * Whether a control level begins or ends between two rows: with its component, or with one to the
 * left of it.
 */
export function levelChanged(one: unknown, other: unknown, name: string): boolean {
  const { eq } = (
    currentRuntime() as unknown as {
      readonly compare: { eq(left: unknown, right: unknown): boolean }
    }
  ).compare
  const [left, right] = [resolve(one), resolve(other)]
  if (!isStructure(left) || !isStructure(right)) return !eq(left, right)
  const [own, others] = [Object.entries(left.get()), right.get()]
  const last = own.findIndex(([component]) => component === name.split('-')[0])
  return own.slice(0, last + 1).some(([component, value]) => !eq(value, others[component]))
}

/**
 * Within a control level the work area shows the components up to that of the level; the others are
 * initial, texts of fixed length full of asterisks.
 */
export function enterLevel(target: unknown, name: string): Level {
  const area = resolve(target)
  if (!isStructure(area)) return { area: undefined, content: undefined }
  const content = area.clone()
  const components = Object.entries(area.get())
  const last = components.findIndex(([component]) => component === name.split('-')[0])
  for (const [, value] of components.slice(last + 1)) maskValue(value)
  return { area: area as unknown as AbapValue, content }
}

export function leaveLevel({ area, content }: Level): void {
  if (content !== undefined) area?.set(content)
}

function maskValue(value: AbapValue): void {
  const actual = resolve(value)
  if (isStructure(actual)) {
    for (const [, part] of leaves(actual)) maskValue(part)
  } else if (isText(actual)) {
    Object.assign(actual, { value: '*'.repeat(String(actual.get()).length) })
  } else value.clear()
}

function isText(value: unknown): value is AbapValue {
  const types = currentRuntime().types as unknown as Record<string, new () => object>
  return ['Character', 'Numc', 'Date', 'Time'].some(
    name => types[name] !== undefined && value instanceof types[name]
  )
}
