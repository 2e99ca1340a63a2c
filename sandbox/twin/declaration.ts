/** The declaration of an object of which the twin needs no statements. */
import { emptyMethods } from '../engine/navigate/unknown-names.ts'
import { parseFunctionSource } from '../store/formats/function-source.ts'

const classEnd = /^[ \t]*ENDCLASS[ \t]*\./im

/**
 * The definition of a global class, and an implementation whose methods end a test that reaches
 * them: the runtime refuses their statement by name.
 */
export function classDeclaration(name: string, text: string): string {
  const end = classEnd.exec(text)
  if (end === null) return text
  const definition = text.slice(0, end.index + end[0].length)
  const bodies = implementedMethods(definition).map(
    method => `  METHOD ${method}.\n    ${unreadable}\n  ENDMETHOD.\n`
  )
  return (
    `${definition}\n${emptyMethods}\nCLASS ${name.toLowerCase()} IMPLEMENTATION.\n` +
    `${bodies.join('')}ENDCLASS.\n`
  )
}

/** A statement that the runtime refuses wherever it stands. */
const unreadable = 'CALL SCREEN 1.'

/** Methods that the definition declares itself; those of interfaces are declared there. */
function implementedMethods(definition: string): string[] {
  const bare = definition.replaceAll(/^\*.*$|"[^\n]*|'[^'\n]*'|`[^`\n]*`/gm, ' ')
  const names: string[] = []
  for (const [, list = ''] of bare.matchAll(/\b(?:CLASS-)?METHODS\b\s*:?\s*([^.]*)\./gi)) {
    for (const one of list.split(',')) {
      const [name] = /[\w/]+/.exec(one) ?? []
      if (name !== undefined && !/\bABSTRACT\b/i.test(one)) names.push(name.toLowerCase())
    }
  }
  return names
}

/** The signature of a function module, without its statements. */
export function functionDeclaration(text: string): string {
  const { rest } = parseFunctionSource(text)
  return `${text.slice(0, text.length - rest.length)}\n${unreadable}\nENDFUNCTION.\n`
}

/** Names that customers and partners may give, whose sources run in the twin. */
export function isOwnCode(name: string): boolean {
  return /^(?:[ZY]|\/)/i.test(name)
}
