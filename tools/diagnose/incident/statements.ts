/** Parts of the statements that read an incident. */
import type { IncidentQuestion } from './question.ts'

/** A quote in a value is doubled, so that no value ends its literal. */
export function sqlText(value: string): string {
  return `'${value.replaceAll("'", "''")}'`
}

/** The days of the question; the time of the day is compared afterwards. */
export function between(column: string, { from, to }: Pick<IncidentQuestion, 'from' | 'to'>) {
  return `${column} BETWEEN '${from.slice(0, 8)}' AND '${to.slice(0, 8)}'`
}

export function anyOf(column: string, values: readonly string[]): string {
  return `${column} IN ( ${values.map(sqlText).join(', ')} )`
}

export function digits(text: string): string {
  return text.replace(/\D/g, '')
}
