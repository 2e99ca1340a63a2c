/** What the statements of a template refer to: nodes, variables, other templates. */
import type {
  Address,
  Binding,
  Literal,
  Source,
  Template
} from '../../../../grammar/transformations/model.ts'
import type { MarkupAttribute } from '../../../../grammar/markup/events.ts'
import type { AbapStructure, AbapValue } from '../../values.ts'
import { componentsOf, kindOf, pointed, TransformationFault } from '../asxml/kinds.ts'
import { loadProgram } from './programs.ts'
import type { LoadedProgram } from './programs.ts'
import { literalValue } from './literals.ts'

/** The data of a template while it runs; nodes without data are undefined. */
export interface Frame {
  readonly program: LoadedProgram
  readonly roots: ReadonlyMap<string, AbapValue | undefined>
  readonly variables: Map<string, AbapValue>
}

export interface Context {
  readonly frame: Frame
  /** The current node; absent where none is defined. */
  readonly current?: { readonly node: AbapValue | undefined } | undefined
  readonly aliases: ReadonlyMap<string, AbapValue | undefined>
  readonly depth: number
  readonly unsupported: (what: string) => never
  /** Of the element around, in deserializations. */
  readonly attributes?: readonly MarkupAttribute[] | undefined
  readonly extensible?: Extensible | undefined
  readonly lax?: Lax | undefined
  /** The values that were set, in deserializations. */
  readonly assigned?: Set<AbapValue> | undefined
}

/** Whether unknown elements are skipped here, and below. */
export interface Extensible {
  readonly here: boolean
  readonly below: boolean
  /** It holds in templates that are called, too. */
  readonly dynamic: boolean
}

/** Whether names of elements may differ here, and below. */
export interface Lax {
  readonly here: boolean
  readonly below: boolean
}

const MAX_DEPTH = 200

/** The context of what a step with an address has inside. */
export function at(context: Context, ref: Address | undefined): Context {
  return ref === undefined ? context : { ...context, current: { node: nodeOf(context, ref) } }
}

/** The data object of an address; the current node without one. Undefined: none is bound. */
export function nodeOf(context: Context, ref: Address | undefined): AbapValue | undefined {
  if (ref === undefined) return context.current?.node
  const { from, name, path } = ref
  if (from === 'ref') {
    return follow(name === '' ? context.current?.node : context.aliases.get(name), path)
  }
  if (from === 'name' && context.current !== undefined) {
    return follow(context.current.node, [name, ...path])
  }
  return follow(context.frame.roots.get(name), path)
}

function follow(node: AbapValue | undefined, path: readonly string[]): AbapValue | undefined {
  let found = node
  for (const part of path) {
    if (kindOf(found) !== 'Structure') return undefined
    const components = componentsOf(found as unknown as AbapStructure)
    const component = components.find(([name]) => name.toUpperCase() === part)?.[1]
    found = component === undefined ? undefined : (pointed(component) as AbapValue)
  }
  return found
}

/** The data object that a statement needs. */
export function boundNode(context: Context, ref: Address | undefined): AbapValue {
  const node = nodeOf(context, ref)
  if (node === undefined) throw noAccess(ref)
  return node
}

export function noAccess(ref: Address | undefined): TransformationFault {
  const name =
    ref === undefined ? '$ref' : [ref.name === '' ? '$ref' : ref.name, ...ref.path].join('.')
  return new TransformationFault('CX_ST_REF_ACCESS', `The node "${name}" cannot be accessed`)
}

/** The value of a source; undefined where a node has none. */
export function sourceValue(context: Context, source: Source): AbapValue | undefined {
  if (source.kind === 'value') return literalValue(source.value)
  if (source.kind === 'variable') return context.frame.variables.get(source.name)
  return nodeOf(context, source.node)
}

export type Way = 'serialize' | 'deserialize'

/** A frame for a template, its variables with the values they begin with. */
export function frameOf(
  program: LoadedProgram,
  template: Template,
  { roots, way }: { roots: Frame['roots']; way: Way }
): Frame {
  const variables = new Map<string, AbapValue>()
  const initial: Literal = { type: 'STRING', value: '' }
  for (const each of template.variables) {
    variables.set(each.name, literalValue(each[way] ?? initial))
  }
  return { program, roots, variables }
}

interface Call {
  readonly op: 'apply' | 'call'
  readonly name: string
  readonly ref?: Address | undefined
  readonly roots: readonly Binding[]
  readonly parameters: readonly Binding[]
}

/** The template that is called, and the context that it begins with. */
export function calledTemplate(
  context: Context,
  call: Call,
  way: Way
): { template: Template; inner: Context } {
  if (context.depth >= MAX_DEPTH) {
    throw new TransformationFault('CX_ST_RUNTIME_ERROR', 'Templates call each other too deeply')
  }
  const { unsupported } = context
  const program = call.op === 'call' ? loadProgram(call.name, unsupported) : context.frame.program
  const template = call.op === 'call' ? program.main : program.templates.get(call.name)
  if (template === undefined) return unsupported(`the template ${call.name}, which is not there`)
  const roots = new Map(call.roots.map(({ name, source }) => [name, sourceValue(context, source)]))
  const frame = frameOf(program, template, { roots, way })
  for (const { name, source } of call.parameters) {
    const kind = template.variables.find(each => each.name === name)?.kind
    const value =
      kind === 'out' || (way === 'deserialize' && source.kind === 'node')
        ? undefined
        : sourceValue(context, source)
    if (value !== undefined) frame.variables.set(name, value.clone())
  }
  const own = template.roots.length === 0 && call.op === 'apply'
  const current = own
    ? call.ref === undefined
      ? context.current
      : { node: nodeOf(context, call.ref) }
    : undefined
  const extensible = context.extensible?.dynamic === true ? context.extensible : undefined
  return {
    template,
    inner: {
      ...context,
      frame,
      current,
      aliases: new Map(),
      extensible,
      lax: undefined,
      depth: context.depth + 1
    }
  }
}

/** Output parameters go back to the variables, and in deserializations to the nodes, of the caller. */
export function returnParameters(
  context: Context,
  { template, inner, call, way }: { template: Template; inner: Context; call: Call; way: Way }
): void {
  for (const { name, source } of call.parameters) {
    const kind = template.variables.find(each => each.name === name)?.kind
    const value = inner.frame.variables.get(name)
    if ((kind !== 'out' && kind !== 'in/out') || value === undefined) continue
    if (source.kind === 'variable') context.frame.variables.set(source.name, value)
    else if (source.kind === 'node' && way === 'deserialize') {
      boundNode(context, source.node).set(value)
    }
  }
}
