/**
 * One message of the web hook, in the form of Standard Webhooks: what became of a waiting change,
 * without sources, arguments and reasons.
 */
import { createHmac } from 'node:crypto'
import type { ApprovalItem, ApprovalNews } from '../../tools/index.ts'

interface Named {
  readonly identity: string
  readonly name: string
}

/** How a person is named: by name and identity, or by pseudonyms. */
export type Naming = (person: Named) => Promise<Named>

export interface News {
  readonly news: ApprovalNews
  readonly item: ApprovalItem
  /** Milliseconds since 1970. */
  readonly at: number
}

/** The same for each attempt, so that a receiver knows a repeated message. */
export function messageId({ news, item }: Pick<News, 'news' | 'item'>): string {
  return `${item.id}_${news}`
}

export async function messageBody({ news, item, at }: News, naming: Naming): Promise<string> {
  const { id, digest, system, tool, action, objects, rule, until, requester, decision } = item
  return JSON.stringify({
    type: `approval.${news}`,
    timestamp: new Date(at).toISOString(),
    data: {
      approval: id,
      digest,
      system,
      requester: await naming(requester),
      tool,
      action,
      objects,
      rule,
      until: new Date(until).toISOString(),
      ...(decision === undefined ? {} : { decidedBy: await naming(decision.by) })
    }
  })
}

/** @param secret `whsec_` and the key in Base64 */
export function signedHeaders(
  { id, body, now }: { readonly id: string; readonly body: string; readonly now: number },
  secret: string
): Record<string, string> {
  const timestamp = String(Math.floor(now / 1000))
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const mac = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
  return {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${mac}`
  }
}
