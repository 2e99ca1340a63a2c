/** The objects that a change of an object affects, over several levels. */
import { findReferences } from '../../erp-client/index.ts'
import type { ObjectRef } from '../../erp-client/index.ts'
import { findCdsUses } from '../abap/cds-uses.ts'
import type { ToolContext } from '../call/context.ts'
import { inParallel } from '../call/parallel.ts'
import { textIfReadable } from '../objects/sources.ts'
import { count, refWords, systemWords } from '../objects/words.ts'
import { pack } from './budget.ts'
import type { Section } from './budget.ts'

/**
 * Type → the users through which a change of it goes on: a table does not change the type of a
 * field that only checks against it.
 */
const propagatingUsers: Readonly<Record<string, ReadonlySet<string>>> = {
  TABL: new Set(['STRU', 'DDLS', 'BDEF', 'VIEW', 'TTYP']),
  STRU: new Set(['STRU', 'TABL', 'TTYP']),
  VIEW: new Set(['DDLS', 'VIEW']),
  DDLS: new Set(['DDLS', 'BDEF', 'DDLX', 'SRVD', 'DCLS']),
  BDEF: new Set(['BDEF', 'SRVD']),
  SRVD: new Set(['SRVB']),
  DOMA: new Set(['DTEL', 'TABL', 'STRU']),
  DTEL: new Set(['TABL', 'STRU', 'TTYP', 'DDLS'])
}
const propagates = (from: string, to: string): boolean =>
  Object.hasOwn(propagatingUsers, from) && propagatingUsers[from]?.has(to) === true
const withText = new Set(['DDLS', 'BDEF', 'DDLX', 'DCLS', 'SRVD', 'TABL', 'STRU'])
const mostObjects = 80

export interface ImpactOptions {
  readonly ref: ObjectRef
  readonly depth: number
  readonly symbol?: string | undefined
  readonly bytes: number
}

interface Node {
  readonly ref: ObjectRef
  readonly depth: number
  readonly via: ObjectRef
  readonly isFollowed: boolean
  readonly text: string | undefined
}

/**
 * What a change of a table, a view or a type reaches: users of users over views, behavior
 * definitions and services, and what the object itself builds on. With a field, what each of them
 * contains about it.
 */
export async function impact(
  context: ToolContext,
  { ref, depth, symbol, bytes }: ImpactOptions
): Promise<string> {
  const [{ nodes, cut }, own] = await Promise.all([
    usersBelow(context, ref, depth),
    withText.has(ref.type) ? textIfReadable(context, ref) : undefined
  ])
  const up = ref.type === 'DDLS' ? [...new Set(findCdsUses(own ?? '').map(({ name }) => name))] : []
  const names = symbol === undefined ? [] : namesOf(symbol, [own, ...nodes.map(({ text }) => text)])
  const isNew =
    symbol !== undefined && own !== undefined && linesWith(own, [symbol.toLowerCase()]).length === 0
  const nameOf = nameIn([ref, ...nodes.map(each => each.ref)])
  const draft = nodes.flatMap(({ ref: user, text }) =>
    user.type === 'BDEF' ? draftTables(text ?? '') : []
  )
  const head = [
    `${systemWords(context.erp)} · impact of ${refWords(ref)}${symbol === undefined ? '' : ` field ${symbol.toUpperCase()}`} · ${count(nodes.length, 'object')} down to depth ${depth}${cut ? `, cut at ${mostObjects}` : ''} · dynamic uses are not among them`,
    ...(isNew
      ? [
          `${symbol?.toUpperCase()} does not stand in the source of ${refWords(ref)}: what follows is where a new field of this name would matter.`
        ]
      : []),
    ...(names.length < 2
      ? []
      : [
          `also named ${names
            .slice(1)
            .map(name => name.toUpperCase())
            .join(', ')}`
        ]),
    ...(up.length === 0 ? [] : [`builds on: ${up.join(', ')}`]),
    ...(draft.length === 0
      ? []
      : [`draft tables to extend with it: ${[...new Set(draft)].join(', ')}`])
  ]
  return pack(
    head,
    nodes.map(node => sectionOf(node, names, nameOf)),
    bytes
  ).text
}

