/** Findings as Checkstyle writes them. */
import type { PipelineFinding } from '../../../tools/pipeline/index.ts'
import type { Rendered } from './rendered.ts'
import { element, xmlDocument } from './xml.ts'

const severities = { error: 'error', warning: 'warning', note: 'info' } as const

export function checkstyle({ report, pathOf }: Rendered): string {
  const byFile = Map.groupBy(report.findings, ({ file }) => pathOf(file))
  const files = [...byFile].map(([name, findings]) =>
    element('file', { name }, findings.map(errorOf))
  )
  return xmlDocument(element('checkstyle', { version: '8.0' }, files))
}

function errorOf({ line, column, level, text, rule }: PipelineFinding): string {
  return element('error', {
    ...{ line, column, severity: severities[level], message: text },
    source: `erp-bridge.${rule.replaceAll('/', '.')}`
  })
}
