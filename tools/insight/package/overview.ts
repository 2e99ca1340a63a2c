/** The overview of a package: what is in it, who uses whom, and what stands around it. */
import { isErpError, readMetadata } from '../../../erp-client/index.ts'
import type { ObjectRef } from '../../../erp-client/index.ts'
import type { ToolContext } from '../../call/context.ts'
import { fenced, inlineProse } from '../../failure/prose.ts'
import { count, refWords, systemWords } from '../../objects/words.ts'
import { pack } from '../budget.ts'
import { codeOf } from './code.ts'
import type { Code, CodeObject } from './code.ts'
import { counted } from './counted.ts'
import { layersOf } from './layers.ts'
import { relatedPackages } from './related.ts'
import type { Related } from './related.ts'
import { layerSections, otherSections, tableSections } from './sections.ts'
import { tablesOf } from './tables.ts'
import type { Tables } from './tables.ts'
import { treeOf } from './tree.ts'
import type { PackageTree } from './tree.ts'
import { usesWithin } from './uses.ts'
import type { PackageUses } from './uses.ts'

interface Facts extends Tables {
  /** Description of the package. */
  readonly title: string
  readonly tree: PackageTree
  readonly code: Code
  readonly uses: PackageUses
  readonly related: Related
}

/**
 * A package with the packages below it: entry points, packages around it, tests, its code in
 * layers with weighted uses, its tables with technical types.
 */
export async function packageOverview(
  given: ToolContext,
  ref: ObjectRef,
  bytes: number
): Promise<string> {
  const { context, requests } = counted(given)
  const [title, tree] = await Promise.all([titleOf(context, ref), treeOf(context, ref.name)])
  const code = await codeOf(context, tree.objects)
  const uses = usesWithin(code.objects, tree.objects)
  const inside = new Set(tree.packages.map(({ name }) => name))
  const [related, described] = await Promise.all([
    relatedPackages(context, tree.objects, { outside: uses.outside, inside }),
    tablesOf(context, tree.objects)
  ])
  const head = `${systemWords(context.erp)} · overview of ${refWords(ref)} · ${inlineProse(title)} · ${count(tree.packages.length, 'package')}, ${count(tree.objects.length, 'object')} · ${count(requests(), 'ERP request')}`
  return answer(head, { title, tree, code, uses, related, ...described }, bytes)
}

/** Releases before 7.50 tell what a package holds, but nothing about the package itself. */
async function titleOf(context: ToolContext, ref: ObjectRef): Promise<string> {
  try {
    return (await readMetadata(context.erp, { ref }, context.signal)).description
  } catch (error) {
    if (!isErpError(error, 'ERP_UNSUPPORTED')) throw error
    return 'its description is not told by this release'
  }
}

function answer(head: string, facts: Facts, bytes: number): string {
  const { title, tree, code, uses, tables } = facts
  const byWords = new Map(code.objects.map(object => [refWords(object.ref), object]))
  const { layers, cycles } = layersOf(code.objects, ({ ref }) =>
    (uses.uses.get(refWords(ref)) ?? []).flatMap(use => byWords.get(refWords(use.ref)) ?? [])
  )
  const lines = [
    head,
    ...gapLines(facts),
    ...packageLines(facts),
    ...entryLines(facts),
    ...relatedLines(facts.related),
    ...testLines(code),
    ...cycleLines(code, cycles)
  ]
  const sections = [
    ...layerSections(layers, { uses: uses.uses, title, letters: lettersOf(tree) }),
    ...tableSections(tables, uses),
    ...otherSections(tree.objects)
  ]
  const packed = pack(lines, sections, {
    bytes,
    remedy: 'overview of one package below, or raise maxBytes'
  })
  const [first = '', ...rest] = packed.text.split('\n')
  return [first, ...fenced(rest)].join('\n')
}

function packageLines({ tree }: Facts): string[] {
  const types = [...Map.groupBy(tree.objects, ({ ref }) => ref.type)].map(
    ([type, hits]) => `${type} ${hits.length}`
  )
  const packages = tree.packages.map(
    ({ name, depth, objects }, index) =>
      `${'>'.repeat(depth)}${packageLetter(index)} ${name} ${objects.length}`
  )
  return [
    ...(packages.length < 2 ? [] : [`packages: ${some(packages, ', ')}`]),
    `objects: ${types.join(', ') || 'none'}`
  ]
}

/** The letters of the packages by the words of their objects; empty for one package alone. */
function lettersOf({ packages }: PackageTree): ReadonlyMap<string, string> {
  if (packages.length < 2) return new Map()
  return new Map(
    packages.flatMap(({ objects }, index) =>
      objects.map(({ ref }) => [refWords(ref), packageLetter(index)] as const)
    )
  )
}

/** `a` to `z`, then `aa`. */
function packageLetter(index: number): string {
  const last = String.fromCharCode(97 + (index % 26))
  return index < 26 ? last : `${packageLetter(Math.floor(index / 26) - 1)}${last}`
}

