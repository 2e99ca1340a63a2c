/** Tools whose answers carry the mark of the ERP system that they come from. */
import { Type } from '@sinclair/typebox'
import { readSource } from '../../erp-client/index.ts'
import { defineTool } from '../../tools/index.ts'
import type { Tool } from '../../tools/index.ts'
import type { Echo } from './certificate-erp.ts'

/** @param isShared keeps the sources of all systems under the name of the object: a mistake */
export function createSourceTool({ isShared = false } = {}): Tool {
  const shared = new Map<string, string>()
  return defineTool({
    name: 'Source',
    title: 'Source',
    description: 'Reads the source of a program, through caches and shared requests.',
    scope: 'read',
    operation: 'read',
    input: Type.Object({ object: Type.String({ description: 'A program.' }) }),
    run: async ({ object }, { erp, signal }) => {
      const known = isShared ? shared.get(object) : undefined
      const text =
        known ?? (await readSource(erp, { ref: { type: 'PROG', name: object } }, signal)).text
      shared.set(object, text)
      return { kind: 'text', text }
    }
  })
}

/** Against the ERP of `certificate-erp.ts`. */
export function createIdentityTool(): Tool {
  return defineTool({
    name: 'Identity',
    title: 'Identity',
    description: 'Asks the ERP who the caller is there, with a token and a session.',
    scope: 'read',
    operation: 'read',
    input: Type.Object({}),
    run: async (_args, { erp, signal }) => {
      const { text } = await erp.request(
        { operation: 'read', effect: 'none', method: 'GET', path: '/sap/bc/adt/echo' },
        signal
      )
      const { system, user, session } = JSON.parse(text) as Echo
      return { kind: 'text', text: `system=${system} user=${user} session=${session}` }
    }
  })
}
