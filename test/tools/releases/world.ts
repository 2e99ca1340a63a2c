/**
 * What the calls of the release matrix need to exist: objects of their own on a sandbox that shows
 * one release.
 */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createErp } from '../../../erp-client/index.ts'
import type { Trace } from '../../../sandbox/trace-types.ts'
import type { Dump } from '../../../sandbox/dump-types.ts'
import type { Erp, ErpOptions } from '../../../erp-client/index.ts'
import { temporaryFolder } from '../../helpers/process.ts'
import { createTestSandbox } from '../../helpers/sandbox.ts'
import type { Release } from '../../../sandbox/releases.ts'
import { createFeatureProbe } from '../../../tools/index.ts'
import { createChangeSetAccess } from '../../../tools/index.ts'
import type { ChangeSets, Journal, ToolResult } from '../../../tools/index.ts'
import { benchOf } from '../helpers/erp.ts'

export interface World {
  readonly release: Release
  call(tool: string, args: object): Promise<ToolResult>
  /** A call that must succeed. */
  done(tool: string, args: object): Promise<Readonly<Record<string, unknown>>>
  close(): Promise<void>
}

export const classSource = (
  name: string,
  body = '    result = 1.'
) => `CLASS ${name} DEFINITION PUBLIC CREATE PUBLIC.
  PUBLIC SECTION.
    METHODS run RETURNING VALUE(result) TYPE i.
    METHODS stop.
ENDCLASS.

CLASS ${name} IMPLEMENTATION.
  METHOD run.
${body}
  ENDMETHOD.

  METHOD stop.
    run( ).
  ENDMETHOD.
ENDCLASS.
`

const tests = `CLASS ltc_run DEFINITION FINAL FOR TESTING DURATION SHORT RISK LEVEL HARMLESS.
  PRIVATE SECTION.
    METHODS gives_it FOR TESTING.
ENDCLASS.
CLASS ltc_run IMPLEMENTATION.
  METHOD gives_it.
    cl_abap_unit_assert=>assert_equals( act = NEW zcl_rl( )->run( ) exp = 1 ).
  ENDMETHOD.
ENDCLASS.
`

const consoleClass = `CLASS zcl_rl_run DEFINITION PUBLIC FINAL CREATE PUBLIC.
  PUBLIC SECTION.
    INTERFACES if_oo_adt_classrun.
ENDCLASS.
CLASS zcl_rl_run IMPLEMENTATION.
  METHOD if_oo_adt_classrun~main.
    out->write( 'It runs' ).
  ENDMETHOD.
ENDCLASS.
`

const unused = async (): Promise<never> => {
  throw new Error('the call only lists')
}
const emptyJournal: Journal = {
  whenFull: 'refuse',
  find: async () => [],
  read: async () => undefined,
  hasOpen: async () => false,
  claim: async () => [],
  begin: unused,
  settle: unused,
  markUndone: unused
}
const noSets: ChangeSets = {
  list: async () => [],
  read: async () => undefined,
  unsettled: async () => [],
  save: unused,
  begin: unused,
  settle: unused,
  remove: unused
}
/** What the database of the journal answers. */
const stored: ReadonlySet<unknown> = new Set(['journal', 'change_set'])

/**
 * A sandbox that shows `release`, reached over HTTPS so that every release keeps its locks, or over
 * plain HTTP. It holds class ZCL_RL with a user of it, a draft, a program with texts, and an empty
 * package.
 */
export async function worldOf(release: Release, plain = false): Promise<World> {
  const { options, close: closeSandbox } = await sandboxOf(release, plain)
  const world = await worldAt(release, options)
  const close = async () => {
    await world.close()
    await closeSandbox()
  }
  try {
    if (!plain) await fill(world)
  } catch (error) {
    await close()
    throw error
  }
  return { ...world, close }
}

interface OpenSandbox {
  readonly options: Omit<ErpOptions, 'language'>
  close(): Promise<void>
}

/** The same sandbox with what it holds, for clients that know nothing of it yet. */
export async function filledSandbox(release: Release): Promise<OpenSandbox> {
  const sandbox = await sandboxOf(release, false)
  const world = await worldAt(release, sandbox.options)
  try {
    await fill(world)
  } catch (error) {
    await sandbox.close()
    throw error
  } finally {
    await world.close()
  }
  return sandbox
}

/** A short dump that the actions on dumps find. */
const dump: Omit<Dump, 'id'> = {
  ...{ at: Date.now(), user: 'DEVELOPER', client: '001', server: 'sandbox_SBX_00', language: 'EN' },
  ...{ error: 'ASSERTION_FAILED', exception: '', shortText: 'The ASSERT condition was violated.' },
  ...{ object: { type: 'PROG', name: 'ZRL' }, rows: [], chain: [], system: [] },
  frames: [
    {
      ...{ kind: 'EVENT', name: 'START-OF-SELECTION', program: 'ZRL', include: 'ZRL', line: 2 },
      uri: '/sap/bc/adt/programs/programs/zrl/source/main#start=2'
    }
  ]
}

const unit = {
  ...{ name: 'ZRL', program: 'ZRL', uri: '', type: 'PROG/P', object: 'ZRL', package: '$TMP' }
}

