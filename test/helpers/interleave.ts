/** Users who work at the same time, and each of whom has to get answers of their own alone. */
import assert from 'node:assert/strict'
import { isErpError } from '../../erp-client/index.ts'
import type { Erp } from '../../erp-client/index.ts'
import type { Echo } from './certificate-erp.ts'

const path = '/sap/bc/adt/echo'

export type Kind = 'read' | 'post' | 'locked'
export type Call = (user: string, kind: Kind) => Promise<Echo>

/** What the client of one user does in turn; the answers must be that user's, each time. */
export async function interleave(
  names: readonly string[],
  call: Call,
  rounds: number
): Promise<string[]> {
  const wrong: string[] = []
  await Promise.all(
    names.map(async (user, index) => {
      for (let round = 0; round < rounds; round++) {
        const kind = (['read', 'post', 'read', 'locked'] as const)[(round + index) % 4] ?? 'read'
        const echo = await call(user, kind).catch((error: unknown) =>
          isErpError(error) ? error.code : String(error)
        )
        if (typeof echo === 'string' || echo.user !== user || !echo.token.startsWith(`${user}-`)) {
          wrong.push(`${user}: ${typeof echo === 'string' ? echo : echo.user}`)
        }
      }
    })
  )
  return wrong
}

/** Reads, changes, and changes under a lock, each answered with the user whom the ERP saw. */
export function callsOf(clients: ReadonlyMap<string, Erp>): Call {
  const parse = ({ text }: { text: string }) => JSON.parse(text) as Echo
  return async (user, kind) => {
    const erp = clients.get(user)
    if (erp === undefined) throw new Error(user)
    if (kind === 'read') {
      return parse(
        await erp.reader.request({ operation: 'echo', effect: 'none', method: 'GET', path })
      )
    }
    if (kind === 'post') {
      return parse(
        await erp.reader.request({ operation: 'echo', effect: 'none', method: 'POST', path })
      )
    }
    return erp.writer.session(async session => {
      const ask = async (step: string) =>
        parse(
          await session.request({
            operation: 'source.write',
            effect: 'change',
            method: 'POST',
            path: `${path}/${step}`
          })
        )
      const { context } = await ask('lock')
      session.holding = true
      const written = await ask('write')
      assert.equal(written.context, context)
      const echo = await ask('unlock')
      session.holding = false
      return echo
    })
  }
}
