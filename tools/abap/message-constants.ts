/** Shortens the constants of an exception class that name the messages of its texts. */

/** One structure of `scx_t100key`, complete: `BEGIN OF x, msgid …, msgno …, attr1 … END OF x`. */
const structure =
  /BEGIN OF (\w+),\s+msgid TYPE symsgid VALUE '([^'\n]*)',\s+msgno TYPE symsgno VALUE '([^'\n]*)',\s+((?:attr\d TYPE scx_attrname VALUE '[^'\n]*',\s+)*)END OF \w+/gi

const uncaptured = structure.source.replaceAll(/\((?!\?)/g, '(?:')

/** A statement of nothing else, so that what it is replaced by loses nothing. */
const statement = new RegExp(
  String.raw`^[ \t]*CONSTANTS:?\s+(?:${uncaptured},\s+)*${uncaptured}\.$`,
  'gim'
)

/**
 * The text with one line for all such constants: `passengers = ZFERRY 020 ID`, the attributes that
 * fill the message last.
 * @param text with one component a line and single blanks
 */
export function shortenMessages(text: string): string {
  let isFirst = true
  return text.replace(statement, found => {
    const words = [...found.matchAll(structure)].map(messageWords).join('; ')
    const opening = isFirst ? '  CONSTANTS, as textid: ' : '    '
    isFirst = false
    return `${opening}${words}`
  })
}

function messageWords([, name, id, number, attributes = '']: RegExpExecArray): string {
  const values = [...attributes.matchAll(/VALUE '([^']+)'/g)].map(([, value]) => value)
  return `${name} = ${[id, number, ...values].join(' ')}`
}
