/** Tools that need no ERP, one for each thing the protocol layer has to carry. */
import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Type } from '@sinclair/typebox'
import { action, defineActions, defineTool, ToolError } from '../../tools/index.ts'
import type { Tool } from '../../tools/index.ts'

export interface Fixtures {
  readonly tools: readonly Tool[]
  /** What has happened inside the tools, in order. */
  readonly seen: string[]
}

export function createFixtures(): Fixtures {
  const seen: string[] = []
  const source = Type.String({ multiline: true, description: 'Any text, handed back as it came.' })
  const echo = defineTool({
    name: 'Echo',
    title: 'Echo',
    description: 'Hands its text back unchanged, as text and nothing else.',
    scope: 'read',
    operation: 'read',
    input: Type.Object({ source }),
    // Parts go through as they are; a text has the bound of answers.
    run: async ({ source: text }) =>
      text.length > 30_000
        ? { kind: 'content', text, parts: [{ kind: 'text', text }] }
        : { kind: 'text', text }
  })
  const count = defineTool({
    name: 'Count',
    title: 'Count',
    description: 'Counts the characters of its text and answers with data.',
    scope: 'read',
    operation: 'read',
    input: Type.Object({ source }),
    output: Type.Object({ characters: Type.Integer({ description: 'How many.' }) }),
    run: async args => ({
      kind: 'data',
      data: { characters: args.source.length },
      text: `${args.source.length} characters`
    })
  })
  const slow = defineTool({
    name: 'Slow',
    title: 'Slow',
    description:
      'Reports three steps of progress, then waits until it is told to stop or the time is up.',
    scope: 'read',
    operation: 'read',
    input: Type.Object({ ms: Type.Integer({ description: 'How long to wait, in milliseconds.' }) }),
    run: async (args, context) => {
      seen.push('started')
      for (const done of [1, 2, 3]) context.progress({ done, total: 3, message: `step ${done}` })
      try {
        await sleep(args.ms, undefined, { signal: context.signal })
      } catch (error) {
        seen.push('aborted')
        throw error
      }
      seen.push('finished')
      return { kind: 'text', text: 'waited' }
    }
  })
  const fail = defineActions({
    name: 'Fail',
    title: 'Fail',
    description: 'Fails in the way that is asked for, so that failures can be looked at.',
    scope: 'read',
    defaultAction: 'known',
    actions: {
      known: action({
        operation: 'read',
        input: Type.Object({}),
        run: async () => {
          throw new ToolError('TOOL_NO_LUCK', 'It did not work.', { remedy: 'Try something else.' })
        }
      }),
      inner: action({
        operation: 'read',
        input: Type.Object({}),
        run: async () => {
          throw new Error('the secret is /etc/shadow')
        }
      }),
      confirm: action({
        operation: 'read',
        input: Type.Object({}),
        run: async () => ({
          kind: 'confirm',
          question: 'Really?',
          digest: 'abc',
          text: 'Nothing was done yet.'
        })
      })
    }
  })
  const change = defineTool({
    name: 'Change',
    title: 'Change',
    description: 'Pretends to change something and needs the scope for it.',
    scope: 'write',
    operation: 'update',
    input: Type.Object({}),
    run: async () => {
      seen.push('changed')
      return { kind: 'text', text: 'changed' }
    }
  })
  const drop = defineActions({
    name: 'Drop',
    title: 'Drop',
    description: 'Pretends to lose data, and wants a confirmation for it.',
    scope: 'write',
    actions: {
      rows: action({
        operation: 'update',
        input: Type.Object({
          name: Type.String({ description: 'Of what.' }),
          confirm: Type.Optional(Type.String({ description: 'Handle.' })),
          dryRun: Type.Optional(Type.Boolean({ description: 'Only show.' }))
        }),
        run: async ({ name, confirm, dryRun }) => {
          const digest = createHash('sha256').update(name).digest('hex').slice(0, 24)
          if (dryRun === true) {
            return { kind: 'text', text: `DRY RUN: repeat with confirm: "${digest}".`, digest }
          }
          if (confirm !== digest) {
            return {
              kind: 'confirm',
              question: `Drop the rows of ${name}?`,
              digest,
              text: `NOT DONE: repeat with confirm: "${digest}".`
            }
          }
          seen.push(`dropped ${name}`)
          return { kind: 'text', text: `dropped ${name}` }
        }
      }),
      object: action({
        operation: 'delete',
        input: Type.Object({ name: Type.String({ description: 'Of what.' }) }),
        run: async ({ name }) => {
          seen.push(`deleted ${name}`)
          return { kind: 'text', text: `deleted ${name}` }
        }
      })
    }
  })
  return { tools: [echo, count, slow, fail, change, drop], seen }
}
