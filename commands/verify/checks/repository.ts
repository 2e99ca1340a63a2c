/** Checks of searches, lists and usages. */
import {
  findReferences,
  listInactive,
  packageContents,
  readMetadata,
  readSnippets,
  searchObjects,
  searchSource
} from '../../../erp-client/index.ts'
import { Skipped, expect } from '../check.ts'
import type { Check } from '../check.ts'
import type { Bench } from '../bench.ts'
import { classSource, positionOf } from '../sources.ts'

const same = (a: string, b: string) => a.toUpperCase() === b.toUpperCase()

async function findByName({ reader, world }: Bench): Promise<void> {
  const { ref } = await world.class()
  const hits = await searchObjects(reader, { query: ref.name, maxResults: 5 })
  const found = hits.find(hit => hit.ref.type === ref.type && hit.ref.name === ref.name)
  expect(found !== undefined, `the search does not find ${ref.type} ${ref.name} by its name`)
  const few = await searchObjects(reader, { query: `${ref.name.slice(0, 3)}*`, maxResults: 1 })
  expect(few.length === 1, `a search for one object finds ${String(few.length)}`)
  const none = await searchObjects(reader, { query: 'ZEBV0_NO_SUCH_NAME', maxResults: 5 })
  expect(none.length === 0, 'a name that does not exist is found')
}

async function listPackage({ reader, world }: Bench): Promise<void> {
  const { ref } = await world.class()
  const { package: home } = await readMetadata(reader, { ref })
  expect(home !== undefined, `the document of ${ref.name} names no package`)
  const { objects } = await packageContents(reader, { package: home })
  expect(
    objects.some(({ name }) => same(name, ref.name)),
    `package ${home} does not list ${ref.type} ${ref.name}, which names it as its package`
  )
}

async function findUsages({ reader, world }: Bench) {
  const { ref, text } = await world.class()
  const { line, column } = positionOf(text, 'double')
  return await findReferences(reader, { ref, part: 'main', line, column })
}

export const repositoryChecks: readonly Check[] = [
  {
    operation: 'search.objects',
    assumes: 'A search finds an object by its name, no more than asked for, and nothing else.',
    service: 'always',
    rule: 'search',
    answer: {
      root: ['objectReferences'],
      has: ['?objectReference@uri', '?objectReference@name', '?objectReference@type']
    },
    run: findByName
  },
  {
    operation: 'search.source',
    assumes: 'The source search answers with objects and their places.',
    service: '/repository/informationsystem/textsearch',
    rule: 'search',
    answer: { root: ['textSearchResult', 'objectReferences'] },
    async run({ reader, world }) {
      const { ref } = await world.class()
      await searchSource(reader, { query: ref.name, maxResults: 3 })
    }
  },
  {
    operation: 'package.contents',
    assumes: 'A package lists the objects that name it as their package.',
    service: 'always',
    rule: 'search',
    answer: { root: ['abap'], has: ['values/DATA/TREE_CONTENT'] },
    run: listPackage
  },
  {
    operation: 'inactive.list',
    assumes: 'The list of inactive objects has the drafts of the user.',
    service: 'always',
    answer: { root: ['inactiveObjects', 'objectReferences'], mayBeEmpty: true },
    async run({ reader, world }) {
      if (!world.writing) {
        await listInactive(reader)
        return
      }
      const ref = await world.make({ type: 'CLAS', source: classSource })
      const drafts = await listInactive(reader)
      expect(
        drafts.some(each => each.ref.name === ref.name),
        `the draft of ${ref.name} is not listed`
      )
    }
  },
  {
    operation: 'usages.find',
    assumes: 'A where-used list finds the calls of a method.',
    service: '/repository/informationsystem/usageReferences',
    writes: true,
    answer: { root: ['usageReferenceResult'], has: ['referencedObjects'] },
    async run(bench) {
      const { references } = await findUsages(bench)
      expect(references.length > 0, 'a method that is called has no usage')
      expect(
        references.every(({ uri }) => uri !== ''),
        'a usage has no address'
      )
    }
  },
  {
    operation: 'usages.snippets',
    assumes: 'A where-used list has the lines of its places.',
    service: '/repository/informationsystem/usageSnippets',
    writes: true,
    answer: { root: ['usageSnippetResult'] },
    async run(bench) {
      const { references } = await findUsages(bench)
      const identifiers = references.flatMap(each => each.objectIdentifier ?? [])
      if (identifiers.length === 0) throw new Skipped('the where-used list has no places of code')
      const found = await readSnippets(bench.reader, { identifiers })
      const lines = [...found.values()].flat().map(each => each.text)
      expect(lines.length > 0, 'no place has a line')
      expect(
        lines.some(line => /double/i.test(line)),
        `the lines do not have the name: ${lines[0] ?? ''}`
      )
    }
  }
]
