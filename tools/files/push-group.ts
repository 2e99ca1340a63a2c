/** The changes that bring a function group to what a folder has: each of its parts is an object. */
import { readActiveText, sourceHash } from '../../erp-client/index.ts'
import type { ToolContext } from '../call/context.ts'
import type { Comparison } from './compare.ts'
import { named } from './entry.ts'
import type { Entry } from './entry.ts'
import { NotCarried } from './layout/content.ts'
import type { ObjectContent } from './layout/content.ts'
import { mainProgramOf, nameOfPart } from './layout/functions/group.ts'
import type { ModuleFacts } from './layout/functions/items.ts'
import { readFunction, writeFunction } from './layout/functions/signature.ts'
import { contentOf, partFile } from './layout/index.ts'
import type { PushItem } from './push-item.ts'

type Skip = (why: string) => void

/** The sources of changed modules in the system: their files have other ones. */
export async function moduleTexts(
  context: ToolContext,
  comparison: Comparison,
  entry: Entry
): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>()
  if (entry.kind !== 'changed here') return found
  const { language } = comparison.repository
  const { ref } = entry
  try {
    const here = contentOf(ref, named(entry.here), language).content.sources
    const there = contentOf(ref, named(entry.there), language).content.sources
    for (const [part, text] of Object.entries(there)) {
      const { type, name } = nameOfPart(part)
      if (type !== 'FUNC' || here[part] === text) continue
      const module = { type, name, group: ref.name }
      const now = await readActiveText(context.erp, { ref: module, part: 'main' }, context.signal)
      if (now !== undefined) found.set(part, now)
    }
  } catch (error) {
    // The plan names a file that cannot be read.
    if (!(error instanceof NotCarried)) throw error
  }
  return found
}

function modulesOf({ fields }: ObjectContent): ReadonlyMap<string, ModuleFacts> {
  const list = fields?.['modules']
  const modules = Array.isArray(list) ? (list as readonly ModuleFacts[]) : []
  return new Map(modules.map(module => [module.name, module]))
}

const partItem = (group: string, part: string) => {
  const { type, name } = nameOfPart(part)
  const isMain = name === mainProgramOf(group)
  return isMain ? { type: 'FUGR', name: group } : { type, name, group }
}

/** A new group has its main program and its first include at once. */
const isMadeWithGroup = (group: string, part: string): boolean => {
  const { name } = nameOfPart(part)
  return name === mainProgramOf(group) || name.endsWith('TOP')
}

function created(content: ObjectContent, part: string): PushItem {
  const group = content.ref.name
  const source = content.sources[part]
  // An include has no short text of its own.
  const module = modulesOf(content).get(nameOfPart(part).name)
  const description = module === undefined ? undefined : module.description || module.name
  return { action: 'create', ...partItem(group, part), description, source }
}

function noteProcessing(content: ObjectContent, skip: Skip): void {
  for (const { name, processing } of modulesOf(content).values()) {
    if (processing !== 'normal') skip(`the processing type ${processing} of ${name} is not pushed`)
  }
}

/** @throws NotCarried for a group without modules and includes */
export function groupCreation(
  content: ObjectContent,
  packageName: string | undefined,
  skip: Skip
): PushItem[] {
  const { ref, description, sources } = content
  noteProcessing(content, skip)
  return [
    {
      action: 'create',
      type: ref.type,
      name: ref.name,
      package: packageName,
      description: description || ref.name
    },
    ...Object.entries(sources).map(([part, source]): PushItem =>
      isMadeWithGroup(ref.name, part)
        ? { action: 'update', ...partItem(ref.name, part), source, overwrite: true }
        : created(content, part)
    )
  ]
}

export interface GroupSides {
  readonly entry: Entry
  readonly here: ObjectContent
  readonly there: ObjectContent
  readonly texts: ReadonlyMap<string, string>
  readonly mayDelete: boolean
  readonly skip: Skip
}

export function groupChanges(sides: GroupSides): PushItem[] {
  const { entry, here, there, skip } = sides
  noteFacts(here, there, skip)
  const parts = new Set([...Object.keys(here.sources), ...Object.keys(there.sources)])
  const named = new Set([...parts].map(part => partFile(entry.ref, part)))
  for (const path of entry.here.keys()) {
    const base = path.split('/').at(-1) ?? ''
    if (base.endsWith('.abap') && !named.has(base)) {
      skip(`${base} belongs to no include or module that its XML file names`)
    }
  }
  return [...parts].flatMap(part => partChange(sides, part))
}

function noteFacts(here: ObjectContent, there: ObjectContent, skip: Skip): void {
  const before = modulesOf(there)
  for (const [name, module] of modulesOf(here)) {
    const old = before.get(name)
    if (old === undefined && module.processing === 'normal') continue
    if (old?.description !== module.description && old !== undefined) {
      skip(`the short text of ${name} is not pushed`)
    }
    if ((old?.processing ?? 'normal') !== module.processing) {
      skip(`the processing type ${module.processing} of ${name} is not pushed`)
    }
  }
}

function partChange(sides: GroupSides, part: string): PushItem[] {
  const { entry, here, there, mayDelete, skip } = sides
  const [now, before] = [here.sources[part], there.sources[part]]
  if (now === before) return []
  const item = partItem(entry.ref.name, part)
  if (before === undefined) return [created(here, part)]
  if (now === undefined) {
    if (mayDelete && item.type !== 'FUGR') return [{ action: 'delete', ...item }]
    skip(`${item.name} is gone in the folder; --delete deletes it in the system`)
    return []
  }
  const expected = expectedText(sides, part, before)
  if (expected === undefined) {
    skip(`${item.name} was changed in the system meanwhile`)
    return []
  }
  return [{ action: 'update', ...item, source: now, expectedHash: sourceHash(expected) }]
}

/** The text in the system that the files of both sides stand for. */
function expectedText(
  { entry, texts }: GroupSides,
  part: string,
  before: string
): string | undefined {
  if (nameOfPart(part).type === 'FINC') {
    const base = partFile(entry.ref, part)
    const isOpen = entry.known?.open?.some(path => path.endsWith(`/${base}`)) === true
    return isOpen && before.endsWith('\n') ? before.slice(0, -1) : before
  }
  const text = texts.get(part)
  if (text === undefined) return undefined
  const plain = (source: string) => writeFunction(readFunction(source)).trimEnd()
  return plain(text) === plain(before) ? text : undefined
}
