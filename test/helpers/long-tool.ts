/** A tool that reads at the ERP once the test lets it go on, after its first answer. */
import { Type } from '@sinclair/typebox'
import { readSource } from '../../erp-client/index.ts'
import { action, defineActions } from '../../tools/index.ts'
import type { Tool } from '../../tools/index.ts'
import type { RpcAnswer } from './bridge-app.ts'

export interface LongTool {
  readonly tool: Tool
  /** The handle that an answer has. */
  handleOf(answer: RpcAnswer): string
  goOn(): void
}

export function createLongTool(): LongTool {
  const gate = Promise.withResolvers<void>()
  const input = Type.Object({
    object: Type.Optional(Type.String({ description: 'A program.' })),
    cursor: Type.Optional(Type.String({ description: 'The handle of the call.' }))
  })
  const tool = defineActions({
    name: 'Long',
    title: 'Long',
    description: 'Waits for the test, and then reads the source of a program at the ERP.',
    scope: 'read',
    defaultAction: 'read',
    actions: {
      read: action({
        operation: 'update',
        long: true,
        input,
        run: async ({ object = 'Z_A' }, { erp }) => {
          await gate.promise
          const { text } = await readSource(erp, { ref: { type: 'PROG', name: object } })
          return { kind: 'text', text }
        }
      })
    }
  })
  return {
    tool,
    handleOf({ body }) {
      const meta = body.result?.['_meta'] as Record<string, Record<string, unknown>> | undefined
      return String(meta?.['erp-bridge/error']?.['cursor'])
    },
    goOn: gate.resolve
  }
}
