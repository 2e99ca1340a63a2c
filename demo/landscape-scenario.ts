/** The scenario of `npm run demo:landscape`: a change of one system is imported into the next. */
import assert from 'node:assert/strict'
import type { DemoLandscape } from './landscape.ts'
import { step, succeeded } from './step.ts'
import type { Scene } from './step.ts'

const className = 'ZCL_FERRY_DURATION'
const method = { type: 'CLAS', name: className, method: 'AS_TEXT' }
const otherwise = '    ELSE.\n'
const wholeHours = '    ELSEIF rest = 0.\n      text = |{ hours } h|.\n'

/** A bridge for each system, and the landscape behind them. */
export interface Stage {
  readonly dev: Scene
  readonly qas: Scene
  readonly landscape: Pick<DemoLandscape, 'importIntoQas'>
}

/**
 * Changes a class in `dev`, releases its request and imports it into `qas`. Rejects with the
 * AssertionError of the first step whose result differs.
 */
export async function runLandscapeScenario({ dev, qas, landscape }: Stage): Promise<void> {
  const number = await createRequest(dev)
  await change(dev, number)
  assert.ok(!(await readMethod(qas, 'qas before the import')).includes(wholeHours))
  await release(dev, number)
  await importRequest(qas, landscape, number)
  assert.ok((await readMethod(qas, 'qas after the import')).includes(wholeHours))
  await runTests(qas)
  await refuseChange(qas)
}

async function createRequest(dev: Scene): Promise<string> {
  const answer = await step(dev, 'dev: create a transport request', [
    'ERPTransport',
    { action: 'create', description: 'Whole hours', package: 'ZFERRY_CORE' }
  ])
  succeeded(answer)
  const number = String(answer.data.transport)
  assert.match(number, /^DEVK9\d{5}$/)
  dev.narrator.fact(number)
  answer.done()
  return number
}

async function readMethod(scene: Scene, where: string): Promise<string> {
  const answer = await step(scene, `${where}: read the method`, ['ERPRead', method])
  succeeded(answer)
  const source = answer.text.split('\n').slice(1).join('\n').trimEnd()
  scene.narrator.code(source)
  answer.done()
  return source
}

async function change(dev: Scene, number: string): Promise<void> {
  const before = await readMethod(dev, 'dev')
  assert.ok(before.includes(otherwise), 'the source differs from the sources of the sandbox')
  const source = before.replace(otherwise, wholeHours + otherwise)
  const answer = await step(dev, 'dev: leave out the minutes of whole hours, and activate', [
    'ERPWrite',
    { action: 'edit_method', ...method, source, activate: true, transport: number }
  ])
  succeeded(answer)
  assert.equal(answer.data.activation, 'activated')
  assert.equal(answer.data.transport, number)
  dev.narrator.fact(`Active, and recorded in ${number}.`)
  answer.done()
}

/** A release is final, so the bridge asks before it; a user agrees in a dialogue. */
async function release(dev: Scene, number: string): Promise<void> {
  const args = { action: 'release_recursive', transport: number }
  const question = await step(dev, 'dev: release the request with its task', ['ERPTransport', args])
  assert.match(question.text, /NOT DONE[^]*cannot be undone/)
  dev.narrator.fact('The bridge asks: a release cannot be undone.')
  question.done()
  const answer = await step(dev, 'dev: agree', [
    'ERPTransport',
    { ...args, confirm: question.confirm }
  ])
  succeeded(answer)
  assert.equal(answer.data.outcome, 'done')
  dev.narrator.fact(`${number} waits in the import queue of qas.`)
  answer.done()
}

async function importRequest(
  { narrator }: Scene,
  landscape: Stage['landscape'],
  number: string
): Promise<void> {
  narrator.step(
    'qas: import what waits',
    'erp-bridge sandbox import --systems-file FILE --system qas'
  )
  const start = performance.now()
  const report = await landscape.importIntoQas()
  assert.ok(report.startsWith(`${number}  return code 0\n`), report)
  narrator.fact(report)
  narrator.done(performance.now() - start)
}

async function runTests(qas: Scene): Promise<void> {
  const answer = await step(qas, 'qas: run the unit tests', [
    'ERPDiagnose',
    { action: 'unit_test', name: className }
  ])
  succeeded(answer)
  assert.equal(answer.data.verdict, 'passed')
  qas.narrator.fact('PASSED')
  answer.done()
}

async function refuseChange(qas: Scene): Promise<void> {
  const answer = await step(qas, 'qas: try to change the class there', [
    'ERPWrite',
    { action: 'edit_method', ...method, source: '  METHOD as_text.\n  ENDMETHOD.' }
  ])
  assert.equal(answer.isError, true, 'a test system was changed')
  assert.match(answer.text, /\bBLOCKED_READ_ONLY\b/)
  qas.narrator.fact('Refused: systems with the role test are read-only.')
  answer.done()
}
