/** Declares variables of types that the system does not have: they fail where they are used. */
import { BasicTypes } from '@abaplint/core'
import transpileTypes from '@abaplint/transpiler/build/src/transpile_types.js'

interface Types {
  toType(type: unknown, options?: unknown, registry?: unknown): string
  toTypeInline(type: unknown, ...more: unknown[]): string
  declareStaticSkipVoid(pre: string, variable: Variable, registry?: unknown): string
}
interface Variable {
  getName(): string
  getType(): unknown
}

/** What stands for the type of an expression in which something is absent. */
const UNNAMED = 'check_syntax'

/**
 * The transpiler lets the declaration of such a variable fail, and with it the constructor of each
 * instance, and leaves out such static attributes.
 */
export function installAbsentTypes(): void {
  const types = transpileTypes.TranspileTypes as unknown as Types
  const original = types.toTypeInline
  types.toTypeInline = function (this: Types, type, ...more) {
    const name = absentType(type)
    return name === undefined
      ? original.call(this, type, ...more)
      : `abap.sandbox.absent(${JSON.stringify(name)})`
  }
  types.declareStaticSkipVoid = function (this: Types, pre, variable, registry) {
    const code = this.toType(variable.getType(), undefined, registry)
    return `${pre}${variable.getName().toLowerCase()} = ${code};\n`
  }
}

function absentType(type: unknown): string | undefined {
  if (type instanceof BasicTypes.UnknownType) return type.getError()
  if (!(type instanceof BasicTypes.VoidType)) return undefined
  const name = type.getVoided() ?? UNNAMED
  return name === UNNAMED ? 'a value of something that is absent' : name
}
