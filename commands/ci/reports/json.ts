/** The whole report as JSON. */
import type { Rendered } from './rendered.ts'

/** Grows when a reader of an older one would misunderstand it. */
const formatVersion = 1

export function json({ report, pathOf, version }: Rendered): string {
  const { findings, ...rest } = report
  const content = {
    formatVersion,
    tool: `erp-bridge ${version}`,
    ...rest,
    findings: findings.map(one => ({ ...one, file: pathOf(one.file) }))
  }
  return `${JSON.stringify(content, null, 2)}\n`
}
