/** What to replace, the least effort first, with the fields of a successor where they are known. */
import { readSource } from '../../erp-client/index.ts'
import type { ToolContext } from '../call/context.ts'
import { inParallel } from '../call/parallel.ts'
import { isRefused } from '../insight/refused.ts'
import { count } from '../objects/words.ts'
import type { JudgedUse } from './judged-uses.ts'
import type { JudgedObject } from './levels.ts'

interface PlanStep {
  readonly object: JudgedObject
  readonly places: number
}

/** One successor is an exchange; several, or a concept, need a design. */
function effortOf({ successors, concept }: JudgedObject): number {
  if (successors.length === 1) return 1
  if (successors.length > 1) return 2
  return concept === undefined ? 4 : 3
}

const efforts = ['', 'exchange', 'choose one of several', 'another concept', 'no successor known']

/** What is not level A or B, or is deprecated. */
export function planOf(uses: readonly JudgedUse[]): PlanStep[] {
  const bad = uses.filter(
    ({ object: { level, deprecated } }) => level === 'C' || level === 'D' || deprecated
  )
  return [...Map.groupBy(bad, ({ object }) => object.words).values()]
    .flatMap(group =>
      group[0] === undefined ? [] : [{ object: group[0].object, places: group.length }]
    )
    .toSorted((a, b) => effortOf(a.object) - effortOf(b.object) || a.places - b.places)
}

const mostMapped = 10
const mostFields = 20

export async function planLines(
  context: ToolContext,
  steps: readonly PlanStep[]
): Promise<string[]> {
  let mapped = 0
  const lines = await inParallel(steps, async ({ object, places }) => {
    const { successors, concept } = object
    const [only] = successors
    const fields =
      object.type === 'TABL' && only?.type === 'DDLS' && mapped++ < mostMapped
        ? await fieldsOf(context, object.name, only.name)
        : []
    const target = successors.map(({ type, name }) => `${type} ${name}`).join(', ')
    const words = efforts[effortOf(object)] ?? ''
    return [
      `${object.words} (${count(places, 'place')}): ${words}${target === '' ? '' : `: ${target}`}${concept === undefined ? '' : `: ${concept}`}`,
      ...(fields.length === 0 ? [] : [`   fields: ${fields.join(', ')}`])
    ]
  })
  return lines.map(([first = '', ...more], at) => [`${at + 1}. ${first}`, ...more].join('\n'))
}

/** `VBELN → SalesOrder`, as the source of the view says it. */
async function fieldsOf(context: ToolContext, table: string, view: string): Promise<string[]> {
  try {
    const ref = { type: 'DDLS', name: view }
    const { text } = await readSource(context.erp, { ref, version: 'active' }, context.signal)
    return fieldMapping(text, table).slice(0, mostFields)
  } catch (error) {
    if (!isRefused(error)) throw error
    return []
  }
}

/** The fields that a CDS view selects from a table; empty where it does not read the table itself. */
export function fieldMapping(source: string, table: string): string[] {
  const plain = source.replace(/\/\*[^]*?\*\/|\/\/[^\n]*/g, '')
  const from = new RegExp(
    `\\bfrom\\s+${table.replaceAll('/', '\\/')}\\b(?:\\s+as\\s+(\\w+))?`,
    'i'
  ).exec(plain)
  if (from === null) return []
  const owner = from[1]?.toLowerCase() ?? table.toLowerCase()
  const elements = plain.matchAll(/(?:^|[,{])\s*(?:key\s+)?(?:(\w+)\.)?(\w+)\s+as\s+(\w+)/gim)
  return [...elements].flatMap(([, before, field = '', name = '']) =>
    before === undefined || before.toLowerCase() === owner
      ? [`${field.toUpperCase()} → ${name}`]
      : []
  )
}
