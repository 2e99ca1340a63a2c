/** Checks of syntax checks, ATC, unit tests, coverage and data preview. */
import {
  changeSource,
  activate,
  checkSyntax,
  listAtcVariants,
  previewTable,
  readAtcDefault,
  readAtcDocumentation,
  readCoverage,
  runAtc,
  runUnitTests
} from '../../../erp-client/index.ts'
import type { ObjectRef, TableResult, UnitResult } from '../../../erp-client/index.ts'
import type { Bench } from '../bench.ts'
import { Needs, Skipped, expect } from '../check.ts'
import type { Check } from '../check.ts'
import { brokenLine, classSource, positionOf, testsSource } from '../sources.ts'
import { unguarded } from '../world.ts'

async function checkSources({ reader, world }: Bench): Promise<void> {
  const { ref, text } = await world.class()
  const good = await checkSyntax(reader, { ref, part: 'main', source: text })
  expect(good.processed, 'the check of an active source is not processed')
  const faults = good.findings.filter(({ severity }) => severity === 'error')
  expect(faults.length === 0, `an active source has the error ${faults[0]?.text ?? ''}`)
  const source = text.replace(/^(\s*endmethod\s*\.)/im, `${brokenLine}\n$1`)
  const { line } = positionOf(source, brokenLine)
  const { findings } = await checkSyntax(reader, { ref, part: 'main', source })
  const error = findings.find(({ severity }) => severity === 'error')
  expect(error !== undefined, 'a wrong statement is not found')
  expect(error.text !== '', 'an error has no text')
  expect(
    error.line !== undefined && Math.abs(error.line - line) <= 1,
    `the error is reported in line ${String(error.line)} instead of ${String(line)}`
  )
}

async function runAllChecks({ reader, world, signal }: Bench) {
  const { ref } = await world.class()
  return await runAtc(reader, { refs: [ref], maxFindings: 20 }, signal)
}

/** A class with one test that passes and one that fails. */
export async function tested({ writer, world }: Bench): Promise<ObjectRef> {
  const ref = await world.make({ type: 'CLAS', source: classSource, activate: true })
  const edit = () => testsSource(ref.name.toLowerCase())
  const tests = { ref, part: 'testclasses', createPart: true, edit }
  await changeSource(writer, tests, unguarded)
  const { outcome, findings } = await activate(writer, { refs: [ref] })
  if (outcome !== 'activated') throw new Needs('activate', findings[0]?.text ?? outcome)
  return ref
}

export function expectResult({ classes, verdict }: UnitResult, { name }: ObjectRef): void {
  const methods = classes.flatMap(each => each.methods)
  const status = (name: string) => methods.find(each => each.name.toUpperCase() === name)?.status
  expect(methods.length === 2, `${String(methods.length)} of 2 tests ran`)
  const [title = ''] = methods.flatMap(each => each.alerts).map(each => each.title)
  expect(
    status('PASSES') === 'passed',
    `a test that passes is ${String(status('PASSES'))}: ${title}`
  )
  expect(status('FAILS') === 'failed', `a test that fails is ${String(status('FAILS'))}`)
  expect(
    classes.every(each => each.ref?.name === name),
    'the result is of another class'
  )
  expect(verdict === 'failed', `the verdict is ${verdict}`)
  expect(classes[0]?.risk === 'harmless', `the risk level is ${String(classes[0]?.risk)}`)
  expect(title !== '', 'a failed test has no message')
}

async function measure(bench: Bench): Promise<void> {
  const ref = await tested(bench)
  const run = { refs: [ref], risks: ['harmless'], coverage: true } as const
  const { measurement } = await runUnitTests(bench.reader, run, bench.signal)
  if (measurement === undefined) throw new Skipped('the test run measured no coverage')
  const nodes = await readCoverage(bench.reader, { measurement, refs: [ref] })
  const all = JSON.stringify(nodes).toUpperCase()
  expect(all.includes(ref.name), 'the coverage does not name the tested class')
  expect(
    nodes.some(({ statement }) => statement.total > 0 && statement.executed > 0),
    'no statement was executed'
  )
}

/** Tables that each system has, and that hold no data of persons. */
const tables = ['T000', 'TADIR', 'DD02L']

async function readRows(bench: Bench): Promise<void> {
  const { name, rows, column } = await readableTable(bench)
  const ask = async (condition: string): Promise<TableResult> =>
    await previewTable(bench.reader, {
      name,
      maxRows: bench.maxRows,
      sql: `SELECT ${column} FROM ${name} WHERE ${condition}`
    })
  // Longer than the 255 characters at which a system cuts a line.
  const long = (tail: string) => `${`${column} <> '#' AND `.repeat(40)}${tail}`
  const none = await ask(long(`${column} = '#'`))
  expect(none.rows.length === 0, 'the end of a statement of several lines has no effect')
  const all = await ask(long(`${column} <> '#'`))
  expect(
    all.rows.length === rows,
    `a statement of several lines finds ${String(all.rows.length)} of ${String(rows)} rows`
  )
}

/** Conditions may not name the client, whose column ABAP SQL fills in. */
const clientColumns = /^(?:MANDT|CLIENT|RCLNT)$/i

