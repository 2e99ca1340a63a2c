/** While no request is under way, the engine analyses sources that later requests may need. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createWorkbench } from '../../engine/workbench.ts'
import type { Workbench } from '../../engine/workbench.ts'
import { LIBRARY, classWith, engineWith, errors, file } from './fixture.ts'

const tool = (...methods: string[]) =>
  file(
    'zcl_tool.clas.abap',
    'CLASS zcl_tool DEFINITION PUBLIC.',
    '  PUBLIC SECTION.',
    ...methods.map(name => `    CLASS-METHODS ${name}.`),
    'ENDCLASS.',
    'CLASS zcl_tool IMPLEMENTATION.',
    ...methods.flatMap(name => [`  METHOD ${name}.`, '  ENDMETHOD.']),
    'ENDCLASS.'
  )
const users = Array.from({ length: 20 }, (_, index) =>
  classWith(`zcl_user_${index}`, '    zcl_tool=>run( ).')
)

/** Files that were worked on while the steps were taken. */
function world() {
  const seen: string[] = []
  const workbench = createWorkbench(
    { library: LIBRARY, active: [tool('run'), ...users], refusals: [] },
    files => {
      seen.push(...files)
    }
  )
  const during = (work: (workbench: Workbench) => unknown): ReadonlySet<string> => {
    seen.length = 0
    work(workbench)
    return new Set(seen)
  }
  return { workbench, during }
}

const toTheEnd = (workbench: Workbench) => {
  while (workbench.analyzeNext());
}
const askForRun = (workbench: Workbench) =>
  workbench.run('uses', [{ file: 'zcl_tool.clas.abap', row: 3, column: 18, overlay: [] }])

test('analyses every source once, then nothing until a source changes', () => {
  const { workbench, during } = world()
  const [first, again] = [during(toTheEnd), during(toTheEnd)]
  for (const { name } of [tool('run'), ...users]) assert.ok(first.has(name), name)
  assert.deepEqual([...again], [])
  workbench.run('apply', [{ put: [tool('run', 'other')], remove: [] }])
  assert.ok(during(toTheEnd).size >= users.length, 'what uses a class that has another method')
  workbench.run('apply', [
    { put: [classWith('zcl_user_3', '    zcl_tool=>other( ).')], remove: [] }
  ])
  assert.deepEqual([...during(toTheEnd)], ['zcl_user_3.clas.abap'])
})

test('a very large source is not analysed before a request needs it', () => {
  const { workbench, during } = world()
  const large = classWith(
    'zcl_large',
    ...Array.from({ length: 4000 }, () => '    zcl_tool=>run( ). "............')
  )
  workbench.run('apply', [{ put: [large], remove: [] }])
  // it is parsed, which happens anyway
  workbench.analyzeNext()
  assert.equal(during(toTheEnd).has(large.name), false)
  assert.equal(during(askForRun).has(large.name), true)
})

test('the watchdog does not stop background analysis, which reports no error', async t => {
  const engine = await engineWith(t, [tool('run'), ...users], { stallMilliseconds: 600 })
  await sleep(2500)
  for (const { name } of users) {
    assert.deepEqual(errors(await engine.check({ files: [name], overlay: [] })), [], name)
  }
})
