/** Jobs that only read: sources that have not changed, and a package that is unknown. */
import { demand, joined } from './jobs.mts'
import type { Agent, Answer } from './agent.mts'
import type { Job } from './jobs.mts'

const rereadNames = ['BOOKING_DESK', 'CAPACITY', 'SAILINGS', 'TIMETABLE', 'VEHICLES'].map(
  word => `ZCL_FERRY_${word}`
)
const rounds = 4

/** The hashes that our side remembers of the first read, as an agent has them in its context. */
const hashes = new Map<string, string>()

async function firstReads(agent: Agent): Promise<void> {
  for (const name of rereadNames) {
    const { text } = await agent.done('ERPRead', { name })
    hashes.set(name, /hash ([0-9a-f]{16})/.exec(text)?.[1] ?? '')
  }
}

async function eachAgain(read: (name: string) => Promise<Answer>): Promise<string> {
  const answers: Answer[] = []
  for (let round = 0; round < rounds; round++) {
    for (const name of rereadNames) answers.push(await read(name))
  }
  return joined(answers)
}

const reread: Job = {
  name: 're-read 5 unchanged objects, 20 times in all',
  before: {
    ours: firstReads,
    async peer(agent) {
      for (const name of rereadNames) await agent.done('SAPRead', { type: 'CLAS', name })
    }
  },
  ours: async agent =>
    await eachAgain(
      async name => await agent.done('ERPRead', { name, knownHash: hashes.get(name) })
    ),
  peer: async agent =>
    await eachAgain(async name => await agent.done('SAPRead', { type: 'CLAS', name })),
  async judge(learnt) {
    const shown = learnt.match(/\bunchanged\b|revalidated/g)?.length ?? 0
    demand(shown === rounds * rereadNames.length, `${shown} sources are known to be unchanged`)
  }
}

const packages = ['', '_BOOKING_DESK', '_CORE', '_DICTIONARY', '_REPORTING', '_SAILING'].map(
  word => `ZFERRY${word}`
)

/**
 * What the peer needs for it: its lists show no sub-packages and mix groups with their modules, so
 * these names are given.
 */
async function peerMap(agent: Agent): Promise<Answer[]> {
  const answers: Answer[] = []
  for (const name of packages) answers.push(await agent.done('SAPRead', { type: 'DEVC', name }))
  const listed = joined(answers)
  const namesOf = (type: string) => [
    ...new Set(
      [...listed.matchAll(new RegExp(`"${type}[^"]*","name":"(\\w+)"`, 'g'))].map(
        ([, name = '']) => name
      )
    )
  ]
  for (const name of namesOf('CLAS')) {
    answers.push(await agent.call('SAPContext', { type: 'CLAS', name }))
  }
  for (const name of namesOf('TABL')) {
    answers.push(await agent.call('SAPRead', { type: 'TABL', name }))
  }
  for (const name of namesOf('DTEL')) {
    answers.push(await agent.done('SAPRead', { type: 'DTEL', name }))
  }
  answers.push(await agent.done('SAPRead', { type: 'FUGR', name: 'ZFERRY_API' }))
  answers.push(
    await agent.done('SAPDiagnose', { action: 'unittest', type: 'DEVC', name: 'ZFERRY' })
  )
  return answers
}

const map: Job = {
  name: 'map of an unknown package of 91 objects',
  ours: async agent =>
    (await agent.done('ERPContext', { action: 'overview', type: 'DEVC', name: 'ZFERRY' })).text,
  peer: async agent => joined(await peerMap(agent)),
  async judge(learnt) {
    for (const fact of [
      // Objects and their purpose, uses, tables with technical types, entry points, tests.
      /ZCL_FERRY_CAPACITY\b[^\n]*?room on a sailing/i,
      /ZCL_FERRY_CAPACITY\b[^]*?zif_ferry_sailings/i,
      /BOOKING_ID\b[^]*?NUMC\W*(?:"length":"0*)?10/i,
      /ZFERRY_REVENUE/,
      /Z_FERRY_QUOTE/,
      /ZCL_FERRY_TIMETABLE/,
      /tests: \d+ of \d+ classes|"testClass"/
    ]) {
      demand(fact.test(learnt), `nothing was learnt of ${fact}`)
    }
  }
}

export const readingJobs: readonly Job[] = [reread, map]
