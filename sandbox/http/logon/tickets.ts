/** Log-on tickets: signed for this system and client, of a short life, and taken once. */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

export interface Tickets {
  issue(user: string): string
  /** The user of a ticket that is valid here and was not taken before. */
  redeem(ticket: string): string | undefined
}

interface TicketOptions {
  readonly identity: { readonly id: string; readonly client: string }
  readonly lifetimeMilliseconds: number
  readonly now: () => number
}

export function createTickets(options: TicketOptions): Tickets {
  const key = randomBytes(32)
  const taken = new Map<string, number>()
  const sign = (content: string) => createHmac('sha256', key).update(content).digest('base64url')
  const { id, client } = options.identity
  const issuer = `${id}/${client}`
  return {
    issue(user) {
      const until = options.now() + options.lifetimeMilliseconds
      const facts = [issuer, user, until, randomBytes(12).toString('base64url')]
      const content = Buffer.from(JSON.stringify(facts)).toString('base64url')
      return `${content}.${sign(content)}`
    },
    redeem(ticket) {
      const [content = '', signature = '', ...more] = ticket.split('.')
      const [given, expected] = [Buffer.from(signature), Buffer.from(sign(content))]
      if (more.length > 0 || given.length !== expected.length) return undefined
      if (!timingSafeEqual(given, expected)) return undefined
      const [place, user, until] = JSON.parse(Buffer.from(content, 'base64url').toString()) as [
        string,
        string,
        number
      ]
      const now = options.now()
      for (const [old, end] of taken) if (end < now) taken.delete(old)
      if (place !== issuer || until < now || taken.has(content)) return undefined
      taken.set(content, until)
      return user
    }
  }
}
