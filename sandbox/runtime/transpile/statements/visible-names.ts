/** What a statement sees, for names that are known when it runs: `child/names/` reads it. */
import { ScopeType, type AbstractType, type Nodes, type TypedIdentifier } from '@abaplint/core'
import traversals from '@abaplint/transpiler/build/src/traversal.js'
import { PROCEDURES } from '../tables/dynamic.ts'
import type { Traversal } from '../tables/dynamic.ts'

const PROGRAMS: ReadonlySet<string> = new Set([ScopeType.Program, ScopeType.FunctionGroup])

type ScopeNode = NonNullable<ReturnType<Traversal['findCurrentScopeByToken']>>

/** What the statement sees, as `child/names/data-objects.ts` reads it. */
export function scopeCode(node: Nodes.ExpressionNode, traversal: Traversal): string {
  const locals = new Set<string>()
  const globals = new Set<string>()
  let within: string | undefined
  let scope = traversal.findCurrentScopeByToken(node.getFirstToken())
  while (scope !== undefined) {
    const { stype, sname } = scope.getIdentifier()
    if (PROCEDURES.has(stype)) collect(scope, locals)
    else if (PROGRAMS.has(stype)) collect(scope, globals)
    else if (stype === ScopeType.ClassImplementation) within = sname.toUpperCase()
    scope = scope.getParent() as typeof scope
  }
  const parts = [
    `locals: ${namesCode(locals)}`,
    `globals: ${namesCode(globals)}`,
    'self: () => this',
    `program: ${JSON.stringify(traversal.buildPrefix())}`,
    `programs: ${JSON.stringify(programsOf(traversal))}`,
    ...(within === undefined ? [] : [`within: ${JSON.stringify(within)}`])
  ]
  return `{${parts.join(', ')}}`
}

function programsOf(traversal: Traversal): string[] {
  const object = traversal.getCurrentObject()
  const name = object.getName().toUpperCase()
  return object.getType() === 'FUGR' ? [`SAPL${name}`] : [name]
}

function collect(scope: ScopeNode, names: Set<string>): void {
  for (const name of Object.keys(scope.getData().vars)) {
    const lower = name.toLowerCase()
    if (/^(?:<\w+>|[a-z_]\w*)$/.test(lower) && lower !== 'me' && lower !== 'super') names.add(lower)
  }
}

/** A variable that is not declared where the program stands has no value. */
function namesCode(names: ReadonlySet<string>): string {
  const codes = [...names].map(name => {
    const code = name.startsWith('<')
      ? `fs_${name.slice(1, -1)}_`
      : traversals.Traversal.prefixVariable(name)
    return `${JSON.stringify(name)}: () => {try {return ${code};} catch {}}`
  })
  return `{${codes.join(', ')}}`
}

/** Local types by their names, as functions that make a value. */
export function typesCode(node: Nodes.StatementNode, traversal: Traversal): string {
  const found = new Map<string, string>()
  let scope = traversal.findCurrentScopeByToken(node.getFirstToken())
  while (scope !== undefined && scope.getIdentifier().stype !== ScopeType.Global) {
    const { types } = scope.getData() as { types: Record<string, TypedIdentifier> }
    for (const [name, identifier] of Object.entries(types)) {
      const code = codeOf(identifier.getType(), traversal)
      if (code !== undefined && !found.has(name)) found.set(name.toUpperCase(), code)
    }
    scope = scope.getParent() as typeof scope
  }
  const entries = [...found].map(([name, code]) => `${JSON.stringify(name)}: () => ${code}`)
  return `{${entries.join(', ')}}`
}

/** A type that is unknown has no value. */
function codeOf(type: AbstractType, traversal: Traversal): string | undefined {
  try {
    return traversal.toType(type)
  } catch {
    return undefined
  }
}
