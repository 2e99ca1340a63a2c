/** The changes that bring a package to what a folder has. */
import { sourceHash } from '../../erp-client/index.ts'
import type { Fields } from '../../erp-client/index.ts'
import { toLf } from '../../erp-client/line-ends.ts'
import { fileNameOf } from '../objects/file-names.ts'
import { refWords } from '../objects/words.ts'
import type { Comparison } from './compare.ts'
import { named } from './entry.ts'
import type { Entry, Texts } from './entry.ts'
import { NotCarried } from './layout/content.ts'
import { contentOf, layoutOf, sourceParts, valuesOf } from './layout/index.ts'
import type { FolderObject } from './layout/index.ts'
import { groupChanges, groupCreation } from './push-group.ts'
import type { PushItem } from './push-item.ts'
import { missingPackages } from './push-packages.ts'
import type { NewPackage } from './push-packages.ts'
import type { InnerFacts } from './push-inner.ts'

export interface PushPlan {
  readonly items: readonly PushItem[]
  /** Changes of objects that `items` makes, which only objects that exist can take. */
  readonly followUps: readonly PushItem[]
  /** Packages that have to be made first, those above before those below. */
  readonly packages: readonly NewPackage[]
  /** Entries whose change is in `items`. */
  readonly entries: readonly Entry[]
  /** Changes that are not made, with the reason. */
  readonly skipped: readonly string[]
}

export interface PushOptions {
  readonly create: boolean
  readonly delete: boolean
  /** The log-on language, which new objects get as their original one. */
  readonly language: string
  readonly inner?: ReadonlyMap<Entry, InnerFacts>
}

interface Growing {
  readonly items: PushItem[]
  readonly followUps: PushItem[]
  readonly entries: Entry[]
  readonly skipped: string[]
}

export function pushPlan(comparison: Comparison, options: PushOptions): PushPlan {
  const growing: Growing = { items: [], followUps: [], entries: [], skipped: [] }
  for (const entry of comparison.entries) {
    if (entry.ref.type === 'DEVC') skipPackage(entry, growing)
    else addEntry(comparison, { entry, options }, growing)
  }
  return { ...growing, packages: options.create ? missingPackages(comparison, growing.items) : [] }
}

function skipPackage({ kind, ref }: Entry, { skipped }: Growing): void {
  if (kind === 'changed here') skipped.push(`${refWords(ref)}: its short text is not pushed`)
  if (kind === 'deleted here') skipped.push(`${refWords(ref)}: packages are not deleted by a push`)
}

interface Adding {
  readonly entry: Entry
  readonly options: PushOptions
}

function addEntry(comparison: Comparison, { entry, options }: Adding, growing: Growing): void {
  const { kind, ref } = entry
  const skip = (why: string) => growing.skipped.push(`${refWords(ref)}: ${why}`)
  if (kind === 'deleted here') {
    if (!options.delete) {
      return void skip('deleted in the folder; --delete deletes it in the system')
    }
    growing.items.push({ action: 'delete', type: ref.type, name: ref.name })
    growing.entries.push(entry)
    return
  }
  if (kind !== 'changed here' && kind !== 'new here') return
  if (kind === 'new here' && !options.create) {
    return void skip('new in the folder; --create makes it in the system')
  }
  try {
    const inner = options.inner?.get(entry)
    const subject = { comparison, entry, inner, mayDelete: options.delete, skip }
    if (kind === 'new here') assertLanguage(comparison, options)
    const { items, followUps } =
      kind === 'new here' ? creation(subject) : { items: changes(subject), followUps: [] }
    if (items.length > 0) growing.entries.push(entry)
    growing.items.push(...items)
    growing.followUps.push(...followUps)
  } catch (error) {
    if (!(error instanceof NotCarried)) throw error
    skip(`it has ${error.message}`)
  }
}

function inFolder({ repository }: Comparison, { ref }: Entry, texts: Texts): FolderObject {
  return contentOf(ref, named(texts), repository.language)
}

/** @throws NotCarried where new objects would get another original language than the folder has */
function assertLanguage(comparison: Comparison, { language }: PushOptions): void {
  const wanted = comparison.repository.language.toUpperCase()
  if (wanted !== language.toUpperCase()) {
    throw new NotCarried(
      `the original language ${wanted} (.abapgit.xml), and the bridge is logged on in ${language.toUpperCase()}: log on in ${wanted} (--language)`
    )
  }
}

interface Subject {
  readonly comparison: Comparison
  readonly entry: Entry
  readonly inner: InnerFacts | undefined
  readonly mayDelete: boolean
  readonly skip: (why: string) => void
}

/** The source to save of an object whose file holds its facts. */
function innerSource({ entry: { ref, here }, inner }: Subject): string | undefined {
  const layout = layoutOf(ref.type)?.inner
  return layout === undefined || inner === undefined
    ? undefined
    : layout.write(valuesOf(ref, named(here)), inner)
}