/** What users and other systems start; a class without a user inside is a candidate. */
const entryTypes = new Set(['PROG', 'TRAN', 'SRVB', 'SICF', 'IWSG', 'HTTP', 'UIAD'])

function entryLines({ tree, code, uses }: Facts): string[] {
  const started = tree.objects.filter(({ ref }) => entryTypes.has(kindOf(ref)))
  const modules = code.objects.flatMap(object => object.modules)
  const remote = modules.filter(({ isRemote }) => isRemote).map(({ name }) => name)
  const local = modules.filter(({ isRemote }) => !isRemote).map(({ name }) => name)
  const unused = code.objects.filter(
    ({ ref }) => ref.type === 'CLAS' && !uses.used.has(refWords(ref))
  )
  const entries = [
    ...(started.length === 0
      ? []
      : [
          some(
            started.map(hit => `${kindOf(hit.ref)} ${hit.name}`),
            ', '
          )
        ]),
    ...(remote.length === 0 ? [] : [`RFC function modules ${some(remote, ' ')}`]),
    ...(local.length === 0 ? [] : [`function modules ${some(local, ' ')}`])
  ]
  return [
    `entry points: ${entries.join(', ') || 'no program, transaction, service or function module'}`,
    ...(unused.length === 0 ? [] : [`classes that nothing inside uses: ${namesOf(unused)}`])
  ]
}

const kindOf = ({ type }: ObjectRef): string => type.split('/')[0] ?? type

/** Names of one line, so that no line takes the place of all others. */
const mostNames = 25
const relatedNames = 4
const mostRelated = 10

const namesOf = (objects: readonly CodeObject[]): string =>
  some(
    objects.map(({ ref }) => ref.name),
    ' '
  )

function some(names: readonly string[], separator: string, most = mostNames): string {
  const more = names.length > most ? [`${names.length - most} more`] : []
  return [...names.slice(0, most), ...more].join(separator)
}

function relatedLines({ packages, hasLists }: Related): string[] {
  const short = (names: readonly string[]) => some(names, ', ', relatedNames)
  const own = packages.filter(({ name }) => /^[$YZ/]/.test(name))
  const others = packages.filter(({ name }) => !/^[$YZ/]/.test(name)).flatMap(({ used }) => used)
  return [
    ...own
      .slice(0, mostRelated)
      .map(
        ({ name, used, users }) =>
          `related ${name}:${users.length === 0 ? '' : ` its ${short(users)} use this`}${used.length === 0 ? '' : `${users.length === 0 ? '' : ';'} this uses its ${short(used)}`}`
      ),
    ...(own.length > mostRelated
      ? [
          `related, less often: ${some(
            own.slice(mostRelated).map(({ name }) => name),
            ' '
          )}`
        ]
      : []),
    ...(others.length === 0 ? [] : [`uses outside: ${short(others)}`]),
    ...(hasLists
      ? []
      : ['related: this release has no where-used lists, so users outside are unknown'])
  ]
}

/** Exceptions and classes that are tests themselves need none. */
function testLines({ objects }: Code): string[] {
  const classes = objects.filter(({ ref }) => ref.type === 'CLAS' && !/^.?CX_|\/CX_/.test(ref.name))
  if (classes.length === 0) return []
  const without = classes.filter(({ hasTests }) => !hasTests)
  return [
    `tests: ${classes.length - without.length} of ${count(classes.length, 'class')}${without.length === 0 ? '' : `, without: ${namesOf(without)}`}`
  ]
}

function cycleLines({ objects }: Code, cycles: readonly (readonly CodeObject[])[]): string[] {
  if (objects.length === 0) return []
  const words = cycles.map(cycle =>
    some(
      cycle.map(({ ref }) => ref.name),
      ' ⇄ '
    )
  )
  return [`cycles: ${some(words, '; ') || 'none'}`]
}

/** What was left out, and how to go on. */
function gapLines({ tree, code, related, tables, elementsLeft }: Facts): string[] {
  const unread = code.unread.length
  const unknown = tables.filter(({ fields }) => fields === undefined).length
  const parts = [
    ...(tree.isCut ? ['deeper packages'] : []),
    ...(unread === 0 ? [] : [`sources of ${count(unread, 'object')}`]),
    ...(unknown === 0 ? [] : [`fields of ${count(unknown, 'table')}`]),
    ...(elementsLeft === 0 ? [] : [`types of ${count(elementsLeft, 'data element')}`]),
    ...(related.namesLeft === 0 ? [] : [`packages of ${count(related.namesLeft, 'used name')}`]),
    ...(related.listsLeft === 0 ? [] : [`users outside of ${count(related.listsLeft, 'object')}`])
  ]
  return parts.length === 0
    ? []
    : [`not read: ${parts.join(', ')}. Ask for an overview of one package below.`]
}
