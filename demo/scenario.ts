/** The scenario of `npm run demo`: the calls of an agent, each checked by its result. */
import assert from 'node:assert/strict'
import { list, succeeded, step } from './step.ts'
import type { Scene } from './step.ts'

const className = 'ZCL_FERRY_GROUP_DISCOUNT'
const methodName = 'ZIF_FERRY_DISCOUNT~RATE_FOR'
const bug = 'passengers <= <tier>-from_passengers'
const fix = 'passengers < <tier>-from_passengers'
/** The repair with a typing error. */
const typingError = 'passenger < <tier>-from_passengers'

/**
 * One job from end to end: finds a class, runs its failing test, repairs the class, runs the tests
 * again, queries rows and lists the users of the method. Asserts on the result of every call;
 * rejects with the AssertionError of the first step whose result differs.
 */
export async function runScenario(scene: Scene): Promise<void> {
  await findClass(scene)
  const method = await readMethod(scene)
  await runFailingTest(scene)
  await editWithTypingError(scene, method)
  await repair(scene, method)
  await activate(scene)
  await runPassingTests(scene)
  await queryRows(scene)
  await findUsers(scene)
}

interface Found {
  type?: string
  name?: string
  package?: string
  description?: string
}

/** The rows of a table as objects. */
function tableRows<Row>({ columns, results }: Readonly<Record<string, unknown>>): Row[] {
  const names = list<string>(columns)
  return list<unknown[]>(results).map(
    row => Object.fromEntries(row.map((value, at) => [names[at], value])) as Row
  )
}

async function findClass(scene: Scene): Promise<void> {
  const answer = await step(scene, 'Find the class that calculates the discount', [
    'ERPSearch',
    { query: 'ZCL_FERRY*DISCOUNT*' }
  ])
  succeeded(answer)
  const found = tableRows<Found>(answer.data)
  const hit = found.find(({ type, name }) => type === 'CLAS' && name === className)
  assert.ok(hit !== undefined, `${className} was not found`)
  assert.equal(hit.package, '$FERRY_PRICING')
  scene.narrator.fact(`${hit.type} ${hit.name} in package ${hit.package}: ${hit.description}`)
  answer.done()
}

async function readMethod(scene: Scene): Promise<string> {
  const answer = await step(scene, 'Read the one method that decides the rate', [
    'ERPRead',
    { type: 'CLAS', name: className, method: methodName }
  ])
  succeeded(answer)
  const [head = '', ...lines] = answer.text.split('\n')
  const source = lines.join('\n').trimEnd()
  assert.match(head, /\bactive\b/)
  assert.match(source, /^\s*METHOD\s+zif_ferry_discount~rate_for\.[\s\S]*ENDMETHOD\.$/i)
  assert.ok(source.includes(bug), 'the source differs from the sources of the sandbox')
  scene.narrator.code(source)
  answer.done()
  return source
}

interface TestMethod {
  name?: string
  status?: string
  alerts?: string[]
}
interface TestRun {
  methods: TestMethod[]
  totals: { passed?: number; failed?: number; errors?: number }
}

async function runTests(
  scene: Scene,
  text: string
): Promise<TestRun & { verdict: unknown; done(): void }> {
  const answer = await step(scene, text, ['ERPDiagnose', { action: 'unit_test', name: className }])
  succeeded(answer)
  const methods = list<{ methods?: TestMethod[] }>(answer.data.classes ?? []).flatMap(
    one => one.methods ?? []
  )
  return {
    methods,
    totals: answer.data.totals as TestRun['totals'],
    verdict: answer.data.verdict,
    done: answer.done
  }
}

async function runFailingTest(scene: Scene): Promise<void> {
  const { methods, totals, verdict, done } = await runTests(scene, 'Run its unit tests')
  assert.equal(verdict, 'failed')
  const failing = methods.filter(({ status }) => status !== 'passed')
  assert.deepEqual(
    failing.map(({ name, status }) => [name, status]),
    [['TIER_BEGINS_AT_ITS_NUMBER', 'failed']]
  )
  const alert = failing[0]?.alerts?.join('\n') ?? ''
  assert.match(alert, /Expected \[10\.00\] Actual \[5\.00\]/)
  scene.narrator.fact(`${totals.passed} passed, ${totals.failed} failed`)
  scene.narrator.fact(`RED ${failing[0]?.name}\n${alert.split('\n').slice(0, 2).join('\n')}`)
  scene.narrator.fact(
    'A group of 25 gets the rate of smaller groups: the comparison is wrong at the border.'
  )
  done()
}

interface Finding {
  severity?: string
  text?: string
  line?: number
  column?: number
}

async function editWithTypingError(scene: Scene, method: string): Promise<void> {
  const source = method.replace(bug, typingError)
  const refused = await step(
    scene,
    'Repair it, with a typing error, and activate in the same call',
    [
      'ERPWrite',
      {
        action: 'edit_method',
        type: 'CLAS',
        name: className,
        method: methodName,
        source,
        activate: true
      }
    ]
  )
  assert.equal(refused.isError, true, 'a source with an error was activated')
  assert.match(refused.text, /\bACTIVATION_FAILED\b/)
  scene.narrator.fact('Refused: nothing became active. The draft is kept.')
  refused.done()
  const check = await step(scene, 'Ask what is wrong with the draft', [
    'ERPDiagnose',
    { action: 'syntax', type: 'CLAS', name: className }
  ])
  succeeded(check)
  assert.equal(check.data.verdict, 'errors')
  const finding = list<Finding>(check.data.findings).find(({ severity }) => severity === 'error')
  assert.ok(
    finding?.line !== undefined && finding.column !== undefined,
    `no error with line and column: ${check.text}`
  )
  assert.ok(
    refused.text.includes(`${finding.line}:${finding.column}: ${finding.text}`),
    'the refusal names another place'
  )
  scene.narrator.fact(`Line ${finding.line}, column ${finding.column}: ${finding.text}`)
  check.done()
  await showPlace(scene, { line: finding.line, column: finding.column })
}

