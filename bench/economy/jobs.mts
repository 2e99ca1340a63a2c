/**
 * Jobs, each done with our tools and with the peer's as an agent would that has learned them,
 * and judged by what became of it.
 */
import type { Agent, Answer } from './agent.mts'
import { dumpLine, fieldClasses, recorded, stack } from './sources.mts'
import type { World } from './world.mts'

export interface Job {
  readonly name: string
  /** What has to be done before the job, at no cost. */
  readonly before?: { ours(agent: Agent): Promise<void>; peer(agent: Agent): Promise<void> }
  /** What was learnt, as text, for the judgement. */
  ours(agent: Agent, world: World): Promise<string>
  peer(agent: Agent, world: World): Promise<string>
  /** Throws unless the job is done, by what is known now and by what stands in the system. */
  judge(learnt: string, world: World): Promise<void>
}

/** Our tools find the type of a name; the peer's want it. */
const settlement = { type: 'CLAS', name: 'ZCL_EC_SETTLEMENT' }
const { name } = settlement
const path = ['run', 'settle', 'late_fee', 'rate_of']
const fixed =
  '    " The fee is a share of the amount in percent\n    result = amount * rate_of( days ) / 100.'

export function demand(holds: boolean, what: string): void {
  if (!holds) throw new Error(`the job is not done: ${what}`)
}

async function allGreen({ backstage }: World, name: string): Promise<void> {
  const { data, text } = await backstage.done('ERPDiagnose', {
    action: 'unit_test',
    type: 'CLAS',
    name
  })
  demand(data['verdict'] === 'passed', `the tests of ${name}: ${text}`)
}

async function sourceOf(
  { backstage }: World,
  type: string,
  name: string,
  more: object = {}
): Promise<string> {
  return (await backstage.done('ERPRead', { type, name, ...more })).text
}

export const joined = (answers: readonly Answer[]) => answers.map(({ text }) => text).join('\n')

const understand: Job = {
  name: 'understand a class of 3,000 lines',
  async ours(agent) {
    const overview = await agent.done('ERPContext', { action: 'overview', name })
    const methods = await agent.done('ERPRead', { name, method: path.join() })
    return joined([overview, methods])
  },
  async peer(agent) {
    const answers = [await agent.done('SAPRead', { ...settlement, method: '*' })]
    for (const method of path) answers.push(await agent.done('SAPRead', { ...settlement, method }))
    return joined(answers)
  },
  async judge(learnt) {
    for (const fact of [
      /step_055/i,
      /settle\( amount = amount days = days \)/,
      /late_fee\(/,
      /rate_of\( days \) \/ 10\./,
      /days <= 60/
    ]) {
      demand(fact.test(learnt), `nothing was learnt of ${fact}`)
    }
  }
}

const fix: Job = {
  name: 'fix one method in it',
  async ours(agent) {
    const red = await agent.done('ERPDiagnose', { action: 'unit_test', name })
    const method = await agent.done('ERPRead', { name, method: 'late_fee' })
    const green = await agent.done('ERPWrite', {
      action: 'edit_method',
      name,
      method: 'late_fee',
      source: fixed,
      activate: true,
      test: true
    })
    return joined([red, method, green])
  },
  async peer(agent) {
    const red = await agent.done('SAPDiagnose', { action: 'unittest', ...settlement })
    const method = await agent.done('SAPRead', { ...settlement, method: 'late_fee' })
    await agent.done('SAPWrite', {
      action: 'edit_method',
      ...settlement,
      method: 'late_fee',
      source: fixed
    })
    await agent.done('SAPActivate', settlement)
    return joined([
      red,
      method,
      await agent.done('SAPDiagnose', { action: 'unittest', ...settlement })
    ])
  },
  async judge(learnt, world) {
    demand(/Expected \[210\] Actual \[300\]/.test(learnt), 'the failure was not seen')
    demand(
      /\/ 100\./.test(
        await sourceOf(world, 'CLAS', settlement.name, { version: 'active', method: 'late_fee' })
      ),
      'the active source has the fault'
    )
    await allGreen(world, settlement.name)
  }
}

const rename: Job = {
  name: 'rename a field used in 12 places',
  async ours(agent) {
    const place = {
      action: 'rename',
      name: 'ZCL_EC_PRICE',
      symbol: 'ratio',
      line: 3,
      newName: 'share'
    }
    const { text } = await agent.done('ERPWrite', { ...place, activate: true, test: true })
    demand(/PASSED/.test(text), `the tests did not pass: ${text}`)
    return text
  },
  async peer(agent) {
    const users = await agent.done('SAPNavigate', {
      action: 'references',
      type: 'CLAS',
      name: 'ZCL_EC_PRICE'
    })
    for (const { name } of fieldClasses) {
      const { text } = await agent.done('SAPRead', { type: 'CLAS', name })
      const source = text.slice(text.search(/CLASS zcl_/i)).replaceAll('ratio', 'share')
      await agent.done('SAPWrite', {
        action: 'update',
        type: 'CLAS',
        name,
        source,
        lintBeforeWrite: false
      })
    }
    await agent.done('SAPActivate', {
      objects: fieldClasses.map(({ name }) => ({ type: 'CLAS', name }))
    })
    return joined([
      users,
      await agent.done('SAPDiagnose', { action: 'unittest', type: 'CLAS', name: 'ZCL_EC_OFFER' })
    ])
  },
  async judge(_learnt, world) {
    for (const { name } of fieldClasses) {
      const source = await sourceOf(world, 'CLAS', name, { version: 'active' })
      demand(!/\bratio\b/i.test(source) && /\bshare\b/i.test(source), `${name} has the old name`)
    }
    await allGreen(world, 'ZCL_EC_OFFER')
  }
}

const dump: Job = {
  name: 'find why a dump happened',
  ours: async agent =>
    (await agent.done('ERPDiagnose', { action: 'dump', user: 'DEVELOPER' })).text,
  async peer(agent) {
    const list = await agent.done('SAPDiagnose', { action: 'dumps', user: 'DEVELOPER' })
    const [, id = ''] = /"id":"([^"]+)"/.exec(list.text) ?? []
    const one = await agent.done('SAPDiagnose', { action: 'dumps', id })
    return joined([list, one, await agent.done('SAPRead', { type: 'PROG', name: 'ZEC_AVERAGE' })])
  },
  async judge(learnt) {
    for (const fact of [
      /COMPUTE_INT_ZERODIVIDE/,
      /result = total \/ days/,
      /USING 1200 days/,
      new RegExp(`\\b${dumpLine}\\b`)
    ]) {
      demand(fact.test(learnt), `nothing was learnt of ${fact}`)
    }
  }
}

