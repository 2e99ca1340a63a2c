/** Checks of navigation, completion, formatting and of the plans of refactorings. */
import {
  cdsElementInfo,
  changePackage,
  completeAt,
  documentationAt,
  elementInfoAt,
  findDefinition,
  fixEdits,
  formatSource,
  planExtractMethod,
  planRename,
  proposeFixes,
  typeHierarchy
} from '../../../erp-client/index.ts'
import type { FixPlace, QuickFix } from '../../../erp-client/index.ts'
import type { Bench } from '../bench.ts'
import { Skipped, expect } from '../check.ts'
import type { Check } from '../check.ts'
import { positionOf } from '../sources.ts'

const names = (list: readonly { readonly name: string }[]) =>
  list.map(({ name }) => name.toUpperCase())

async function placeOf({ world }: Bench, text: string, nth = 1) {
  const { ref, text: source } = await world.class()
  return { ref, part: 'main', source, ...positionOf(source, text, nth) }
}

async function navigate(bench: Bench): Promise<void> {
  const call = await placeOf(bench, 'double(')
  const target = await findDefinition(bench.reader, { ...call, endColumn: call.column + 6 })
  expect(
    target.ref?.name === call.ref.name,
    `a method of the class leads to ${target.ref?.name ?? 'no object'}`
  )
  const line = positionOf(call.source, 'METHODS double').line
  expect(
    target.line === undefined || target.line === line,
    `the definition is in line ${String(target.line)} instead of ${String(line)}`
  )
}

async function rename(bench: Bench): Promise<void> {
  const { source: _source, ...place } = await placeOf(bench, 'double')
  const plan = await planRename(bench.reader, { ...place, newName: 'twofold' })
  expect(plan.oldName.toUpperCase() === 'DOUBLE', `the old name is ${plan.oldName}`)
  const edits = plan.touched.flatMap(each => each.edits)
  const found = edits.filter(({ before }) => /double/i.test(before)).length
  const expected = [...(await bench.world.class()).text.matchAll(/\bdouble\b/gi)].length
  expect(found === expected, `${String(found)} of ${String(expected)} places are renamed`)
  expect(
    edits.every(({ after }) => !/double/i.test(after)),
    'a place keeps the old name'
  )
}

async function extract(bench: Bench): Promise<void> {
  const { ref, source } = await placeOf(bench, 'factor = 2.')
  const start = positionOf(source, 'factor = 2.')
  const plan = await planExtractMethod(bench.reader, {
    ref,
    part: 'main',
    line: start.line,
    endLine: start.line,
    endColumn: start.endColumn - 1,
    newName: 'set_factor',
    visibility: 'private'
  })
  const after = plan.touched.flatMap(each => each.edits).map(each => each.after)
  expect(
    after.some(text => /set_factor/i.test(text)),
    'the plan does not have the new method'
  )
}

/** Lines for which releases propose different fixes: an unknown name, an obsolete statement. */
const fixable = ['undeclared = 1.', 'MOVE 2 TO factor.', 'ADD 1 TO factor.']

async function fixPlaces({ world }: Bench): Promise<FixPlace[]> {
  const { ref, text } = await world.class()
  const { line } = positionOf(text, 'factor = 2.')
  return fixable.map(statement => ({
    ref,
    part: 'main',
    source: text.replace('factor = 2.', statement),
    line,
    column: 5
  }))
}

async function propose(bench: Bench): Promise<{ place: FixPlace; proposal: QuickFix }> {
  for (const place of await fixPlaces(bench)) {
    const [proposal] = await proposeFixes(bench.reader, place)
    if (proposal !== undefined) return { place, proposal }
  }
  throw new Skipped('the ERP proposes no fix for what the run knows to be wrong')
}

/** Moves nothing: the run asks for the plan of a move into the package that has the class. */
async function previewMove({ reader, writer, world }: Bench): Promise<void> {
  const { ref } = await world.class()
  const seen: string[] = []
  const planned = {
    ...writer,
    request: async (
      request: Parameters<typeof reader.request>[0] | Parameters<typeof writer.request>[0]
    ) => {
      seen.push(request.operation)
      if (request.effect === 'change') throw new Skipped('planned')
      return await reader.request(request)
    }
  }
  try {
    await changePackage(planned, { ref, from: world.package, to: world.package })
  } catch (error) {
    if (!(error instanceof Skipped)) throw error
  }
}

