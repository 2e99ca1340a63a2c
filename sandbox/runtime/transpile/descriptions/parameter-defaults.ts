/** Adds the default values of parameters to the descriptions of methods: test doubles compare them. */
import type { Nodes } from '@abaplint/core'
import methods from '@abaplint/transpiler/build/src/statements/method_implementation.js'
import traversals from '@abaplint/transpiler/build/src/traversal.js'

interface Method {
  getFilename(): string
  getParameters(): {
    getAll(): readonly { getName(): string }[]
    getParameterDefault(name: string): Nodes.ExpressionNode | undefined
  }
}

interface Traversal {
  buildMethod(name: string, method: Method, ...more: readonly unknown[]): string
}

interface Defaults {
  buildDefault(value: Nodes.ExpressionNode, traversal: Traversal, file: string): string
}

export function describeDefaults(): void {
  const prototype = traversals.Traversal.prototype as unknown as Traversal
  const { buildMethod } = prototype
  prototype.buildMethod = function (this: Traversal, name, method, ...more) {
    let text = buildMethod.call(this, name, method, ...more)
    const parameters = method.getParameters()
    for (const each of parameters.getAll()) {
      const value = parameters.getParameterDefault(each.getName())
      if (value === undefined) continue
      const code = codeOf(this, value, method.getFilename())
      const begin = `"${each.getName().toUpperCase()}": {`
      text = text.replace(begin, () => `${begin}"default": () => {return ${code};}, `)
    }
    return text
  }
}

/** A constant of the own class or interface is a static member of it, which `this` is here. */
function codeOf(traversal: Traversal, value: Nodes.ExpressionNode, file: string): string {
  const transpiler = new methods.MethodImplementationTranspiler() as unknown as Defaults
  const code = transpiler.buildDefault(value, traversal, file)
  if (!code.startsWith('this.')) return code
  const name = JSON.stringify(code.slice('this.'.length))
  return `this[(this.INTERNAL_TYPE === "INTF" ? this.INTERNAL_NAME.toLowerCase() + "$" : "") + ${name}]`
}
