/** Workflow commands of GitHub Actions: annotations of lines. */
import type { PipelineFinding, PipelineReport } from '../../../tools/pipeline/index.ts'
import type { Rendered } from './rendered.ts'

const commands = { error: 'error', warning: 'warning', note: 'notice' } as const

export function github({ report, pathOf }: Rendered): string {
  const lines = [
    ...report.findings.map(one => annotation(one, pathOf(one.file))),
    ...stepErrors(report)
  ]
  return lines.map(line => `${line}\n`).join('')
}

function annotation({ level, line, column, rule, text }: PipelineFinding, file: string): string {
  const properties = { file, line, col: column, title: rule }
  const words = Object.entries(properties).flatMap(([key, value]) =>
    value === undefined ? [] : [`${key}=${property(String(value))}`]
  )
  return `::${commands[level]} ${words.join(',')}::${data(text)}`
}

function stepErrors({ steps }: PipelineReport): string[] {
  return steps
    .filter(({ outcome }) => outcome === 'failed' || outcome === 'incomplete')
    .map(
      ({ name, outcome, words }) =>
        `::error title=${property(`${name} ${outcome}`)}::${data(words)}`
    )
}

/** A line end would begin another command. */
function data(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}

function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
}
