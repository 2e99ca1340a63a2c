/**
 * Which call leaves a line in the audit, by level: for every action, done or failed, and for every
 * refusal. The expectation is by hand.
 */
import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { createAudit } from '../../audit.ts'
import type { AuditLevel } from '../../audit.ts'
import { setting } from '../../config/settings.ts'
import { prepare, tools } from '../../tools/index.ts'
import type { ToolEvent } from '../../tools/index.ts'
import { callFacts } from '../../tools/call/events.ts'
import { changingBases, readingBases } from '../tools/helpers/bases.ts'
import { benchOf, recordingErp } from '../tools/helpers/erp.ts'

/** Reads that show rows or what programs did: recorded by default. */
const data = [
  'ERPQuery ',
  ...['dumps', 'dump', 'incident', 'traces', 'trace', 'sql_trace'].map(
    name => `ERPDiagnose ${name}`
  )
]

/** Reads of the repository and of states: recorded with `all` only. */
const reads = [
  'ERPRead ',
  'ERPSearch ',
  ...[
    'definition',
    'references',
    'implementations',
    'completion',
    'element_info',
    'hierarchy',
    'outline',
    'documentation'
  ].map(name => `ERPNavigate ${name}`),
  ...[
    'overview',
    'dependencies',
    'usages',
    'impact',
    'call_graph',
    'structure',
    'compare',
    'changes',
    'test_seams'
  ].map(name => `ERPContext ${name}`),
  ...['check', 'fix', 'format', 'rules'].map(name => `ERPLint ${name}`),
  ...[
    'syntax',
    'unit_test',
    'atc',
    'atc_variants',
    'quick_fixes',
    'compare',
    'system_messages',
    'gateway_errors',
    'service_check',
    'breakpoints',
    'clean_core'
  ].map(name => `ERPDiagnose ${name}`),
  'ERPActivate check',
  ...[
    'features',
    'journal',
    'locks',
    'drafts',
    'git_repos',
    'git_status',
    'ui5_apps',
    'approvals',
    'change_set',
    'export'
  ].map(name => `ERPManage ${name}`),
  ...['list', 'get', 'objects', 'diff', 'review', 'check', 'history', 'layers', 'targets'].map(
    name => `ERPTransport ${name}`
  )
]

/** Attempts to change, to run and to watch others: recorded at every level. */
const changes = [
  ...[
    'create',
    'update',
    'edit',
    'edit_method',
    'edit_class',
    'edit_texts',
    'move',
    'rename',
    'replace',
    'change_signature',
    'extract_method',
    'move_members',
    'apply_quick_fix',
    'scaffold',
    'undo',
    'delete',
    'batch'
  ].map(name => `ERPWrite ${name}`),
  ...['activate', 'publish', 'unpublish'].map(name => `ERPActivate ${name}`),
  ...[
    'trace_start',
    'trace_stop',
    'set_breakpoint',
    'delete_breakpoint',
    'debug_run',
    'amdp_run'
  ].map(name => `ERPDiagnose ${name}`),
  ...[
    'create_package',
    'change_package',
    'delete_package',
    'release_lock',
    'approve',
    'reject',
    'set_release_state',
    'git_stage',
    'git_push',
    'git_unlink',
    'git_clone',
    'git_pull',
    'git_switch',
    'ui5_upload',
    'run_class',
    'run_program'
  ].map(name => `ERPManage ${name}`),
  ...[
    'create',
    'create_task',
    'add_user',
    'reassign',
    'add_object',
    'remove_object',
    'change',
    'release',
    'release_recursive',
    'delete'
  ].map(name => `ERPTransport ${name}`)
]

const levels: readonly AuditLevel[] = ['changes', 'data', 'all']
const bases = { ...readingBases, ...changingBases }
const actions = tools.flatMap(tool =>
  [...tool.actions.keys()].map(name => ({
    title: `${tool.name} ${name}`,
    tool: tool.name,
    args: { ...(name === '' ? {} : { action: name }), ...bases[`${tool.name} ${name}`] }
  }))
)
const everything = {
  allowTransportableEdits: true,
  enableTransports: true,
  expert: new Set(['execute', 'debug', 'amdp'] as const)
}

/** The first level at which an action leaves a line. */
const first = (title: string): AuditLevel =>
  changes.includes(title) ? 'changes' : data.includes(title) ? 'data' : 'all'

/** The levels at which an event leaves a line; each line must stand alone. */
function recordedAt(event: ToolEvent): AuditLevel[] {
  return levels.filter(level => {
    const lines: object[] = []
    const keep = (line: object) => {
      if ('audit' in line) lines.push(line)
    }
    createAudit({ log: { debug: keep, info: keep, warn: keep, error: keep }, level }).observe(event)
    assert.ok(lines.length <= 1)
    return lines.length === 1
  })
}

const from = (level: AuditLevel) => levels.slice(levels.indexOf(level))

test('each action stands in one of the lists, and queries and dumps are recorded by default', () => {
  assert.deepEqual(
    [...data, ...reads, ...changes].toSorted(),
    actions.map(({ title }) => title).toSorted()
  )
  assert.equal(setting('audit').default, 'data')
})

test(
  'a call that failed or was done leaves its line at its level and above',
  { timeout: 120_000 },
  async t => {
    const { erp } = await recordingErp(t)
    const { call, events } = benchOf({ erp, policy: everything })
    for (const { title, tool, args } of actions) {
      events.length = 0
      await call(tool, args)
      assert.equal(events.length, 1, title)
      for (const outcome of ['ok', 'error', 'unknown'] as const) {
        for (const event of events) {
          assert.deepEqual(
            recordedAt({ ...event, outcome }),
            from(first(title)),
            `${title} ${outcome}`
          )
        }
      }
    }
  }
)

test('a refusal leaves its line by default, whatever was refused', async t => {
  const { erp, asked } = await recordingErp(t)
  for (const readOnly of [false, true]) {
    const policy = { ...everything, readOnly, disallowedOps: 'RSQCDUA' }
    const { call, events } = benchOf({ erp, policy })
    for (const { title, tool, args } of actions.filter(
      one => !readOnly || changes.includes(one.title)
    )) {
      events.length = 0
      await call(tool, args)
      for (const event of events) {
        assert.deepEqual(
          [event.outcome, recordedAt(event)],
          ['blocked', from(changes.includes(title) ? 'changes' : 'data')],
          `${title}: ${event.code}`
        )
      }
      assert.equal(events.length, 1, title)
    }
  }
  assert.deepEqual(asked, [])
})

test('where the file cannot take the line, what must leave one is stopped, and nothing else', t => {
  for (const level of levels) {
    const folder = mkdtempSync(join(tmpdir(), 'audit-'))
    t.after(() => {
      rmSync(folder, { recursive: true, force: true })
    })
    const ignore = () => {}
    const file = join(folder, 'audit')
    const audit = createAudit({
      log: { debug: ignore, info: ignore, warn: ignore, error: ignore },
      level,
      file
    })
    audit.logOnRefused({ method: 'api-key', reason: 'unknown key' })
    assert.equal(readFileSync(file, 'utf8').includes('"kind":"log-on"'), level !== 'changes')
    rmSync(folder, { recursive: true })
    const { session } = benchOf({ policy: everything })
    for (const { title, tool, args } of actions) {
      const work = () => {
        audit.assertReady(callFacts(prepare(session, tool, args)))
      }
      if (from(first(title)).includes(level)) {
        assert.throws(work, /audit cannot be written/, `${title} at ${level}`)
      } else assert.doesNotThrow(work, `${title} at ${level}`)
    }
  }
})