/** Line and column of the finding are those of the typing error. */
async function showPlace(
  scene: Scene,
  { line, column }: { line: number; column: number }
): Promise<void> {
  const answer = await step(scene, 'Look at that line of the draft', [
    'ERPRead',
    { type: 'CLAS', name: className, lines: String(line) }
  ])
  succeeded(answer)
  const text = answer.text.split('\n').at(-1) ?? ''
  assert.equal(text.slice(column - 1, column - 1 + 'passenger'.length), 'passenger')
  scene.narrator.code(`${text}\n${' '.repeat(column - 1)}^`)
  answer.done()
}

async function repair(scene: Scene, method: string): Promise<void> {
  const answer = await step(scene, 'Correct the typing error', [
    'ERPWrite',
    {
      action: 'edit_method',
      type: 'CLAS',
      name: className,
      method: methodName,
      source: method.replace(bug, fix)
    }
  ])
  succeeded(answer)
  assert.equal(answer.data.changed, true)
  assert.equal(answer.data.version, 'inactive')
  scene.narrator.fact('Saved as a draft; the active version still has the bug.')
  answer.done()
  const check = await step(scene, 'Check the draft', [
    'ERPDiagnose',
    { action: 'syntax', type: 'CLAS', name: className }
  ])
  succeeded(check)
  assert.equal(check.data.verdict, 'clean')
  scene.narrator.fact('No findings.')
  check.done()
}

async function activate(scene: Scene): Promise<void> {
  const answer = await step(scene, 'Activate', ['ERPActivate', { type: 'CLAS', name: className }])
  succeeded(answer)
  assert.equal(answer.data.outcome, 'activated')
  scene.narrator.fact('Active, and verified against the list of inactive objects.')
  answer.done()
}

async function runPassingTests(scene: Scene): Promise<void> {
  const { methods, totals, verdict, done } = await runTests(scene, 'Run the unit tests again')
  assert.equal(verdict, 'passed')
  assert.deepEqual(totals, { passed: 8 })
  assert.deepEqual(
    methods.filter(({ status }) => status !== 'passed'),
    []
  )
  scene.narrator.fact(`${totals.passed} passed: GREEN`)
  done()
}

async function queryRows(scene: Scene): Promise<void> {
  const sql =
    'SELECT t~from_passengers, t~percent, COUNT( * ) AS bookings, SUM( b~amount ) AS amount ' +
    'FROM zferry_tier AS t INNER JOIN zferry_booking AS b ON b~passengers = t~from_passengers ' +
    "WHERE b~status <> 'X' GROUP BY t~from_passengers, t~percent ORDER BY t~from_passengers"
  const answer = await step(scene, 'Query the bookings with a group size at a border of a tier', [
    'ERPQuery',
    { sql }
  ])
  succeeded(answer)
  const names = list<{ name?: string }>(answer.data.columns).map(({ name }) => name?.toUpperCase())
  const rows = list<(string | null)[]>(answer.data.rows)
  assert.deepEqual(names, ['FROM_PASSENGERS', 'PERCENT', 'BOOKINGS', 'AMOUNT'])
  assert.ok(
    rows.some(([from, , bookings]) => Number(from) === 25 && Number(bookings) > 0),
    'there is no booking for 25'
  )
  for (const [from, percent, bookings] of rows) {
    scene.narrator.fact(`from ${from} passengers ${Number(percent)} %: ${bookings} bookings`)
  }
  answer.done()
}

interface Use {
  object?: { type?: string; name?: string }
  include?: string
  line?: number
  snippet?: string
}

async function findUsers(scene: Scene): Promise<void> {
  const answer = await step(scene, 'List the callers of that method', [
    'ERPNavigate',
    { action: 'references', type: 'INTF', name: 'ZIF_FERRY_DISCOUNT', method: 'RATE_FOR' }
  ])
  succeeded(answer)
  const uses = list<Use>(answer.data.references)
  const names = new Set(uses.map(({ object }) => object?.name))
  for (const name of ['ZCL_FERRY_FARE_CALCULATOR', 'ZCL_FERRY_CONSOLE', 'Z_FERRY_GROUP_RATE']) {
    assert.ok(names.has(name), `${name} uses it and was not found`)
  }
  for (const { package: home, count } of list<{ package?: string; count?: number }>(
    answer.data.packages
  )) {
    scene.narrator.fact(`${home}: ${count}`)
  }
  for (const { object, include, line, snippet } of oneOfEach(uses)) {
    scene.narrator.code(
      `${object?.type} ${object?.name}${include === undefined ? '' : ` ${include}`} line ${line}: ${snippet}`
    )
  }
  answer.done()
}

/** The first use in each object and include. */
function oneOfEach(uses: readonly Use[]): Use[] {
  const firstUses = new Map<string, Use>()
  for (const use of uses) {
    const key = `${use.object?.name} ${use.include}`
    if (use.snippet !== undefined && !firstUses.has(key)) firstUses.set(key, use)
  }
  return [...firstUses.values()]
}