export const assistanceChecks: readonly Check[] = [
  {
    operation: 'navigation.target',
    assumes: 'The name of a method leads to its definition.',
    service: '/navigation/target',
    writes: true,
    answer: { root: ['objectReference', 'objectReferences'] },
    run: navigate
  },
  {
    operation: 'assist.complete',
    assumes: 'A completion proposes the methods of the class.',
    service: '/abapsource/codecompletion/proposal',
    writes: true,
    answer: { root: ['abap'], has: ['values/DATA'] },
    async run(bench) {
      const place = await placeOf(bench, 'double( double(')
      const proposals = await completeAt(bench.reader, { ...place, column: place.column + 3 })
      expect(names(proposals).includes('DOUBLE'), 'the method is not proposed')
    }
  },
  {
    operation: 'assist.element',
    assumes: 'The info of an element names it.',
    service: '/abapsource/codecompletion/elementinfo',
    writes: true,
    answer: { root: ['elementInfo'], has: ['@name'] },
    async run(bench) {
      const info = await elementInfoAt(bench.reader, await placeOf(bench, 'double( double('))
      expect(info.name.toUpperCase().includes('DOUBLE'), `it names ${JSON.stringify(info.name)}`)
    }
  },
  {
    operation: 'assist.cds',
    assumes: 'A CDS entity tells its elements.',
    service: '/ddic/ddl/elementinfo',
    answer: { root: ['elementInfo'], has: ['@name'] },
    async run({ reader, world }) {
      await cdsElementInfo(reader, { name: (await world.sample('DDLS')).name })
    }
  },
  {
    operation: 'assist.hierarchy',
    assumes: 'The hierarchy of a type has its super types.',
    service: '/abapsource/typehierarchy',
    writes: true,
    answer: { root: ['info'], has: ['?entries/entry@name'] },
    async run(bench) {
      const place = await placeOf(bench, 'zebv')
      const above = await typeHierarchy(bench.reader, { ...place, direction: 'superTypes' })
      const below = await typeHierarchy(bench.reader, { ...place, direction: 'subTypes' })
      expect(
        names([...above, ...below]).every(name => name !== ''),
        'a type has no name'
      )
    }
  },
  {
    operation: 'assist.documentation',
    assumes: 'A keyword has documentation.',
    service: '/docu/abap/langu',
    writes: true,
    answer: { type: /html/ },
    async run(bench) {
      const text = await documentationAt(bench.reader, await placeOf(bench, 'METHODS double'))
      expect(text !== '', 'the documentation of METHODS is empty')
    }
  },
  {
    operation: 'source.format',
    assumes: 'The pretty printer returns the same statements.',
    service: '/abapsource/prettyprinter',
    answer: { type: /^text\/plain$/, mayBeEmpty: true },
    async run({ reader }) {
      const source = "report zebv.\ndata a type i.\nif a = 1.\nwrite 'Text'.\nendif.\n"
      const formatted = await formatSource(reader, { source })
      const bare = (text: string) => text.toLowerCase().replaceAll(/\s+/g, ' ').trim()
      expect(bare(formatted) === bare(source), 'the statements differ')
      expect(formatted.includes("'Text'"), 'a literal has changed')
    }
  },
  {
    operation: 'quickfix.evaluate',
    assumes: 'The fixes of a place are a list with addresses.',
    service: '/quickfixes/evaluation',
    writes: true,
    answer: {
      root: ['evaluationResults'],
      has: ['?evaluationResult/objectReference@uri', '?evaluationResult/objectReference@name'],
      mayBeEmpty: true
    },
    async run(bench) {
      for (const place of await fixPlaces(bench)) await proposeFixes(bench.reader, place)
    }
  },
  {
    operation: 'quickfix.propose',
    assumes: 'A fix is a list of replacements with their places.',
    service: '/quickfixes/evaluation',
    writes: true,
    answer: {
      root: ['proposalResult'],
      has: ['?deltas/unit/objectReference@uri', '?deltas/unit/content']
    },
    async run(bench) {
      const edits = await fixEdits(bench.reader, await propose(bench))
      expect(edits.length > 0, 'a proposed fix changes nothing')
    }
  },
  {
    operation: 'rename.evaluate',
    assumes: 'A rename is evaluated with the old name.',
    service: '/refactorings',
    writes: true,
    answer: { root: ['renameRefactoring'], has: ['oldName', 'newName', 'genericRefactoring'] },
    run: rename
  },
  {
    operation: 'rename.preview',
    assumes: 'The preview of a rename has each place with the old and the new name.',
    service: '/refactorings',
    writes: true,
    answer: { root: ['renameRefactoring'], has: ['oldName', 'newName', 'genericRefactoring'] },
    run: rename
  },
  {
    operation: 'extract.evaluate',
    assumes: 'Whole statements can be extracted as a method.',
    service: '/refactorings',
    writes: true,
    answer: { root: ['extractMethodRefactoring'], has: ['name', 'genericRefactoring'] },
    run: extract
  },
  {
    operation: 'extract.preview',
    assumes: 'The preview of an extraction has the new method.',
    service: '/refactorings',
    writes: true,
    answer: { root: ['extractMethodRefactoring', 'genericRefactoring'] },
    run: extract
  },
  {
    operation: 'package.preview',
    assumes: 'A move into another package is planned before it is executed.',
    service: '/refactorings',
    writes: true,
    answer: { root: ['changePackageRefactoring'], has: ['genericRefactoring'] },
    run: previewMove
  }
]