async function usersBelow(
  context: ToolContext,
  ref: ObjectRef,
  depth: number
): Promise<{ nodes: Node[]; cut: boolean }> {
  const nodes = new Map<string, Node>()
  const seen = new Set([refWords(ref)])
  let level: ObjectRef[] = [ref]
  for (let step = 1; step <= depth && level.length > 0 && nodes.size < mostObjects; step++) {
    const users = await inParallel(level, async one => ({ one, refs: await usersOf(context, one) }))
    const fresh: Pick<Node, 'ref' | 'via' | 'isFollowed'>[] = []
    for (const { one, refs } of users) {
      for (const user of refs) {
        if (seen.has(refWords(user))) continue
        seen.add(refWords(user))
        fresh.push({ ref: user, via: one, isFollowed: propagates(one.type, user.type) })
      }
    }
    const read = await inParallel(
      fresh.slice(0, mostObjects - nodes.size),
      async ({ ref: user, via, isFollowed }): Promise<Node> => ({
        ref: user,
        via,
        isFollowed,
        depth: step,
        text: withText.has(user.type) ? await textIfReadable(context, user) : undefined
      })
    )
    for (const node of read) nodes.set(refWords(node.ref), node)
    context.progress({ done: step, total: depth, message: count(nodes.size, 'object') })
    level = read.filter(node => node.isFollowed).map(node => node.ref)
  }
  return { nodes: [...nodes.values()], cut: nodes.size >= mostObjects }
}

async function usersOf(context: ToolContext, ref: ObjectRef): Promise<ObjectRef[]> {
  const { references } = await findReferences(context.erp, { ref }, context.signal)
  return references.flatMap(({ ref: user, isResult }) =>
    user === undefined || !isResult || user.type === 'DEVC' ? [] : [user]
  )
}

function draftTables(text: string): string[] {
  return [...text.matchAll(/\bdraft\s+table\s+([\w/]+)/gi)].map(found =>
    (found[1] ?? '').toUpperCase()
  )
}

/** What in a source matters for a new or changed field, by its kind. */
const roles: readonly { readonly when: RegExp; readonly role: string }[] = [
  { when: /\bas\s+projection\s+on\b/i, role: 'projection: a new field must be listed to be seen' },
  {
    when: /\bannotate\s+(?:view|entity)\b/i,
    role: 'metadata extension: annotate a new field here'
  },
  { when: /\bmapping\s+for\b/i, role: 'has a field mapping: map a new field' },
  { when: /\bdraft\s+table\b/i, role: 'has a draft table' },
  { when: /\bextend\s+view\b/i, role: 'view extension' },
  { when: /\bdefine\s+service\b/i, role: 'exposes it as a service' },
  { when: /\bas\s+select\s+from\b/i, role: 'view: lists its fields' }
]

/** The name of an object, with its type where another object of the answer has the same name. */
function nameIn(refs: readonly ObjectRef[]): (ref: ObjectRef) => string {
  const byName = Map.groupBy(refs, ({ name }) => name)
  return ref => ((byName.get(ref.name)?.length ?? 0) > 1 ? refWords(ref) : ref.name)
}

function sectionOf(
  { ref, depth, via, text }: Node,
  names: readonly string[],
  nameOf: (ref: ObjectRef) => string
): Section {
  const [symbol] = names
  const facts = roles
    .filter(({ when }) => text !== undefined && when.test(text))
    .map(({ role }) => role)
  const brief = `${'  '.repeat(depth - 1)}${refWords(ref)}  via ${nameOf(via)}`
  const lines = symbol === undefined || text === undefined ? [] : linesWith(text, names)
  const about =
    symbol === undefined || text === undefined
      ? []
      : [
          lines.length === 0
            ? `does not name ${symbol.toUpperCase()}`
            : `names ${symbol.toUpperCase()}`
        ]
  const note = [...facts, ...about].join('; ')
  return {
    brief,
    full: [
      note === '' ? brief : `${brief} · ${note}`,
      ...lines.map(line => `${'  '.repeat(depth)}  ${line}`)
    ].join('\n')
  }
}

function linesWith(text: string, names: readonly string[]): string[] {
  const wanted = new Set(names)
  return text
    .split('\n')
    .flatMap((line, index) =>
      line
        .toLowerCase()
        .split(/[^\p{L}\p{N}_/]+/u)
        .some(word => wanted.has(word))
        ? [`${index + 1}: ${line.trim().slice(0, 140)}`]
        : []
    )
    .slice(0, 4)
}

/** A field and the names that views further down give it, lower case. */
function namesOf(symbol: string, texts: readonly (string | undefined)[]): string[] {
  const names = new Set([symbol.toLowerCase()])
  for (const text of texts) {
    for (const [, from = '', to = ''] of (text ?? '').matchAll(
      /(?<![\w.])(?:\w+\.)?(\w+)\s+as\s+(\w+)/gi
    )) {
      if (names.has(from.toLowerCase())) names.add(to.toLowerCase())
    }
  }
  return [...names]
}
