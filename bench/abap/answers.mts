/** Reads the public answers of models to the ABAP benchmark, with the verdicts of a real system. */
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** What the real system said of one answer. */
export interface Verdict {
  /** Whether the class passed the syntax check. */
  readonly syntax: boolean
  /** Whether its tests passed; undefined where they did not run. */
  readonly unit: boolean | undefined
  /** Whether the test class was refused by the syntax check. */
  readonly testRefused: boolean
  /** The first message of a refusal. */
  readonly line: number | undefined
  readonly text: string
  /** The refusal consists of warnings alone. */
  readonly warningsOnly: boolean
}

export interface Answer {
  readonly model: string
  /** `erp_003`, `017`. */
  readonly task: string
  readonly repetition: number
  readonly source: string
  readonly verdict: Verdict
}

interface Tier {
  readonly sap_syntax_pass: boolean | null
  readonly unit_pass: boolean | null
  readonly error_stage: string | null
  readonly error_message: string | null
}

function verdictOf(tier: Tier): Verdict | undefined {
  if (tier.sap_syntax_pass === null) return undefined
  const text = tier.error_message ?? ''
  return {
    syntax: tier.sap_syntax_pass,
    unit: tier.unit_pass ?? undefined,
    testRefused: text.startsWith('The unittest syntax check failed'),
    line: Number(/'line': (\d+)/.exec(text)?.[1] ?? Number.NaN),
    text:
      /'short_text': (?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)")/
        .exec(text)
        ?.slice(1)
        .find(Boolean) ?? '',
    warningsOnly: /'type': 'W'/.test(text) && !/'type': 'E'/.test(text)
  }
}

interface Line {
  readonly custom_id: string
  readonly response?:
    string | { readonly body?: { readonly choices?: readonly { message: { content: string } }[] } }
}

function sourceOf({ response }: Line): string | undefined {
  if (typeof response === 'string') return response
  return response?.body?.choices?.[0]?.message.content
}

const padded = (task: string) => (task.startsWith('erp_') ? task : task.padStart(3, '0'))

/** The answers of a model that have a verdict, in the order of their file. */
export function answersOf(folder: string, model: string): Answer[] {
  const data = join(folder, 'data')
  const stem = readdirSync(data)
    .filter(name => name.startsWith(model) && name.endsWith('_tiers.json'))
    .map(name => name.slice(0, -'_tiers.json'.length))[0]
  if (stem === undefined) throw new Error(`${data} holds no verdicts of ${model}`)
  const tiers = JSON.parse(readFileSync(join(data, `${stem}_tiers.json`), 'utf8')) as Record<
    string,
    Record<string, Tier>[]
  >
  const answers: Answer[] = []
  const lines = readFileSync(join(data, `${stem}_batch_response.jsonl`), 'utf8').split('\n')
  for (const line of lines.filter(each => each.trim() !== '')) {
    const parsed = JSON.parse(line) as Line
    const [, name = '', number = '0'] = /^P(\w+?)(?:\.txt)?-R(\d+)$/.exec(parsed.custom_id) ?? []
    const tier = tiers[`${name}.txt`]?.[Number(number)]?.['round_5']
    const [source, verdict] = [sourceOf(parsed), tier === undefined ? undefined : verdictOf(tier)]
    if (source !== undefined && verdict !== undefined) {
      answers.push({ model, task: padded(name), repetition: Number(number), source, verdict })
    }
  }
  return answers
}

/** The reference solution and the tests of each task, and the tables that the tasks need. */
export function tasksOf(folder: string): {
  readonly tasks: ReadonlyMap<string, { readonly solution: string; readonly tests: string }>
  readonly tables: readonly { readonly name: string; readonly text: string }[]
} {
  const dataset = join(folder, 'dataset')
  if (!existsSync(dataset)) throw new Error(`${folder} has no folder "dataset"`)
  const read = (...path: string[]) => readFileSync(join(dataset, ...path), 'utf8')
  const names = readdirSync(join(dataset, 'abap_canonical_solution')).sort()
  return {
    tasks: new Map(
      names.map(name => {
        const task = name.replace(/^z_humaneval_/, '').replace(/\.abap$/, '')
        const tests = read('abap_unittests', `z_humaneval_${task}_test.abap`)
        return [task, { solution: read('abap_canonical_solution', name), tests }]
      })
    ),
    tables: tablesOf(read, dataset)
  }
}

/** One of the own tables stands in the text of its task alone. */
function tablesOf(
  read: (...path: string[]) => string,
  dataset: string
): { readonly name: string; readonly text: string }[] {
  const tables = new Map<string, string>()
  const inTasks = readdirSync(join(dataset, 'prompts')).map(name => read('prompts', name))
  const own = readdirSync(join(dataset, 'abap_tables')).map(name => read('abap_tables', name))
  for (const text of [...own, ...inTasks]) {
    for (const [definition, name = ''] of text.matchAll(/^define table (z\w+)\s*\{[^}]*\}/gim)) {
      if (!tables.has(name.toUpperCase())) tables.set(name.toUpperCase(), definition)
    }
  }
  return [...tables].map(([name, text]) => ({ name, text }))
}
