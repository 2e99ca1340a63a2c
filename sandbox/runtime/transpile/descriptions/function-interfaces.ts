/**
 * Writes the interface of a function module beside its code: test doubles of it read the names, the
 * kinds and the types of its parameters.
 */
import { BasicTypes, type AbstractType, type Nodes, type Objects } from '@abaplint/core'
import type { Chunk } from '@abaplint/transpiler'
import structures from '@abaplint/transpiler/build/src/structures/index.js'
import traversals from '@abaplint/transpiler/build/src/traversal.js'

type Traversal = InstanceType<typeof traversals.Traversal>

interface FunctionModules {
  findSignature(traversal: Traversal, name: string, node: Nodes.StatementNode): string
  transpile(node: Nodes.StructureNode, traversal: Traversal): Chunk
}

const KINDS: Readonly<Record<string, string>> = {
  importing: 'I',
  exporting: 'E',
  changing: 'C',
  tables: 'T'
}

/** Applies to the transpiler of this thread, before the signatures are changed. */
export function describeFunctionModules(): void {
  const { prototype } = structures.FunctionModuleTranspiler as unknown as {
    prototype: FunctionModules
  }
  const { findSignature, transpile } = prototype
  let described = ''
  prototype.findSignature = function (this: FunctionModules, traversal, name, node) {
    described = describe(traversal, name, node)
    return findSignature.call(this, traversal, name, node)
  }
  prototype.transpile = function (this: FunctionModules, node, traversal) {
    described = ''
    const code = transpile.call(this, node, traversal)
    return code.appendString(described)
  }
}

function describe(traversal: Traversal, name: string, node: Nodes.StatementNode): string {
  const group = traversal.getCurrentObject() as unknown as Objects.FunctionGroup
  const scope = traversal.findCurrentScopeByToken(node.getLastToken())
  const parameters = (group.getModule(name)?.getParameters() ?? []).map(each => {
    const type = scope?.findVariable(each.name.toLowerCase())?.getType()
    const kind = KINDS[String(each.direction)] ?? 'I'
    // a table parameter has a header line that what is passed may lack
    const made =
      kind === 'T' || type === undefined || isOpen(type) ? '' : typeCode(traversal.toType(type))
    return `${JSON.stringify(each.name.toUpperCase())}: {"parm_kind": "${kind}"${made}}`
  })
  const variable = traversals.Traversal.escapeNamespace(name.toLowerCase())
  return `${variable}.PARAMETERS = {${parameters.join(', ')}};\n`
}

const typeCode = (code: string) => `, "type": () => {return ${code};}`

/** Generic types have no values of their own. */
function isOpen(type: AbstractType): boolean {
  return (
    type.isGeneric() ||
    type instanceof BasicTypes.UnknownType ||
    type instanceof BasicTypes.VoidType
  )
}
