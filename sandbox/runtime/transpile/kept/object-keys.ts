/** Names a translation by all that it is made of, so that it can be kept and found again. */
import { createHash } from 'node:crypto'
import { objectId, parseFileName } from '../../../engine/files.ts'
import { namesOf, visiblePartOf } from '../../../engine/visible-part.ts'
import { WORDS_PER_FILE, wordsOf } from '../../../engine/word-index.ts'
import { digestOf } from '../../../kept/own-files.ts'
import type { RepositoryFile } from '../../../types.ts'
import { codeOf } from '../incremental/code.ts'
import { stronglyConnected } from './components.ts'

/**
 * Object id → key, in the order of the files. The key changes with the texts of the object, the set
 * of objects that it names, and the visible parts of all that can be reached from there through
 * visible parts. Undefined: names are put together from parts, so that the uses are not known.
 */
export type ObjectKeys = ReadonlyMap<string, string | undefined>

/** Names translations; what it has read of an object is kept while its texts stay. */
export interface KeyMaker {
  /** @param code the digest of all that is the same for every object */
  keysOf(files: readonly RepositoryFile[], code: string): ObjectKeys
}

interface Part {
  readonly words: readonly string[]
  /** Undefined where the words are not all that is used. */
  readonly digest: string | undefined
}

interface Facts {
  readonly files: readonly RepositoryFile[]
  readonly names: readonly string[]
  readonly whole: Part
  readonly visible: Part
}

export function createKeyMaker(): KeyMaker {
  let known = new Map<string, Facts>()
  const shared = new Map<string, string>()
  return {
    keysOf(files, code) {
      const objects = Map.groupBy(files, file => objectId(file.name))
      objects.delete('')
      const facts = new Map<string, Facts>()
      for (const [id, own] of objects) {
        const before = known.get(id)
        facts.set(
          id,
          before !== undefined && same(before.files, own) ? before : factsOf(own, shared)
        )
      }
      known = facts
      return keysOf(facts, code)
    }
  }
}

function same(one: readonly RepositoryFile[], other: readonly RepositoryFile[]): boolean {
  return (
    one.length === other.length &&
    one.every((file, index) => {
      const counterpart = other[index]
      return file.name === counterpart?.name && file.text === counterpart.text
    })
  )
}

function factsOf(files: readonly RepositoryFile[], shared: Map<string, string>): Facts {
  return {
    files,
    names: [...new Set(files.flatMap(file => namesOf(file.name, file.text)))],
    whole: partOf(files, shared),
    visible: partOf(
      files.map(file => ({ name: file.name, text: visibleTo(file) })),
      shared
    )
  }
}

/** The visible sections of a class may name its local types. */
function visibleTo({ name, text }: RepositoryFile): string {
  const part = parseFileName(name)?.part
  return part === 'locals_def' || part === 'macros' ? text : visiblePartOf(name, text)
}

/** Macros put names together from arguments and letters: `zcl_&1`. */
const COMPOSED_NAME = /[\w/]&\d|&\d[\w/]/

function partOf(files: readonly RepositoryFile[], shared: Map<string, string>): Part {
  const words = new Set<string>()
  let complete = true
  const hash = createHash('sha256')
  for (const { name, text } of files) {
    hash.update(`${name.length}:${name}${text.length}:${text}`)
    const found = wordsOf(codeOf(name, text))
    if (found.size >= WORDS_PER_FILE || COMPOSED_NAME.test(text)) complete = false
    for (const word of found) {
      const one = shared.get(word) ?? word
      if (one === word) shared.set(word, word)
      words.add(one)
    }
  }
  return { words: [...words], digest: complete ? hash.digest('hex') : undefined }
}

function keysOf(facts: ReadonlyMap<string, Facts>, code: string): ObjectKeys {
  const byName = new Map<string, string[]>()
  for (const [id, { names }] of facts) {
    for (const name of names) byName.set(name, [...(byName.get(name) ?? []), id])
  }
  const usedBy = (id: string, { words }: Part): string[] => [
    ...new Set(words.flatMap(word => byName.get(word) ?? []).filter(other => other !== id))
  ]
  const edges = new Map([...facts].map(([id, { visible }]) => [id, usedBy(id, visible)]))
  const reached = digestsOfReached(facts, edges)
  return new Map(
    [...facts].map(([id, { whole }]) => {
      const used = usedBy(id, whole).map(other => reached.get(other))
      const all = combined([whole.digest, ...used])
      return [id, all === undefined ? undefined : digestOf(JSON.stringify([code, id, all]))]
    })
  )
}

/** Object → digest of its visible part, and those of all that can be reached from it. */
function digestsOfReached(
  facts: ReadonlyMap<string, Facts>,
  edges: ReadonlyMap<string, readonly string[]>
): Map<string, string | undefined> {
  const found = new Map<string, string | undefined>()
  for (const members of stronglyConnected(edges)) {
    const inside = new Set(members)
    const outside = members
      .flatMap(id => edges.get(id) ?? [])
      .filter(id => !inside.has(id))
      .map(id => found.get(id))
    const own = members.map(id => facts.get(id)?.visible.digest)
    const all = combined([...own, ...outside])
    for (const id of members) found.set(id, all)
  }
  return found
}

/** In an order of their own: where an object stands in a request means nothing to others. */
function combined(digests: readonly (string | undefined)[]): string | undefined {
  const all = new Set(digests)
  return all.has(undefined) ? undefined : digestOf([...all].sort().join(' '))
}
