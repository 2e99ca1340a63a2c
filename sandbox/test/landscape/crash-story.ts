import { join } from 'node:path'
import { parseLandscape } from '../../landscape/file.ts'
import { startLandscape } from '../../landscape/landscape.ts'
import type { RunningLandscape } from '../../landscape/landscape.ts'
import type { Sandbox } from '../../server.ts'
import { createStore } from '../../store/index.ts'
import type { Engine, ObjectKey, Store } from '../../types.ts'
import { createRequest } from '../../transports/requests.ts'
import { release } from '../../transports/release.ts'
import type { System } from '../../system.ts'

export const object: ObjectKey = { type: 'CLAS', name: 'ZCL_STORY' }

/** Sources are stored and not checked: the story is about the store. */
const engine = {
  load: async () => ({ objects: 0, milliseconds: 0 }),
  apply: async () => {},
  check: async () => [],
  close: async () => {}
} as unknown as Engine

/** Calls `point` before and after every change of the exchange's bookkeeping. */
function watched(store: Store, point: () => void): Store {
  const exchange = Object.fromEntries(
    Object.entries(store.exchange).map(
      ([name, method]: [string, (...args: never[]) => unknown]) => [
        name,
        (...args: never[]) => {
          point()
          const result = method(...args)
          point()
          return result
        }
      ]
    )
  ) as unknown as Store['exchange']
  return { ...store, exchange }
}

/** Starts `dev` and `qas` on a folder; `point` is called at every boundary of a change. */
export async function openLandscape(
  dataDir: string,
  seed: string,
  point: () => void = () => {}
): Promise<RunningLandscape> {
  const file = {
    dataDir,
    systems: {
      dev: { sid: 'DEV', role: 'development' },
      qas: { sid: 'QAS', role: 'test' },
      prd: { sid: 'PRD', role: 'production' }
    },
    routes: [
      { from: 'dev', to: 'qas' },
      { from: 'qas', to: 'prd' }
    ]
  }
  const landscape = parseLandscape(JSON.stringify(file), { folder: dataDir, env: {} })
  return await startLandscape(landscape, {
    log: { info() {}, warn() {}, error() {} },
    system: ({ name, sid }) => ({
      parts: {
        engine,
        store: watched(
          createStore({
            dataDir: join(dataDir, name),
            seed,
            durable: false,
            original: sid === 'DEV' ? '' : 'DEV',
            onStep: point
          }),
          point
        )
      }
    })
  })
}

export function systemOf({ systems }: RunningLandscape, name: string): Sandbox {
  const found = systems.find(({ system }) => system.name === name)
  if (found === undefined) throw new Error(`No system ${name}`)
  return found.sandbox
}

export const sourceOf = (revision: number) =>
  `CLASS zcl_story DEFINITION PUBLIC.\nENDCLASS.\nCLASS zcl_story IMPLEMENTATION.\n* ${revision}\nENDCLASS.`

/** What release and creation need of a system, for the story without HTTP. */
function partOfSystem({ store }: Sandbox, running: RunningLandscape): System {
  return {
    id: 'DEV',
    client: '001',
    store,
    users: { find: (name: string) => ({ name }) },
    locks: { requireUnlocked() {} },
    targets: [{ name: 'QAS', description: '', exported: true }],
    exported: () => running.deliver()
  } as unknown as System
}

/** Releases and imports the class several times; `done` is called after every one. */
export async function tell(running: RunningLandscape, done: (what: string) => void): Promise<void> {
  const dev = systemOf(running, 'dev')
  const system = partOfSystem(dev, running)
  for (const revision of [1, 2]) {
    const { request } = createRequest(system, 'DEVELOPER', {
      kind: 'K',
      text: `Revision ${revision}`,
      target: 'QAS',
      owners: []
    })
    if (revision === 1) {
      const facts = {
        responsible: 'DEVELOPER',
        language: 'EN',
        attributes: {},
        description: 'Story'
      }
      const users = { createdBy: 'DEVELOPER', changedBy: 'DEVELOPER' }
      dev.store.create({ key: object, package: 'ZBOX', ...facts, ...users }, [], 'DEVELOPER')
    }
    dev.store.write({ object, part: 'main' }, sourceOf(revision), 'DEVELOPER')
    dev.store.activate([object], 'DEVELOPER')
    dev.store.transports.addEntry({
      number: request.number,
      pgmid: 'R3TR',
      type: 'CLAS',
      name: object.name,
      object,
      adtType: 'CLAS/OC',
      recordedAt: Date.now()
    })
    release(system, request, {
      user: 'DEVELOPER',
      action: 'newreleasejobs',
      checkedAt: '',
      locksAgreed: false,
      findings: []
    })
    done(`released ${request.number}`)
    await systemOf(running, 'qas').importRequests({ user: 'DEVELOPER' })
    done(`imported ${request.number}`)
  }
}