function creation(subject: Subject): Pick<Growing, 'items' | 'followUps'> {
  const { comparison, entry, skip } = subject
  const { ref, package: name } = entry
  const { content, notCarried } = inFolder(comparison, entry, entry.here)
  if (content.language !== comparison.repository.language) {
    throw new NotCarried(`the original language ${content.language}, which a push does not give it`)
  }
  if (notCarried.length > 0) skip(`not carried and not made: ${notCarried.join(', ')}`)
  if (layoutOf(ref.type)?.hasParts === true) {
    return { items: groupCreation(content, name, skip), followUps: [] }
  }
  const { main: own, ...others } = content.sources
  const main = innerSource(subject) ?? own
  if (main === undefined && sourceParts(ref.type).length > 0) {
    throw new NotCarried('no file with its source')
  }
  const from = layoutOf(ref.type)?.fieldsFrom
  const isOwn = from === undefined || from === ref.type
  const items: PushItem[] = [
    {
      action: 'create',
      type: ref.type,
      name: ref.name,
      package: name,
      description: content.description || ref.name,
      source: main,
      fields: isOwn ? content.fields : undefined
    },
    ...Object.entries(others).map(([include, source]) => ({
      action: 'update' as const,
      type: ref.type,
      name: ref.name,
      include,
      source,
      overwrite: true
    }))
  ]
  const followUps: PushItem[] =
    isOwn || content.fields === undefined
      ? []
      : [{ action: 'update', type: from, name: ref.name, fields: content.fields }]
  return { items, followUps }
}

function changes(subject: Subject): PushItem[] {
  const { comparison, entry, skip } = subject
  const { ref } = entry
  const here = inFolder(comparison, entry, entry.here)
  const there = inFolder(comparison, entry, entry.there)
  const isInner = layoutOf(ref.type)?.inner !== undefined
  if (!isInner && here.content.description !== there.content.description) {
    skip('its short text is not pushed to an object that exists')
  }
  const lost = here.notCarried.filter(path => !there.notCarried.includes(path))
  if (lost.length > 0) skip(`not carried: ${lost.join(', ')}`)
  if (layoutOf(ref.type)?.hasParts === true) {
    const texts = subject.inner?.modules ?? new Map<string, string>()
    const sides = { entry, here: here.content, there: there.content }
    return groupChanges({ ...sides, texts, mayDelete: subject.mayDelete, skip })
  }
  const fields = changedFields(here.content.fields, there.content.fields)
  const type = layoutOf(ref.type)?.fieldsFrom ?? ref.type
  return [
    ...innerChanges(subject, { here, there }),
    ...sourceChanges(entry, { here, there }, skip),
    ...(fields === undefined ? [] : [{ action: 'update' as const, type, name: ref.name, fields }])
  ]
}

/** The source is saved over the one that the files of both sides stand for, and no other one. */
function innerChanges(subject: Subject, { here, there }: BothSides): PushItem[] {
  const { entry, inner, skip } = subject
  const { ref } = entry
  const layout = layoutOf(ref.type)?.inner
  const [now, before] = [here.content.sources['main'], there.content.sources['main']]
  if (layout === undefined || now === before) return []
  const current = inner?.current
  const source = innerSource(subject)
  if (current === undefined || source === undefined || layout.comparable(current) !== before) {
    skip('it was changed in the system meanwhile')
    return []
  }
  const expectedHash = sourceHash(current)
  return [{ action: 'update', type: ref.type, name: ref.name, source, expectedHash }]
}

interface BothSides {
  readonly here: FolderObject
  readonly there: FolderObject
}

function sourceChanges(
  { ref, known }: Entry,
  { here, there }: BothSides,
  skip: (why: string) => void
): PushItem[] {
  const isOpen = (part: string) =>
    known?.open?.some(path => path.endsWith(`/${fileNameOf(ref, part)}`))
  const systemText = (part: string, text: string) =>
    isOpen(part) === true && text.endsWith('\n') ? text.slice(0, -1) : text
  return sourceParts(ref.type).flatMap((part): PushItem[] => {
    const [now, before] = [here.content.sources[part], there.content.sources[part]]
    if (now === before) return []
    if (now === undefined) {
      skip(`the file of ${part} is gone; a part is not deleted by a push`)
      return []
    }
    return [
      {
        action: 'update',
        type: ref.type,
        name: ref.name,
        ...(part === 'main' ? {} : { include: part }),
        source: systemText(part, toLf(now)),
        ...(before === undefined
          ? { overwrite: true }
          : { expectedHash: sourceHash(systemText(part, before)) })
      }
    ]
  })
}

/** Facts that differ; a message that is gone is named with an empty text, which deletes it. */
function changedFields(now: Fields | undefined, before: Fields | undefined): Fields | undefined {
  if (now === undefined) return undefined
  const changed = Object.entries(now).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(before?.[name])
  )
  if (changed.length === 0) return undefined
  return Object.fromEntries(
    changed.map(([name, value]) => [
      name,
      name === 'messages' ? changedMessages(value, before?.[name]) : value
    ])
  )
}

function changedMessages(now: unknown, before: unknown): Fields[] {
  const [own, old] = [listOf(now), listOf(before)]
  const textOf = (list: readonly Fields[], number: unknown) =>
    list.find(each => each['number'] === number)?.['text']
  return [
    ...own.filter(each => textOf(old, each['number']) !== each['text']),
    ...old
      .filter(each => textOf(own, each['number']) === undefined)
      .map(each => ({ number: each['number'], text: '' }))
  ]
}

function listOf(value: unknown): readonly Fields[] {
  return Array.isArray(value) ? (value as readonly Fields[]) : []
}
