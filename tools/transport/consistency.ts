/** The consistency check of a transport request. */
import { checkTransport, readTransport } from '../../erp-client/index.ts'
import type { ToolContext } from '../call/context.ts'
import type { ToolResult } from '../call/result.ts'
import { fenced } from '../failure/prose.ts'
import { count, systemWords } from '../objects/words.ts'

/** What the ERP finds wrong with the objects of a request. */
export async function checkRequest(context: ToolContext, number: string): Promise<ToolResult> {
  const found = await readTransport(context.erp, { number }, context.signal)
  const messages = await checkTransport(context.erp, { number }, context.signal)
  const system = systemWords(context.erp)
  const errors = messages.filter(({ severity }) => /[EAX]/.test(severity)).length
  const words = messages.length === 0 ? 'is consistent' : `has ${count(messages.length, 'message')}`
  return {
    kind: 'data',
    data: {
      system,
      action: 'check',
      transport: found.number,
      verdict: errors > 0 ? 'errors' : messages.length > 0 ? 'warnings' : 'consistent',
      messages
    },
    text: [
      `${system} · ${number} ${words}`,
      ...fenced(messages.map(({ severity, text }) => `${severity} ${text}`))
    ].join('\n')
  }
}