/** The first table that may be read and has rows; what its rows say is not kept. */
async function readableTable({ reader, mayReadRows, maxRows, world }: Bench) {
  const permitted = tables.filter(name => mayReadRows(name))
  if (permitted.length === 0) {
    throw new Skipped(`--blocked-tables permits none of ${tables.join(', ')}`)
  }
  const own = await world.sample('TABL').then(
    ({ name }) => [name],
    () => []
  )
  let error: unknown
  for (const name of [...permitted, ...own.filter(mayReadRows)]) {
    try {
      const { columns, rows } = await previewTable(reader, { name, maxRows })
      const column = columns.find(
        ({ name: own, type, length = 0 }) => type === 'C' && length > 0 && !clientColumns.test(own)
      )
      expect(columns.length > 0, `${name} has no columns`)
      if (column === undefined || rows.length === 0) continue
      const full = { name, maxRows, sql: `SELECT ${column.name} FROM ${name}` }
      const read = await previewTable(reader, full)
      return { name, column: column.name, rows: read.rows.length }
    } catch (reason) {
      error = reason
    }
  }
  throw error ?? new Skipped('no readable table has rows')
}

export const analysisChecks: readonly Check[] = [
  {
    operation: 'syntax.check',
    assumes: 'The syntax check of an unsaved source finds a wrong statement at its line.',
    service: 'always',
    answer: {
      root: ['checkRunReports'],
      has: ['checkReport@status', '?checkReport/checkMessageList/checkMessage@uri']
    },
    run: checkSources
  },
  {
    operation: 'atc.customizing',
    assumes: 'ATC names the check variant of the system.',
    service: '/atc/customizing',
    answer: { root: ['customizing'], has: ['properties/property@name'] },
    async run({ reader }) {
      expect((await readAtcDefault(reader)) !== '', 'the system has no check variant')
    }
  },
  {
    operation: 'atc.variants',
    assumes: 'ATC lists its check variants by name.',
    service: '/atc/variants',
    answer: { root: ['namedItemList'], has: ['?namedItem/name'] },
    async run({ reader }) {
      const variants = await listAtcVariants(reader, { name: '*', maxResults: 5 })
      expect(
        variants.every(({ name }) => name !== ''),
        'a variant has no name'
      )
    }
  },
  {
    operation: 'atc.worklist',
    assumes: 'ATC gives an id of 32 digits to a new worklist.',
    service: '/atc/worklists',
    answer: { status: [200, 201], type: /^text\/plain$/ },
    async run(bench) {
      await runAllChecks(bench)
    }
  },
  {
    operation: 'atc.run',
    assumes: 'An ATC run waits for its end and names the time of its worklist.',
    service: '/atc/worklists',
    answer: { root: ['worklistRun'], has: ['worklistId', 'worklistTimestamp'] },
    async run(bench) {
      await runAllChecks(bench)
    }
  },
  {
    operation: 'atc.findings',
    assumes: 'The findings of an ATC run name their object, place and priority.',
    service: '/atc/worklists',
    answer: {
      root: ['worklist'],
      has: [
        '@objectSetIsComplete',
        '?objects/object@name',
        '?objects/object/findings/finding@priority',
        '?objects/object/findings/finding@location'
      ]
    },
    async run(bench) {
      const { findings } = await runAllChecks(bench)
      expect(
        findings.every(({ priority }) => priority >= 1 && priority <= 4),
        'a finding has no priority'
      )
    }
  },
  {
    operation: 'atc.documentation',
    assumes: 'The documentation of a finding is a page of HTML.',
    service: '/atc/worklists',
    answer: { type: /html/ },
    async run(bench) {
      const { findings } = await runAllChecks(bench)
      const path = findings.find(each => each.documentation !== undefined)?.documentation
      if (path === undefined) throw new Skipped('no finding has documentation')
      const page = await readAtcDocumentation(bench.reader, { path })
      expect(page !== '', 'the page is empty')
      expect(!/<html/i.test(page) || /<\/html>\s*$/i.test(page), 'the page is cut off')
    }
  },
  {
    operation: 'unit.run',
    assumes: 'A test run reports each test, and tells a failed one from one that passed.',
    service: '/abapunit/testruns',
    writes: true,
    answer: {
      root: ['runResult'],
      has: [
        '?program/testClasses/testClass@name',
        '?program/testClasses/testClass/testMethods/testMethod@name'
      ]
    },
    async run(bench) {
      const ref = await tested(bench)
      const run = { refs: [ref], risks: ['harmless'] } as const
      const first = await runUnitTests(bench.reader, run, bench.signal)
      // The first run of a class compiles it, and can meet a time limit.
      const isCut = first.classes.some(each =>
        each.methods.some(({ status }) => status === 'error')
      )
      const result = isCut ? await runUnitTests(bench.reader, run, bench.signal) : first
      expectResult(result, ref)
    }
  },
  {
    operation: 'coverage.read',
    assumes: 'A test run measures the statements that were executed.',
    service: '/abapunit/testruns',
    writes: true,
    answer: { root: ['result'], has: ['nodes/node/objectReference@name'] },
    run: measure
  },
  {
    operation: 'data.preview',
    assumes: 'A statement of several lines reads the rows that it names.',
    service: '/datapreview/ddic',
    rule: 'query',
    answer: {
      root: ['tableData'],
      has: ['columns/metadata@name', 'columns/metadata@type', 'columns/dataSet']
    },
    run: readRows
  }
]
