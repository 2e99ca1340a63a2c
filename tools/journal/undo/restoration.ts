/** What the steps of a restoration share. */
import type { ErpWriter } from '../../../erp-client/index.ts'
import type { Recheck, ToolContext } from '../../call/context.ts'
import type { Present } from './contents.ts'
import type { Reversal } from './reversal.ts'

export interface Restoration {
  readonly context: ToolContext
  readonly erp: ErpWriter
  readonly recheck: Recheck
  readonly transport: string | undefined
  readonly reversal: Reversal
  /** What is there before the first request, by the key of its place. */
  readonly present: ReadonlyMap<string, Present>
}
