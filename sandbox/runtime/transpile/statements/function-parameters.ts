/** Parameters of function modules: default values, and copies of what is passed by value. */
import { BasicTypes, type Nodes, type Objects } from '@abaplint/core'
import structures from '@abaplint/transpiler/build/src/structures/index.js'
import traversals from '@abaplint/transpiler/build/src/traversal.js'
import { describeFunctionModules } from '../descriptions/function-interfaces.ts'
import { decodeLiterals } from '../opaque.ts'
import { quoted } from '../quote.ts'

type Traversal = InstanceType<typeof traversals.Traversal>
type Parameter = ReturnType<
  NonNullable<ReturnType<Objects.FunctionGroup['getModule']>>['getParameters']
>[number]

type ValueType = Parameters<Traversal['toType']>[0]

interface FunctionModules {
  findSignature(traversal: Traversal, name: string, node: Nodes.StatementNode): string
}

/** Applies to the transpiler of this thread. */
export function installFunctionParameters(): void {
  const { prototype } = structures.FunctionModuleTranspiler as unknown as {
    prototype: FunctionModules
  }
  const original = prototype.findSignature
  prototype.findSignature = function (this: FunctionModules, traversal, name, node) {
    const group = traversal.getCurrentObject() as unknown as Objects.FunctionGroup
    const scope = traversal.findCurrentScopeByToken(node.getLastToken())
    const typeOf = (parameter: string) => scope?.findVariable(parameter)?.getType()
    const parameters = group.getModule(name)?.getParameters() ?? []
    const values = parameters.map(each => {
      const type = typeOf(each.name.toLowerCase())
      return type === undefined ? '' : valueOf(each, type, traversal)
    })
    // the transpiler gives parameters with default values their initial value
    const declared = original
      .call(this, traversal, name, node)
      .replaceAll(/= INPUT\.(?=\w+\?\.)/g, '= INPUT?.')
    return bothWays(declared + values.join(''), parameters)
  }
  describeFunctionModules()
}

/**
 * A parameter that is imported and exported under one name is one variable: what is to be exported
 * begins with what was imported.
 */
function bothWays(code: string, parameters: readonly Parameter[]): string {
  const named = (wanted: string) =>
    parameters
      .filter(each => String(each.direction) === wanted)
      .map(each => each.name.toLowerCase())
  const imported = named('importing')
  return named('exporting')
    .filter(name => imported.includes(name))
    .reduce((whole, name) => {
      const variable = traversals.Traversal.prefixVariable(name)
      const target = `INPUT?.importing?.${name}`
      const link = `if (${target} !== undefined) { ${variable} = ${target}.set(${variable}); }\n`
      return whole.replace(`let ${variable} = ${target};`, '') + link
    }, code)
}

function valueOf(parameter: Parameter, type: ValueType, traversal: Traversal): string {
  const { name, direction, defaultValue, passByValue } = parameter
  if (String(direction) !== 'importing' || isUnknown(type)) return ''
  const low = name.toLowerCase()
  const variable = traversals.Traversal.prefixVariable(low)
  const given = `INPUT?.exporting?.${low}`
  const copy = passByValue ? copyOf(variable, type, traversal) : ''
  const copied = copy === '' ? '' : `if (${given} !== undefined) { ${copy} }\n`
  if (defaultValue === undefined || defaultValue.trim() === '') return copied
  const value = defaultCode(decodeLiterals(defaultValue).trim(), name)
  const set = value.startsWith('abap.sandbox') ? value : `${variable}.set(${value})`
  return `${copied}if (${given} === undefined) { ${set}; }\n`
}

function isUnknown(type: ValueType): boolean {
  return type instanceof BasicTypes.UnknownType || type instanceof BasicTypes.VoidType
}

/** Of a generic type the copy has the type of what is passed. */
function copyOf(variable: string, type: ValueType, traversal: Traversal): string {
  if (!type.isGeneric()) return `${variable} = ${traversal.toType(type)}.set(${variable});`
  return (
    `if (${variable} instanceof abap.types.FieldSymbol) { ${variable} = ${variable}.getPointer(); } ` +
    `${variable} = ${variable}.clone();`
  )
}

/** Fields of the system that are default values all the time. */
const SYSTEM = /^SY(?:ST)?-(\w+)$/i

function defaultCode(text: string, parameter: string): string {
  const [, literal] = /^'(.*)'$/s.exec(text) ?? []
  if (literal !== undefined) {
    return `new abap.types.String().set(${quoted(literal.replaceAll("''", "'"))})`
  }
  if (/^-?\d{1,9}$/.test(text)) return `new abap.types.Integer().set(${Number(text)})`
  if (/^SPACE$/i.test(text)) return 'abap.builtin.space'
  const [, truth] = /^(ABAP_(?:TRUE|FALSE|UNDEFINED))$/i.exec(text) ?? []
  if (truth !== undefined) return `abap.builtin.${truth.toLowerCase()}`
  const [, field] = SYSTEM.exec(text) ?? []
  if (field !== undefined) return `abap.builtin.sy.get().${field.toLowerCase()}`
  return `abap.sandbox.unsupported(${quoted(`the default value ${text} of the parameter ${parameter}`)})`
}
