/** Checks of reading objects: documents, sources, texts, outlines and versions. */
import {
  createStatementsOf,
  describeObject,
  isActiveVersion,
  listVersions,
  readDocument,
  readEnhancementOptions,
  readEnhancements,
  readMetadata,
  readOutline,
  readReleaseStates,
  readSource,
  readVersion,
  sourceHash
} from '../../../erp-client/index.ts'
import { Skipped, expect } from '../check.ts'
import type { Check } from '../check.ts'
import type { Bench } from '../bench.ts'
import { classSource } from '../sources.ts'
import { feed, metadata, text } from './shapes.ts'
import { readSymbols } from './texts.ts'
import { mainPrograms } from '../../../erp-client/adt/main-program.ts'

async function readOwnMetadata({ reader, world }: Bench): Promise<void> {
  const { ref } = await world.class()
  const { description, package: home, attributes } = await readMetadata(reader, { ref })
  expect(
    attributes['name']?.toUpperCase() === ref.name,
    `the document is of ${String(attributes['name'])}`
  )
  expect(home !== undefined && home !== '', 'the document names no package')
  if (!world.writing) return
  expect(description === world.marker, `the description is ${JSON.stringify(description)}`)
  expect(home === world.package, `the package is ${home}`)
}

/** Reads a source twice: the second time only where it has changed. */
async function readTwice({ reader, world }: Bench): Promise<void> {
  const { ref, text: known } = await world.class()
  const first = await readSource(reader, { ref, fresh: true })
  expect(first.text === known, 'two reads of a source differ')
  expect(/^\s*class\s/im.test(first.text), 'the source has no line that begins with CLASS')
  expect(/\bendclass\s*\.\s*$/i.test(first.text), 'the source does not end with ENDCLASS')
  if (!world.writing) return
  const expected = classSource.replaceAll('{name}', ref.name.toLowerCase())
  expect(first.hash === sourceHash(expected), 'the source is not the one that was saved')
}

async function readOutlineOf({ reader, world }: Bench): Promise<void> {
  const { ref, text: source } = await world.class()
  const nodes = await readOutline(reader, { ref })
  const names = JSON.stringify(nodes).toUpperCase()
  const [, method] = /^\s*(?:class-)?methods:?\s+(\w+)/im.exec(source) ?? []
  expect(names.includes(ref.name), `the outline does not have ${ref.name}`)
  if (method === undefined) return
  expect(names.includes(method.toUpperCase()), `the outline does not have the method ${method}`)
}

async function versionsOf({ reader, world }: Bench) {
  const { ref } = await world.class()
  return await listVersions(reader, { ref, part: 'main' })
}

export const objectChecks: readonly Check[] = [
  {
    operation: 'metadata.read',
    assumes: 'The document of an object has its name, package and description.',
    service: 'always',
    answer: { ...metadata, has: ['@name', '@type', '@description', 'packageRef@name'] },
    run: readOwnMetadata
  },
  {
    operation: 'object.describe',
    assumes: 'The document of an object can be read as data.',
    service: 'always',
    answer: metadata,
    async run({ reader, world }) {
      const { ref } = await world.class()
      const { root, metadata: described } = await describeObject(reader, { ref })
      expect(root === 'abapClass', `the root element is ${root}`)
      expect(described.attributes['name']?.toUpperCase() === ref.name, 'it is of another object')
    }
  },
  {
    operation: 'source.read',
    assumes: 'A source is plain text, the same in each read, whole from CLASS to ENDCLASS.',
    service: 'always',
    answer: { ...text, status: [200, 304] },
    run: readTwice
  },
  {
    operation: 'document.read',
    assumes: 'A message class is one document with its messages.',
    service: 'always',
    answer: { root: ['messageClass'], has: ['@name', '@description'] },
    async run({ reader, world }) {
      const ref = await world.sample('MSAG')
      const document = await readDocument(reader, { ref })
      expect(document.toUpperCase().includes(ref.name), 'the document does not name the object')
    }
  },
  {
    operation: 'texts.read',
    assumes: 'Text symbols are lines of plain text.',
    service: '/textelements/programs',
    answer: { type: /^application\/vnd\.sap\.adt\.textelements\.symbols\.v1$/, mayBeEmpty: true },
    run: readSymbols
  },
  {
    operation: 'outline.read',
    assumes: 'The outline of a class has the class and its methods.',
    service: 'always',
    answer: { root: ['objectStructureElement'], has: ['@name', '?objectStructureElement@name'] },
    run: readOutlineOf
  },
  {
    operation: 'include.programs',
    assumes: 'An include names the programs that contain it.',
    answer: {
      root: ['objectReferences'],
      has: ['?objectReference@uri'],
      mayBeEmpty: true
    },
    async run({ reader, world }) {
      await mainPrograms(reader, { ref: await world.sample('INCL') })
    }
  },
  {
    operation: 'versions.list',
    assumes: 'The versions of a source are a feed with addresses of their contents.',
    service: 'always',
    answer: { ...feed, has: ['?entry/id', '?entry/content@src'] },
    async run(bench) {
      const versions = await versionsOf(bench)
      if (bench.world.writing) expect(versions.length > 0, 'an active class has no version')
      expect(
        versions.every(({ path }) => path.startsWith('/sap/bc/adt/')),
        'a version has no address'
      )
    }
  },
  {
    operation: 'versions.read',
    assumes: 'The active version of a source is its active source.',
    service: 'always',
    answer: { type: /^text\/plain$/ },
    async run(bench) {
      const version = (await versionsOf(bench)).find(isActiveVersion)
      if (version === undefined) throw new Skipped('the class has no active version')
      const content = await readVersion(bench.reader, { version })
      const { ref } = await bench.world.class()
      const { text: active } = await readSource(bench.reader, { ref, version: 'active' })
      expect(content === active, 'the active version is another text than the active source')
    }
  },
  {
    operation: 'release.read',
    assumes: 'An object tells the states of its release contracts.',
    service: '/apireleases',
    answer: { root: ['apiRelease'] },
    async run({ reader, world }) {
      await readReleaseStates(reader, { ref: (await world.class()).ref })
    }
  },
  {
    operation: 'cds.createStatements',
    assumes: 'The ERP names the statements with which the database creates a CDS view.',
    service: '/ddic/ddl/createstatements',
    answer: { root: ['source'], has: ['?createStatements/createStatement/statement'] },
    async run({ reader, world }) {
      const { name } = await world.sample('DDLS')
      const statements = await createStatementsOf(reader, { name })
      expect(
        statements.every(({ sql }) => sql.trim() !== ''),
        'a statement is empty'
      )
    }
  },
  {
    operation: 'enhancements.read',
    assumes: 'A source tells the implementations that enhance it.',
    answer: { root: ['enhancements'], mayBeEmpty: true },
    async run({ reader, world }) {
      await readEnhancements(reader, { ref: (await world.class()).ref })
    }
  },
  {
    operation: 'enhancements.options',
    assumes: 'An object tells the places where it may be enhanced.',
    answer: { root: ['enhancementOption'], mayBeEmpty: true },
    async run({ reader, world }) {
      await readEnhancementOptions(reader, { ref: (await world.class()).ref })
    }
  }
]
