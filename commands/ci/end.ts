/** How a run ends: its exit code, and its lines for people. */
import { levels } from '../../tools/pipeline/index.ts'
import type { Level, PipelineReport, StepReport } from '../../tools/pipeline/index.ts'
import type { PathOf } from './paths.ts'

export const exitCodes = { clean: 0, findings: 1, usage: 2, impossible: 3 } as const

/** A check that was not possible outweighs what the others found: the run says nothing for certain. */
export function exitOf({ steps, findings }: PipelineReport, failOn: Level | 'never'): number {
  if (steps.some(({ outcome }) => outcome === 'failed' || outcome === 'incomplete')) {
    return exitCodes.impossible
  }
  if (failOn === 'never') return exitCodes.clean
  const counted = levels.slice(0, levels.indexOf(failOn) + 1)
  return findings.some(({ level }) => counted.includes(level))
    ? exitCodes.findings
    : exitCodes.clean
}

const nameWidth = 12
const outcomeWidth = 10
const most = 500

export function stepLine({ name, outcome, words, ms }: StepReport): string {
  const time = outcome === 'off' ? '' : ` · ${(ms / 1000).toFixed(1)} s`
  const shown = outcome === 'done' || outcome === 'off' ? outcome : outcome.toUpperCase()
  return `${name.padEnd(nameWidth)}${shown.padEnd(outcomeWidth)} ${words}${time}`
}

export function findingLines(report: PipelineReport, pathOf: PathOf): string[] {
  const { findings, suppressed, notes, subject, system } = report
  const shown = findings.slice(0, most)
  const more = findings.length - shown.length
  const numbers = levels.map(
    level => `${findings.filter(one => one.level === level).length} ${level}s`
  )
  return [
    ...shown.map(({ level, file, line, column, text, rule }) => {
      const place = `${pathOf(file)}:${line}${column === undefined ? '' : `:${column}`}`
      return `${place}: ${level}: ${text.replace(/\s+/g, ' ')} [${rule}]`
    }),
    ...(more > 0 ? [`${more} more findings: see a report`] : []),
    ...notes.map(note => `note: ${note}`),
    `${system} · ${subject} · ${numbers.join(', ')}${suppressed > 0 ? ` · ${suppressed} left out` : ''}`
  ]
}
