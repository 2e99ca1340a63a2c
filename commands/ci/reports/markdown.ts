/** A summary for people, e.g. for a merge request. */
import type { PipelineFinding } from '../../../tools/pipeline/index.ts'
import type { Rendered } from './rendered.ts'

const most = 200

export function markdown({ report, pathOf }: Rendered): string {
  const { system, subject, steps, findings, suppressed, notes } = report
  const shown = findings.slice(0, most)
  const lines = [
    `# ${cell(subject)} at ${cell(system)}`,
    '',
    '| check | outcome | |',
    '|---|---|---|',
    ...steps.map(({ name, outcome, words }) => `| ${name} | ${outcome} | ${cell(words)} |`),
    '',
    ...(findings.length === 0
      ? ['No findings.']
      : [
          '| level | place | finding | rule |',
          '|---|---|---|---|',
          ...shown.map(one => row(one, pathOf(one.file)))
        ]),
    ...(findings.length > most
      ? ['', `${findings.length - most} more findings are not shown.`]
      : []),
    ...(suppressed > 0
      ? ['', `${suppressed} findings on unchanged lines or in the baseline are left out.`]
      : []),
    ...(notes.length > 0 ? ['', ...notes.map(note => `- ${cell(note)}`)] : [])
  ]
  return `${lines.join('\n')}\n`
}

function row({ level, line, text, rule }: PipelineFinding, path: string): string {
  return `| ${level} | ${cell(`${path}:${line}`)} | ${cell(text)} | ${cell(rule)} |`
}

/** Texts of the system are no markup: no table cell, link, image or mention begins in them. */
function cell(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .replace(/[\\`*_{}[\]()<>#|!~@&$]/g, character => `&#${character.charCodeAt(0)};`)
    .replace(/https?:/gi, scheme => `${scheme.slice(0, -1)}&#58;`)
}
