import { readReleaseStates, setReleaseState } from '../../erp-client/index.ts'
import type { ObjectRef } from '../../erp-client/index.ts'
import type { ToolContext } from '../call/context.ts'
import { ToolError } from '../failure/errors.ts'
import { omitUndefined, refData } from '../schema/output.ts'
import type { ToolResult } from '../call/result.ts'
import { refWords, systemWords } from '../objects/words.ts'

export interface StateOptions {
  readonly contract: string
  readonly state: string
  readonly transport: string | undefined
  readonly dryRun: boolean | undefined
}

/** Sets the state of one release contract and looks whether it took. */
export async function changeReleaseState(
  context: ToolContext,
  ref: ObjectRef,
  { contract, state, transport, dryRun }: StateOptions
): Promise<ToolResult> {
  const stateNow = async () =>
    (await readReleaseStates(context.erp, { ref }, context.signal)).get(contract) ??
    'no such contract'
  const target = { ref, transport }
  const system = systemWords(context.erp)
  if (dryRun === true) {
    const refusal = await context.refusalOf(['update'], [target])
    const before = await stateNow()
    return {
      kind: 'data',
      data: { system, outcome: 'dry_run', action: 'set_release_state', object: refData(ref) },
      text: `${system} · DRY RUN: ${refWords(ref)} ${contract} ${before} → ${state} · nothing changed${refusal === undefined ? '' : `\nA real run would be refused: ${refusal}`}`
    }
  }
  const before = await context.change(target, async erp => {
    const old = await stateNow()
    await setReleaseState(erp, { ref, contract, state, transport }, context.signal)
    return old
  })
  const after = await stateNow()
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
