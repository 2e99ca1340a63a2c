/** The step that judges the uses of foreign objects by their clean-core level. */
import { judgeUses } from '../clean-core/judged-uses.ts'
import type { JudgedObject } from '../clean-core/levels.ts'
import { count } from '../objects/words.ts'
import type { Level, PipelineRule } from './report.ts'
import { coveredWords } from './step.ts'
import type { StepInput, StepResult } from './step.ts'

const titles: Readonly<Record<string, readonly [title: string, level: Level]>> = {
  A: ['Use of a deprecated API', 'note'],
  B: ['Use of a classic API', 'note'],
  C: ['Use of an internal object', 'warning'],
  D: ['Use of an object that is no API', 'error']
}

const help =
  "Clean-core levels: A released, B classic API, C internal or not listed, D no API. The system's API states decide first, then SAP's public catalogue."

const rules = Object.entries(titles).map(([level, [title, severity]]): PipelineRule => ({
  ...{ id: `clean-core/${level}`, title, help, level: severity }
}))

/** Without a catalogue nothing tells an internal object from one that is no API. */
export async function cleanCoreStep({ context, plan, sources }: StepInput): Promise<StepResult> {
  if (context.cleanCoreData === undefined) {
    const words = 'switched off: --clean-core-data names no catalogue'
    return { outcome: 'off', words, findings: [], rules: [] }
  }
  const edition = plan.edition ?? 'pce'
  const { uses, date, missing } = await judgeUses(context, sources.parts, { edition })
  const gaps = [
    ...sources.unread,
    ...missing.filter(words => words !== statesMissing || date === undefined)
  ]
  return {
    outcome: gaps.length === 0 ? 'done' : 'incomplete',
    words: coveredWords(
      `${count(uses.length, 'use')}, edition ${edition}, catalogue of ${date ?? 'no date'}`,
      gaps
    ),
    findings: uses.flatMap(({ ref, part, line, object }) => {
      const title = titles[object.level]
      if (title === undefined || (object.level === 'A' && !object.deprecated)) return []
      const rule = `clean-core/${object.level}`
      return [{ rule, level: title[1], text: wordsOf(object, title[0]), ref, part, line }]
    }),
    rules
  }
}

/** The catalogue alone judges, too. */
const statesMissing = 'this system shows no API states'

function wordsOf({ words, successors, concept }: JudgedObject, title: string): string {
  const targets = [
    ...successors.map(({ type, name }) => `${type} ${name}`),
    ...(concept === undefined ? [] : [concept])
  ]
  return `${title}: ${words}${targets.length === 0 ? '' : `; use ${targets.join(', ')}`}`
}
