/** System fields as default values of parameters. */
import type { Nodes } from '@abaplint/core'
import statements from '@abaplint/transpiler/build/src/statements/index.js'

interface Transpiler {
  buildDefaultFallback(value: Nodes.ExpressionNode, ...more: readonly unknown[]): string
}

/**
 * The transpiler knows some of the system fields; it takes the others, and SY as a whole, for
 * constants of the interface that declares the method.
 */
export function installSystemDefaults(): void {
  const prototype = statements.MethodImplementationTranspiler.prototype as unknown as Transpiler
  const original = prototype.buildDefaultFallback
  prototype.buildDefaultFallback = function (value, ...more) {
    const [, field] = /^(?:sy|syst)(?:-(\w+))?$/i.exec(value.concatTokens()) ?? [undefined, '']
    if (field === '') return original.call(this, value, ...more)
    const system = 'abap.builtin.sy'
    return field === undefined ? system : `${system}.get().${field.toLowerCase()}`
  }
}
