/**
 * Protects names of the generated code from variables of the same name, and finds local classes
 * before global ones.
 */
import { BasicTypes } from '@abaplint/core'
import keywords from '@abaplint/transpiler/build/src/keywords.js'
import traversals from '@abaplint/transpiler/build/src/traversal.js'
import { valuelessConstants } from '../../grammar/valueless-constants.ts'
import { RESERVED_NAMES } from './allowed-code.ts'

/**
 * Names of the generated code that a variable of the same name would hide, beside the words
 * JavaScript keeps for itself.
 */
const SHADOWING = [
  ...RESERVED_NAMES.filter(name => /^[a-z_]+$/.test(name)),
  'abap',
  'e',
  'undefined',
  'async',
  'globalthis',
  'nan',
  'infinity',
  'json',
  'object',
  'promise'
]

/** The transpiler numbers its own variables; no procedure has more. */
const MAX_NUMBERED = 500

interface Traversal {
  buildPrefix(): string
  lookupClassOrInterface(name: string, token: unknown, directGlobal?: boolean): string
  prefixAndName(token: { getStr(): string }, file?: string): string
  isBuiltinVariable(token: { getStr(): string }): boolean
}

/** A constant whose value is not known here refuses to be read, by its name. */
export function refuseValuelessConstants(): void {
  const names = new Set(valuelessConstants)
  const prototype = traversals.Traversal.prototype as unknown as Traversal
  const original = prototype.prefixAndName
  prototype.prefixAndName = function (this: Traversal, token, file) {
    const name = token.getStr().toLowerCase()
    if (!names.has(name) || !this.isBuiltinVariable(token)) return original.call(this, token, file)
    return `abap.sandbox.unsupported("the value of ${name.toUpperCase()}")`
  }
}

/**
 * A class that is named when the program runs may be a local one of the program: it goes before a
 * global one.
 */
export function findLocalClasses(): void {
  const prototype = traversals.Traversal.prototype as unknown as Traversal
  const original = prototype.lookupClassOrInterface
  prototype.lookupClassOrInterface = function (this: Traversal, name, token, directGlobal) {
    const global = original.call(this, name, token, directGlobal)
    if (directGlobal !== true || /^["'`]/.test(name)) return global
    return `(abap.Classes[${JSON.stringify(this.buildPrefix())} + ${name}.trimEnd()] ?? ${global})`
  }
}

/** The transpiler writes what it says of an unknown type between quotes, which it does not escape. */
export function quoteUnknownTypes(): void {
  const prototype = BasicTypes.UnknownType.prototype as unknown as { getError(): string }
  const original = prototype.getError
  prototype.getError = function (this: typeof prototype) {
    return original.call(this).replace(/["\\\n]/g, "'")
  }
}

/** Renames ABAP variables that would shadow names of the generated code. */
export function protectNames(): void {
  for (const name of SHADOWING) keywords.DEFAULT_KEYWORDS.add(name)
  for (let number = 1; number <= MAX_NUMBERED; number++) {
    keywords.DEFAULT_KEYWORDS.add(`unique${number}`)
    keywords.DEFAULT_KEYWORDS.add(`indexbackup${number}`)
  }
}
