/** Tells errors of a program from names of the standard that the sandbox does not have. */
import type { EngineMessage } from '../types.ts'

/** Messages that name what does not exist, with the name as their first group. */
const MISSING: readonly RegExp[] = [
  /"([\w/~]+)"(?:, which)? does not exist\b/i,
  /unable to resolve ([\w/]+)/i,
  /known: ([\w/]+), lookup\w+/i,
  /\bunknown class ([\w/]+)/i,
  /Could not resolve top ([\w/]+)/i,
  /Database table or view "([\w/]+)" not found/i,
  /Field "(\w+)" not found in structure/i,
  /^(\w+) not found in class or interface/i,
  /The name "([\w/]+)" is unknown/i,
  /Function module "?([\w/]+)"? not found/i,
  /^([\w/]+)\S* is not available in the sandbox/
]

/** Names of customers begin with Y or Z; the others are prefixes of local names. */
const OWN = /^(?:[yz]|l(?:cl|if|tcl|tif|ty)_|t[ys]_|\$)/i

function missingName(message: EngineMessage): string | undefined {
  if (message.text.startsWith('The method ')) return undefined
  for (const pattern of MISSING) {
    const [, name] = pattern.exec(message.text) ?? []
    if (name !== undefined) return name
  }
  return undefined
}

/** The variable whose type is unknown, and the one that its type would be taken from. */
const UNKNOWN = /^The type of "([\w<>]+)" is unknown\b/
const FOLLOWING = /\bType error, (?:not a table type|field not part of structure) ([\w<>]+)/i

/**
 * Variables whose types are unknown because they name what the standard has, and those whose
 * types are taken from them.
 */
function unknownVariables(errors: readonly EngineMessage[]): ReadonlySet<string> {
  const found = new Set<string>()
  for (let size = -1; size !== found.size;) {
    size = found.size
    for (const error of errors) {
      const [, variable] = UNKNOWN.exec(error.text) ?? []
      if (variable === undefined) continue
      if (missingName(error) !== undefined || follows(error, found)) found.add(variable)
    }
  }
  return found
}

function follows({ text }: EngineMessage, unknown: ReadonlySet<string>): boolean {
  const [, origin] = FOLLOWING.exec(text) ?? []
  return origin !== undefined && unknown.has(origin.toUpperCase())
}

/** Rules that the runtime applies itself: it does not run an object with errors of these. */
const OF_THE_RUNTIME = new Set(['check_syntax', 'parser_error', 'begin_end_names'])

/**
 * Whether errors come from names of the standard that are absent here: an object of another system
 * has such errors only because this one is smaller. Errors that follow from them may name nothing;
 * the runtime judges those once more, with types that it does not know. Other errors, and names of
 * the customer, are errors everywhere.
 */
export function areMissingStandard(errors: readonly EngineMessage[]): boolean {
  const unknown = unknownVariables(errors)
  const found = errors.map(error => ({
    judgedAgain: OF_THE_RUNTIME.has(error.rule) || follows(error, unknown),
    name: missingName(error)
  }))
  return (
    found.some(({ name }) => name !== undefined) &&
    found.every(({ judgedAgain, name }) => (name === undefined ? judgedAgain : !OWN.test(name)))
  )
}
