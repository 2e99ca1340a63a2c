/** One change of a push, as a batch takes it. */
import type { BatchItem } from '../write/batch/items.ts'

export interface PushItem extends BatchItem {
  readonly description?: string | undefined
  readonly overwrite?: boolean | undefined
}
