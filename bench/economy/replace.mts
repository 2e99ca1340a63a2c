/** The job that replaces a pattern in 30 classes: their sources, and the way of each side. */
import type { Agent } from './agent.mts'
import type { Job } from './jobs.mts'
import type { World } from './world.mts'

const home = '$EC_REPLACE'
const names = Array.from(
  { length: 30 },
  (_none, index) => `ZCL_EC_R${String(index).padStart(2, '0')}`
)
const rest = 60

/** Two calls to replace among other lines, in a method that returns its own number. */
function sourceOf(name: string, index: number): string {
  const lines = Array.from({ length: rest }, (_none, line) => `    " Step ${line + 1} of ${index}`)
  return [
    `CLASS ${name.toLowerCase()} DEFINITION PUBLIC FINAL CREATE PUBLIC.`,
    '  PUBLIC SECTION.',
    '    METHODS run RETURNING VALUE(result) TYPE i.',
    'ENDCLASS.',
    `CLASS ${name.toLowerCase()} IMPLEMENTATION.`,
    '  METHOD run.',
    '    DATA texts TYPE STANDARD TABLE OF string WITH EMPTY KEY.',
    `    APPEND \`number ${index}\` TO texts.`,
    ...lines,
    `    APPEND \`last ${index}\` TO texts.`,
    `    result = lines( texts ) + ${index}.`,
    '  ENDMETHOD.',
    'ENDCLASS.',
    ''
  ].join('\n')
}

/** Made when the job begins, at no cost, so that no other job sees them. */
async function prepare({ backstage }: World): Promise<void> {
  await backstage.done('ERPManage', { action: 'create_package', name: home })
  await backstage.done('ERPWrite', {
    action: 'batch',
    package: home,
    activate: true,
    items: names.map((name, index) => ({
      action: 'create',
      type: 'CLAS',
      name,
      source: sourceOf(name, index)
    }))
  })
}

const pattern = 'APPEND (`[^`]*`) TO texts'

async function byPeer(agent: Agent): Promise<void> {
  for (const name of names) {
    const { text } = await agent.done('SAPRead', { type: 'CLAS', name })
    const source = text
      .slice(text.search(/CLASS zcl_/i))
      .replaceAll(new RegExp(pattern, 'g'), 'INSERT $1 INTO TABLE texts')
    await agent.done('SAPWrite', {
      action: 'update',
      type: 'CLAS',
      name,
      source,
      lintBeforeWrite: false
    })
  }
  await agent.done('SAPActivate', { objects: names.map(name => ({ type: 'CLAS', name })) })
}

export const replace: Job = {
  name: 'replace a pattern in 30 classes',
  async ours(agent, world) {
    await prepare(world)
    const change = {
      action: 'replace',
      package: home,
      pattern,
      replacement: 'INSERT $1 INTO TABLE texts',
      activate: true
    }
    const plan = await agent.done('ERPWrite', { ...change, dryRun: true })
    const [, confirm = ''] = /confirm: "([^"]+)"/.exec(plan.text) ?? []
    return (await agent.done('ERPWrite', { ...change, confirm })).text
  },
  async peer(agent, world) {
    await prepare(world)
    await byPeer(agent)
    return ''
  },
  async judge(_learnt, { backstage }) {
    for (const name of names) {
      const { text } = await backstage.done('ERPRead', { type: 'CLAS', name, version: 'active' })
      if (/APPEND/.test(text) || text.match(/INSERT `[^`]*` INTO TABLE texts\./g)?.length !== 2) {
        throw new Error(`the job is not done: ${name} has the old statements`)
      }
    }
  }
}
