/** What one branch of a CDS view reads: its sources and the targets of its associations. */
import type { CdsBranch } from './cds-select.ts'

export const noNames: ReadonlySet<string> = new Set()

export interface Read {
  readonly name: string
  readonly associations: ReadonlySet<string>
}

interface Reads {
  readonly reads: readonly Read[]
  /** Names that this branch defines or hands on as associations. */
  readonly defined: readonly string[]
  /** Associations that it follows and that a source must define. */
  readonly required: readonly string[]
}

/**
 * The sources of a branch, and the targets of the associations that it follows or that are
 * requested. An association that is only declared or handed on reads nothing by itself.
 */
export function readsOf(branch: CdsBranch, requested: ReadonlySet<string>): Reads {
  const { associations, sources, exposed, steps } = branch
  const { heads, further } = stepsOf(branch, requested)
  const every = requested.has('*')
  const followed = associations.filter(({ name }) => every || heads.has(name) || further.has(name))
  const declared = new Set(associations.filter(one => !one.redirects).map(({ name }) => name))
  const aliases = new Set(sources.map(({ alias }) => alias))
  const undeclared = [...heads].filter(name => !declared.has(name))
  const forSources = new Set([...further, ...undeclared, ...(every ? ['*'] : [])])
  const forTargets = new Set([...further, ...requested])
  const calls = [steps, ...associations.map(one => one.steps)].flatMap(one => [...one.calls])
  const isWanted = (name: string) => !declared.has(name) && !aliases.has(name) && name !== 'ABAP'
  return {
    reads: [
      ...sources.map(({ name }) => ({ name, associations: forSources })),
      ...followed.map(({ target }) => ({ name: target, associations: forTargets })),
      ...calls.map(name => ({ name, associations: noNames }))
    ],
    defined: [...associations.map(({ name }) => name), ...exposed.map(({ alias }) => alias)],
    required: [...[...steps.heads].filter(isWanted), ...steps.inner]
  }
}

interface Named {
  readonly heads: Set<string>
  readonly further: Set<string>
}

/**
 * First steps of paths, and further ones, with those that asked-for elements and associations add.
 */
function stepsOf(branch: CdsBranch, requested: ReadonlySet<string>): Named {
  const heads = new Set([...requested, ...branch.steps.heads, ...branch.possibleAssociations])
  const further = new Set(branch.steps.inner)
  const adds = additionsOf(branch)
  // Iteration over a growing set includes the added names, each once.
  const open = new Set([...(requested.has('*') ? adds.keys() : []), ...heads, ...further])
  const take = (name: string, into: Set<string>) => {
    open.add(name)
    into.add(name)
  }
  for (const name of open) {
    for (const added of adds.get(name) ?? []) {
      for (const one of added.heads) take(one, heads)
      for (const one of added.further) take(one, further)
    }
  }
  return { heads, further }
}

/** What an element or an association of this name follows in turn. */
function additionsOf({ exposed, associations }: CdsBranch): ReadonlyMap<string, readonly Named[]> {
  const adds = new Map<string, Named[]>()
  const add = (name: string, named: Named) => {
    const before = adds.get(name)
    if (before === undefined) adds.set(name, [named])
    else before.push(named)
  }
  for (const { alias, path } of exposed) {
    const [head, ...rest] = path[0]?.startsWith('$') === true ? path.slice(1) : path
    add(alias, { heads: new Set(head === undefined ? [] : [head]), further: new Set(rest) })
  }
  for (const {
    name,
    steps: { heads, inner }
  } of associations) {
    add(name, { heads: new Set(), further: new Set([...heads, ...inner]) })
  }
  return adds
}
