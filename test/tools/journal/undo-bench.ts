/** A sandbox with a journal, and the state of an object as an undo must restore it. */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import {
  codesWith,
  createErp,
  fieldTypes,
  isErpError,
  readComparableDocument,
  readMetadata,
  readReleaseStates
} from '../../../erp-client/index.ts'
import type { Erp, ObjectRef } from '../../../erp-client/index.ts'
import { openJournal } from '../../../journal/open.ts'
import type { OpenJournal } from '../../../journal/open.ts'
import type { Sandbox } from '../../../sandbox/server.ts'
import { wholeObject } from '../../../tools/journal/whole-object.ts'
import { createChangeSetAccess } from '../../../tools/index.ts'
import type { ToolResult } from '../../../tools/index.ts'
import { createTestSandbox } from '../../helpers/sandbox.ts'
import { toolBench } from '../helpers/sandbox-bench.ts'
import { recordingErp } from '../helpers/erp.ts'
import type { Answer, Asked, BenchOptions } from '../helpers/erp.ts'

const quiet = { debug() {}, info() {}, warn() {}, error() {} }

export interface UndoBench extends Omit<ReturnType<typeof toolBench>, never> {
  readonly sandbox: Sandbox
  readonly erp: Erp
  readonly journal: OpenJournal
  /** The same ERP for another caller and ERP user. */
  as(user: string, options?: BenchOptions): ReturnType<typeof toolBench>
  /** A call that must succeed; a question is answered by yes. @returns the id of its change */
  changed(tool: string, args: Record<string, unknown>): Promise<string>
  state(ref: ObjectRef): Promise<unknown>
  close(): Promise<void>
}

type SandboxOptions = NonNullable<Parameters<typeof createTestSandbox>[0]>

export async function startUndoBench(options: Partial<SandboxOptions> = {}): Promise<UndoBench> {
  const users = ['DEVELOPER', 'SECOND', 'THIRD'].map(name => ({ name, password: 'secret-1' }))
  const sandbox = await createTestSandbox({ users, ...options })
  const erps = new Map<string, Erp>()
  const erpOf = (user: string) => {
    const erp =
      erps.get(user) ??
      createErp({
        baseUrl: sandbox.url,
        client: sandbox.client,
        language: 'EN',
        credential: { kind: 'basic', user, password: 'secret-1' },
        ...(sandbox.caFile === undefined ? {} : { caFile: sandbox.caFile })
      })
    erps.set(user, erp)
    return erp
  }
  const folder = mkdtempSync(join(tmpdir(), 'undo-'))
  const journal = await openJournal({
    store: { file: join(folder, 'journal.sqlite') },
    retention: { days: 30, bytes: 1e9 },
    whenFull: 'refuse',
    log: quiet
  })
  const erp = erpOf('DEVELOPER')
  const changeSets = createChangeSetAccess(journal.changeSets, 'sandbox')
  const bench = toolBench(erp, { journal, changeSets })
  const changed = async (tool: string, args: Record<string, unknown>) =>
    idOf(await confirmed(bench, tool, args))
  return {
    ...bench,
    sandbox,
    erp,
    journal,
    as: (user, more = {}) =>
      toolBench(erpOf(user), {
        journal,
        changeSets,
        caller: {
          principal: { name: user.toLowerCase(), kind: 'user' },
          method: 'oidc',
          scopes: new Set(['read', 'write'])
        },
        ...more
      }),
    changed,
    state: async ref => await stateOf(erp, ref),
    async close() {
      await journal.close()
      for (const each of erps.values()) await each.close()
      await sandbox.close()
      rmSync(folder, { recursive: true, force: true })
    }
  }
}

/** Calls, and repeats the call with the handle of the question that it answers with. */
export async function confirmed(
  bench: Pick<UndoBench, 'call'>,
  tool: string,
  args: Record<string, unknown>
): Promise<ToolResult> {
  const result = await bench.call(tool, args)
  if (result.kind !== 'confirm') return result
  return await bench.call(tool, { ...args, confirm: result.digest })
}

export function idOf(result: ToolResult): string {
  assert.ok(result.kind === 'data' || result.kind === 'text', result.text)
  const [, id = ''] = /\nchange ([0-9a-z]{12})$/.exec(result.text) ?? []
  assert.notEqual(id, '', result.text)
  return id
}

/** Texts, activity, package and description; `missing` where there is no such object. */
async function stateOf(erp: Erp, ref: ObjectRef): Promise<unknown> {
  const { reader } = erp
  try {
    const {
      package: packageName,
      description,
      version,
      includes
    } = await readMetadata(reader, {
      ref
    })
    const { texts } = await wholeObject(reader, ref)
    // The facts of members hold dates.
    const sources = Object.entries(texts).filter(
      ([field]) => field !== 'document' && !/^member \S+ \S+$/.test(field)
    )
    return {
      package: packageName,
      description,
      version,
      includes: includes.map(one => [one.part, one.version]),
      sources: Object.fromEntries(sources),
      document: fieldTypes.includes(ref.type)
        ? await readComparableDocument(reader, { ref })
        : undefined,
      contracts: codesWith('metadata').includes(ref.type) ? await contractsOf(erp, ref) : undefined
    }
  } catch (error) {
    if (isErpError(error, 'ERP_NOT_FOUND')) return 'missing'
    throw error
  }
}

async function contractsOf({ reader }: Erp, ref: ObjectRef): Promise<unknown> {
  try {
    return [...(await readReleaseStates(reader, { ref }))]
  } catch (error) {
    if (isErpError(error)) return error.code
    throw error
  }
}

/** A journal of its own over an ERP whose answers the test gives. */
export async function undoStandIn(
  t: TestContext,
  answer: (asked: Asked) => Answer | undefined,
  options: BenchOptions = {}
) {
  const folder = mkdtempSync(join(tmpdir(), 'undo-'))
  const journal = await openJournal({
    store: { file: join(folder, 'journal.sqlite') },
    retention: { days: 30, bytes: 1e9 },
    whenFull: 'refuse',
    log: quiet
  })
  t.after(async () => {
    await journal.close()
    rmSync(folder, { recursive: true, force: true })
  })
  const { erp } = await recordingErp(t, answer)
  return { ...toolBench(erp, { journal, ...options }), journal }
}