/** A trace that the actions on traces find. */
const trace: Omit<Trace, 'id'> = {
  ...{ at: Date.now(), expires: Date.now() + 3_600_000, user: 'DEVELOPER', client: '001' },
  ...{ title: 'Measured', object: { type: 'PROG', name: 'ZRL' } },
  calls: [{ unit, parent: -1, count: 1, gross: 20, net: 15 }],
  accesses: [{ statement: 'SELECT', table: 'ZRL', call: 0, count: 2, time: 5 }]
}

/** A program that is there already: ABAP cloud creates none. */
async function folderWithProgram(): Promise<string> {
  const dataDir = temporaryFolder('release-world')
  const sandbox = await createTestSandbox({ dataDir })
  const { store } = sandbox
  const key = { type: 'PROG' as const, name: 'ZRL_PROGRAM' }
  const by = { responsible: 'DEVELOPER', createdBy: 'DEVELOPER', changedBy: 'DEVELOPER' }
  const facts = { package: '$FERRY_DEMO', description: 'Program', language: 'EN', attributes: {} }
  const text =
    "REPORT zrl_program.\nWRITE TEXT-001.\nPERFORM show.\nFORM show.\n  WRITE 'x'.\nENDFORM.\n"
  store.create({ key, ...facts, ...by }, [{ part: 'main', text }], 'DEVELOPER')
  store.activate([key], 'DEVELOPER')
  await sandbox.close()
  return dataDir
}

async function sandboxOf(release: Release, plain: boolean): Promise<OpenSandbox> {
  const sandbox = await createTestSandbox({
    dataDir: await folderWithProgram(),
    release,
    tls: !plain,
    users: [
      { name: 'DEVELOPER', password: 'secret-1', fullName: 'One' },
      { name: 'OTHER', password: 'secret-2', fullName: 'Two' }
    ]
  })
  sandbox.store.dumps.add(dump)
  sandbox.store.traces.add(trace)
  return {
    options: {
      baseUrl: sandbox.url,
      client: sandbox.client,
      credential: { kind: 'basic', user: 'DEVELOPER', password: 'secret-1' },
      ...(sandbox.caFile === undefined ? {} : { caFile: sandbox.caFile })
    },
    close: sandbox.close
  }
}

/** An ERP that exists, with the features that the bridge finds there. */
export async function worldAt(
  release: Release,
  options: Omit<ErpOptions, 'language'>
): Promise<World> {
  const erp = createErp({
    language: 'EN',
    terminalId: '0123456789ABCDEF0123456789ABCDEF',
    ...options
  })
  const probe = await probed(erp)
  const workspace = mkdtempSync(join(tmpdir(), 'releases-'))
  const { call } = benchOf({
    erp,
    workspace,
    features: probe.features(),
    isMissing: probe.isMissing,
    policy: {
      enableTransports: true,
      allowTransportableEdits: true,
      expert: new Set(['execute', 'debug', 'amdp'] as const)
    }
  })
  const withJournal = benchOf({
    erp,
    features: probe.features(),
    journal: emptyJournal,
    changeSets: createChangeSetAccess(noSets, '')
  })
  return {
    release,
    call: async (tool, args) =>
      await ('action' in args && stored.has(args.action) ? withJournal.call : call)(tool, args),
    async done(tool, args) {
      const result = await call(tool, args)
      assert.ok(
        result.kind === 'data' || result.kind === 'text',
        `${release} ${tool} ${JSON.stringify(args)}: ${result.text}`
      )
      return result.kind === 'data' ? { ...result.data } : { text: result.text }
    },
    close: async () => {
      rmSync(workspace, { recursive: true, force: true })
      await erp.close()
    }
  }
}

/**
 * The features as the bridge finds them out, so that the refusals are those that its users meet.
 */
async function probed(erp: Erp): Promise<ReturnType<typeof createFeatureProbe>> {
  const found = Promise.withResolvers<void>()
  const log = { debug() {}, info() {}, warn() {}, error() {} }
  const probe = createFeatureProbe(
    new Map([
      ['gitsync', 'unknown'],
      ['rap', 'unknown'],
      ['amdp', 'unknown'],
      ['ui5', 'unknown'],
      ['db', 'unknown']
    ]),
    { log, onChange: found.resolve }
  )
  probe.watch(() => erp)()
  await found.promise
  return probe
}

async function fill({ done }: World): Promise<void> {
  const create = async (type: string, name: string, source: string, more: object = {}) =>
    await done('ERPWrite', {
      action: 'create',
      type,
      name,
      package: '$FERRY_DEMO',
      source,
      activate: true,
      ...more
    })
  await create('CLAS', 'zcl_rl', classSource('zcl_rl'))
  await done('ERPWrite', {
    action: 'update',
    type: 'CLAS',
    name: 'zcl_rl',
    include: 'testclasses',
    source: tests,
    overwrite: true,
    activate: true
  })
  await create(
    'CLAS',
    'zcl_rl_user',
    classSource('zcl_rl_user', '    result = NEW zcl_rl( )->run( ).')
  )
  await create('CLAS', 'zcl_rl_run', consoleClass)
  await create('CLAS', 'zcl_rl_draft', classSource('zcl_rl_draft'), { activate: false })
}
