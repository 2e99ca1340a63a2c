/** Moves an object into another package. */
import { changePackage, readMetadata } from '../../erp-client/index.ts'
import type { ObjectRef } from '../../erp-client/index.ts'
import type { ToolContext } from '../call/context.ts'
import { badArguments, ToolError } from '../failure/errors.ts'
import { omitUndefined, refData } from '../schema/output.ts'
import type { ToolResult } from '../call/result.ts'
import { refWords, systemWords } from '../objects/words.ts'
import { plannedChange } from '../write/planned-change.ts'
import { nothingToCheck } from '../write/source/unsaved.ts'

export interface MoveOptions {
  readonly ref: ObjectRef
  readonly package: string
  readonly transport: string | undefined
  readonly dryRun: boolean
}

/** Moves an object; both packages must be permitted. The new package is verified. */
export async function moveObject(
  context: ToolContext,
  { ref, package: to, transport, dryRun }: MoveOptions
): Promise<ToolResult> {
  const system = systemWords(context.erp)
  const { package: from } = await readMetadata(context.erp, { ref }, context.signal)
  if (from === undefined) {
    throw badArguments(
      `${refWords(ref)} has no package of its own.`,
      'A part of a function group moves with its group.'
    )
  }
  if (from === to) {
    return {
      kind: 'data',
      text: `${system} · ${refWords(ref)} is in ${to} already.`,
      data: { system, outcome: 'done', object: refData(ref), package: to, changed: false }
    }
  }
  return await plannedChange(context, {
    dryRun,
    operations: ['update'],
    targets: [
      { ref, transport },
      { ref, newIn: to, transport }
    ],
    plan: () => ({
      summary: [
        `${system} · DRY RUN of moving ${refWords(ref)} from ${from} to ${to} · nothing changed`
      ],
      permitted: 'Both packages are permitted.',
      note: ` ${nothingToCheck}`
    }),
    execute: async erp => {
      await changePackage(erp, { ref, from, to, transport }, context.signal)
      await verifyMove(context, ref, to)
      const recorded = transport === undefined ? '' : ` · recorded in ${transport}`
      return {
        kind: 'data',
        data: omitUndefined({
          system,
          outcome: 'done',
          object: refData(ref),
          from,
          package: to,
          changed: true,
          transport
        }),
        text: `Moved (verified) · ${system} · ${refWords(ref)} from ${from} to ${to}${recorded}`
      }
    }
  })
}

/** The ERP may accept a move and change nothing. */
async function verifyMove(context: ToolContext, ref: ObjectRef, to: string): Promise<void> {
  const { package: now } = await readMetadata(context.erp, { ref }, context.signal)
  if (now === to) return
  throw new ToolError(
    'ERP_BAD_REQUEST',
    `${refWords(ref)} is still in ${now ?? 'no known package'}: the ERP accepted the move and did nothing.`,
    { remedy: 'Move it in the ERP itself (transaction SE80).', outcome: 'failed' }
  )
}
