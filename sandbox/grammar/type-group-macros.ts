/**
 * Macros of type groups: every program knows them. Their names begin with the name of the group, so
 * that an unknown statement says by its first word which group is asked.
 */
import { ABAPObject } from '@abaplint/core'
import type { ABAPFile, IRegistry, Nodes, Version } from '@abaplint/core'
import { internal } from './parser-internals.ts'

interface ExpandMacros {
  readonly macros: { isMacro(name: string): boolean }
  readonly release: Version
  readonly languageVersion: unknown
  readonly globalMacros: readonly string[]
  readonly reg: IRegistry | undefined
  find(statements: Nodes.StatementNode[], file: ABAPFile, clear: boolean): void
  handleMacros(
    statements: readonly Nodes.StatementNode[],
    file: ABAPFile,
    ...more: unknown[]
  ): unknown
}

interface Expansion {
  readonly ExpandMacros: {
    readonly prototype: ExpandMacros
    findName(tokens: unknown): string | undefined
  }
}

export function installTypeGroupMacros(): void {
  const { ExpandMacros } = internal<Expansion>('2_statements/expand_macros')
  const { prototype, findName } = ExpandMacros
  const original = prototype.handleMacros
  prototype.handleMacros = function (statements, file, ...more) {
    const groups = new Set<string>()
    for (const statement of statements) {
      const kind = statement.get().constructor.name
      if (kind !== 'Unknown' && kind !== 'MacroCall') continue
      const name = findName(statement.getTokens())
      if (name !== undefined && !this.macros.isMacro(name)) groups.add(groupOf(name))
    }
    groups.delete('')
    for (const group of groups) define(this, group)
    return original.call(this, statements, file, ...more)
  }
}

/** At most five characters before the first underscore; empty where there are none. */
function groupOf(macro: string): string {
  return /^(\/\w+\/)?\w{1,5}?(?=_)/.exec(macro.toUpperCase())?.[0] ?? ''
}

function define(expansion: ExpandMacros, group: string): void {
  const { reg, release, globalMacros, languageVersion } = expansion
  const object = reg?.getObject('TYPE', group)
  if (!(object instanceof ABAPObject)) return
  const parse = object.parse.bind(object) as (...of: unknown[]) => unknown
  parse(release, globalMacros, reg, languageVersion)
  const main = object.getMainABAPFile()
  if (main !== undefined) expansion.find([...main.getStatements()], main, false)
}
