/** JSON values as clients send them: what is a record, what is empty, and texts that hold JSON. */

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Null, blank text, an empty list or object. */
export function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null) return true
  if (typeof value === 'string') return value.trim() === ''
  return typeof value === 'object' && Object.keys(value).length === 0
}

/** Leaves out what clients send for "not given": null, blank text, empty lists and objects. */
export function dropEmpty(given: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => !isEmpty(value)))
}

/** Levels of nesting in a text that holds JSON; no argument has more. */
const maxDepth = 20

/**
 * Undefined where the text is no JSON, and where it nests deeper than any argument: the limits of
 * the message apply to its own levels only, not to those inside of a text.
 */
export function parseJson(text: string): unknown {
  if (nestsTooDeep(text)) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function nestsTooDeep(text: string): boolean {
  let depth = 0
  let quoted = false
  for (let at = 0; at < text.length; at++) {
    const character = text[at]
    if (quoted && character === '\\') at++
    else if (character === '"') quoted = !quoted
    else if (!quoted && (character === '[' || character === '{') && ++depth > maxDepth) return true
    else if (!quoted && (character === ']' || character === '}')) depth--
  }
  return false
}
