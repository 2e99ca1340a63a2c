/** What the doctor says of `--record`. */
import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import type { TestContext } from 'node:test'
import { checkRecording } from '../../commands/doctor/recording.ts'
import { run } from '../../commands/doctor.ts'
import type { SystemSettings } from '../../config/landscape.ts'

function folderFor(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'doctor-recording-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

const settings = (record: string | undefined, more: Partial<SystemSettings> = {}) =>
  ({ record, recordSources: false, recordProduction: false, ...more }) as SystemSettings

function addRecording(directory: string, name: string, more: object): void {
  const path = join(directory, name)
  mkdirSync(path, { recursive: true })
  const description = { format: 1, started: '2026-11-25T13:45:01.000Z', ...more }
  writeFileSync(join(path, 'recording.json'), JSON.stringify(description))
  for (const file of ['000001-GET-200.json', '000002-GET-none.json', '.000003.part']) {
    writeFileSync(join(path, file), '{}')
  }
}

test('without the setting there is no finding', () => {
  assert.deepEqual(checkRecording(settings(undefined), { name: 'default' }), [])
})

test('the folder, the sources and how to end it are named', t => {
  const folder = join(folderFor(t), 'not', 'yet')
  const [found, ...others] = checkRecording(settings(folder), { name: 'default' })
  assert.deepEqual(others, [])
  assert.equal(found?.state, 'warning')
  assert.equal(
    found.found,
    `the exchanges with the ERP are recorded in ${folder}, without source texts`
  )
  assert.match(String(found.remedy), /^remove --record \(ERP_RECORD\) when/)
  const [withSources] = checkRecording(settings(folder, { recordSources: true }), { name: 'a' })
  assert.match(String(withSources?.found), /, with source texts$/)
})

test('the newest recording of this system is named, with its exchanges and its end', t => {
  const folder = folderFor(t)
  addRecording(folder, 'dev-20261124-134501-3f9a', { ended: '2026-11-24T14:00:00.000Z' })
  addRecording(folder, 'dev-20261125-134501-3f9a', {})
  addRecording(folder, 'dev-two-20261126-134501-3f9a', {})
  addRecording(folder, 'dev-notes', {})
  const foundOf = (name: string) => String(checkRecording(settings(folder), { name })[0]?.found)
  assert.match(
    foundOf('dev'),
    /the newest there is .*\/dev-20261125-134501-3f9a, 2 exchanges since 2026-11-25T13:45:01\.000Z, without an end: a bridge records it, or was killed$/
  )
  addRecording(folder, 'qas-20261125-134501-3f9a', { ended: '2026-11-25T14:00:00.000Z' })
  assert.match(foundOf('qas'), /qas-20261125.*, ended$/)
  assert.match(foundOf('prd'), /without source texts$/)
})

test('a damaged description of an earlier recording changes nothing', t => {
  const folder = folderFor(t)
  mkdirSync(join(folder, 'dev-20261125-134501-3f9a'))
  writeFileSync(join(folder, 'dev-20261125-134501-3f9a', 'recording.json'), '{')
  const [found] = checkRecording(settings(folder), { name: 'dev' })
  assert.match(String(found?.found), /without source texts$/)
})

test('a production system is recorded where that is given alone', t => {
  const folder = folderFor(t)
  const entry = { name: 'prd', role: 'production' } as const
  const [refused] = checkRecording(settings(folder), entry)
  assert.equal(refused?.state, 'skipped')
  assert.match(refused.found, /the role of the system is production, and --record-production/)
  const [given] = checkRecording(settings(folder, { recordProduction: true }), entry)
  assert.equal(given?.state, 'warning')
})

test('a folder that cannot be made is named', t => {
  const file = join(folderFor(t), 'file')
  writeFileSync(file, '')
  const [found] = checkRecording(settings(join(file, 'in')), { name: 'default' })
  assert.match(String(found?.found), /file\/in cannot be written \(ENOTDIR\): nothing will be rec/)
})

test('the command shows it beside the other findings, and records nothing itself', async t => {
  const folder = join(folderFor(t), 'recordings')
  const out: string[] = []
  const io = {
    env: { ERP_URL: 'http://127.0.0.1:9', ERP_USER: 'U', ERP_PASSWORD: 'password-1' },
    say: (line: string) => out.push(line),
    warn: (line: string) => out.push(line),
    tellParent: undefined,
    untilStopped: async () => {}
  }
  await run(['--record', folder], io)
  assert.match(out.join('\n'), /WARN {2}recording +the exchanges .* are recorded in .*recordings/)
  assert.throws(() => rmSync(folder, { recursive: true }), { code: 'ENOENT' })
})
