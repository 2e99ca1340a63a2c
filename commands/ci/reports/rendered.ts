/** What a report is made of. */
import type { PipelineReport } from '../../../tools/pipeline/index.ts'
import type { PathOf } from '../paths.ts'

export interface Rendered {
  readonly report: PipelineReport
  readonly pathOf: PathOf
  /** Of the bridge. */
  readonly version: string
}
