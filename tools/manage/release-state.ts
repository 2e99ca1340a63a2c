/** Changes the release state of an API. */
import { readReleaseStates, setReleaseState } from '../../erp-client/index.ts'
import type { ObjectRef } from '../../erp-client/index.ts'
import type { ToolContext } from '../call/context.ts'
import { ToolError } from '../failure/errors.ts'
import { omitUndefined, refData } from '../schema/output.ts'
import type { ToolResult } from '../call/result.ts'
import { refWords, systemWords } from '../objects/words.ts'
import { plannedChange } from '../write/planned-change.ts'

export interface StateOptions {
  readonly contract: string
  readonly state: string
  readonly transport: string | undefined
  readonly dryRun: boolean | undefined
}

/** Sets the state of one release contract and verifies it. */
export async function changeReleaseState(
  context: ToolContext,
  ref: ObjectRef,
  { contract, state, transport, dryRun }: StateOptions
): Promise<ToolResult> {
  const currentState = async () =>
    (await readReleaseStates(context.erp, { ref }, context.signal)).get(contract) ??
    'no such contract'
  const system = systemWords(context.erp)
  return await plannedChange(context, {
    dryRun,
    operations: ['update'],
    targets: [{ ref, transport }],
    plan: async () => ({
      summary: [
        `${system} · DRY RUN: ${refWords(ref)} ${contract} ${await currentState()} → ${state} · nothing changed`
      ],
      data: { system, outcome: 'dry_run', action: 'set_release_state', object: refData(ref) }
    }),
    execute: async erp => {
      const before = await currentState()
      await setReleaseState(erp, { ref, contract, state, transport }, context.signal)
      const after = await currentState()
      if (after !== state) {
        throw new ToolError(
          'ERP_BAD_REQUEST',
          `${refWords(ref)} ${contract} is ${after}: the ERP accepted the change and did nothing.`,
          { remedy: 'Set it in the ERP itself.', outcome: 'failed' }
        )
      }
      return {
        kind: 'data',
        data: omitUndefined({
          system,
          outcome: 'done',
          action: 'set_release_state',
          object: refData(ref),
          contract,
          before,
          state,
          transport
        }),
        text: `${system} · ${refWords(ref)} ${contract}: ${before} → ${state} (verified)`
      }
    }
  })
}
