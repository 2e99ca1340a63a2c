/** Classes and interfaces with what they inherit from and implement, as SEOMETAREL has them. */
import type { ObjectInfo, Store } from '../types.ts'

export interface ClassRelation {
  readonly name: string
  readonly other: string
  /** 0: an interface includes another, 1: a class implements one, 2: a class inherits. */
  readonly kind: '0' | '1' | '2'
}

/** The relations of the active classes and interfaces. */
export function createClassRelations(store: Store): () => ClassRelation[] {
  const known = new Map<string, { text: string; relations: readonly ClassRelation[] }>()
  return () =>
    [...store.list({ type: 'CLAS' }), ...store.list({ type: 'INTF' })].flatMap(info => {
      const text = mainSource(store, info)
      const before = known.get(info.key.name)
      if (before?.text === text) return before.relations
      const relations = relationsOf(info.key.name, text)
      known.set(info.key.name, { text, relations })
      return relations
    })
}

function mainSource(store: Store, { key }: ObjectInfo): string {
  const main = new RegExp(`\\.${key.type}\\.abap$`, 'i')
  return store.files('active', [key]).find(file => main.test(file.name))?.text ?? ''
}

/** Reads the definition alone; comments and literals name nothing. */
export function relationsOf(name: string, source: string): ClassRelation[] {
  const code = source
    .replace(/^\*.*$/gm, '')
    .replace(/'[^'\n]*'|`[^`\n]*`/g, "''")
    .replace(/"[^\n]*/g, '')
    .toUpperCase()
  const [definition = ''] = code.split(/\bEND(?:CLASS|INTERFACE)\b/)
  const [, above] = /^\s*CLASS\s[^.]*?\sINHERITING\s+FROM\s+([\w/]+)/m.exec(definition) ?? []
  const isInterface = /^\s*INTERFACE\s/m.test(definition)
  const interfaces = [...definition.matchAll(/^\s*INTERFACES(?:\s*:)?\s([^.]*)\./gm)].flatMap(
    ([, names = '']) => names.split(',').map(each => each.trim().split(/\s/)[0] ?? '')
  )
  return [
    ...(above === undefined ? [] : [{ name, other: above, kind: '2' as const }]),
    ...interfaces
      .filter(other => other !== '')
      .map(other => ({ name, other, kind: isInterface ? ('0' as const) : ('1' as const) }))
  ]
}
