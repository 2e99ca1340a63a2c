/** Replaces the strings of a JSON text, whole or broken, and keeps everything else as it is written. */

const tokens =
  /"(?<text>[^"\\]*(?:\\[^][^"\\]*)*)"(?<colon>\s*:)?|(?<bracket>[{}[\]])|(?<digits>-?\d[\d.eE+-]*)|(?<bare>"[^]*|[^\s"{}[\],:]+)/g

type Token = Partial<Record<'text' | 'colon' | 'bracket' | 'digits' | 'bare', string>>

export interface JsonVisitor {
  /** @param parent the member that holds the object of this member */
  string(value: string, name: string, parent: string): string
  number(digits: string, name: string): string
  name(name: string): string
}

export function replaceInJson(json: string, visitor: JsonVisitor): string {
  const stack: string[] = []
  let name = ''
  const replaced = (all: string, { text, colon, bracket, digits, bare }: Token): string => {
    if (bracket === '{' || bracket === '[') {
      stack.push(name)
      return all
    }
    if (bracket !== undefined) {
      name = stack.pop() ?? ''
      return all
    }
    if (digits !== undefined) return visitor.number(digits, name)
    // A broken text: a string without end, or a word that is none of JSON.
    if (bare !== undefined) return isConstant(bare) ? bare : visitor.string(bare, name, '')
    const value = valueOf(text ?? '')
    if (colon === undefined) {
      return written(value, visitor.string(value, name, stack.at(-2) ?? ''), text)
    }
    name = value
    return `${written(value, visitor.name(value), text)}${colon}`
  }
  return json.replace(tokens, (all: string, ...rest: unknown[]) =>
    replaced(all, rest.at(-1) as Token)
  )
}

const isConstant = (word: string) => word === 'true' || word === 'false' || word === 'null'

function valueOf(text: string): string {
  try {
    return JSON.parse(`"${text}"`) as string
  } catch {
    return text
  }
}

/** What is not replaced keeps its writing. */
const written = (value: string, replaced: string, text = ''): string =>
  value === replaced ? `"${text}"` : JSON.stringify(replaced)
