/** Values that say the same, and values that say nothing. */

/** Equal as text, without regard to case and outer blanks. */
export function sameValue(a: unknown, b: unknown): boolean {
  const word = (value: unknown) =>
    (typeof value === 'string' ? value : JSON.stringify(value)).trim().toUpperCase()
  return word(a) === word(b)
}

/** False, 0 and the default: clients fill them into arguments that they do not mean. */
export function isMeaningless(value: unknown, byDefault: unknown): boolean {
  return (
    value === false ||
    value === 0 ||
    value === 'false' ||
    value === '0' ||
    (byDefault !== undefined && sameValue(value, byDefault))
  )
}