const build: Job = {
  name: 'build a RAP-style stack of five objects',
  async ours(agent) {
    return (
      await agent.done('ERPWrite', {
        action: 'batch',
        package: '$TMP',
        activate: true,
        items: stack.map(one => ({ action: 'create', ...one }))
      })
    ).text
  },
  async peer(agent) {
    return (
      await agent.done('SAPWrite', {
        action: 'batch_create',
        package: '$TMP',
        activateAtEnd: true,
        objects: stack
      })
    ).text
  },
  async judge(_learnt, world) {
    for (const { type, name } of stack) {
      demand(
        (await sourceOf(world, type, name)).split('\n', 1)[0]?.includes('· active ·') === true,
        `${type} ${name} is not active`
      )
    }
  }
}

const review: Job = {
  name: 'review a transport request',
  async ours(agent, { transport }) {
    return (await agent.done('ERPTransport', { action: 'review', transport })).text
  },
  async peer(agent, { transport }) {
    const answers = [
      await agent.done('SAPTransport', { action: 'get', id: transport }),
      await agent.done('SAPRead', { type: 'INACTIVE_OBJECTS' })
    ]
    for (const { name } of recorded) {
      const versions = await agent.done('SAPRead', { type: 'VERSIONS', objectType: 'CLAS', name })
      const ids = [...versions.text.matchAll(/"id":"(\d+)"/g)].map(([, id = '']) => id)
      answers.push(
        await agent.done('SAPRead', {
          type: 'CLAS',
          name,
          action: 'diff',
          from: ids[1] ?? '',
          to: 'active'
        })
      )
      answers.push(await agent.done('SAPDiagnose', { action: 'syntax', type: 'CLAS', name }))
      answers.push(await agent.done('SAPDiagnose', { action: 'atc', type: 'CLAS', name }))
    }
    return joined(answers)
  },
  async judge(learnt) {
    for (const { name } of recorded) demand(learnt.includes(name), `${name} was not seen`)
    demand(/Missing ABAP Doc/.test(learnt), 'the findings of the test cockpit were not seen')
    demand(
      [...learnt.matchAll(/^ *\+ +CLEAR result\./gm)].length === recorded.length,
      'the changes were not seen'
    )
  }
}

export const jobs: readonly Job[] = [understand, fix, rename, dump, build, review]
