/** Answers of mocked EML: which output a statement gets, and for which of its operations. */
import { entityOf, unsupported } from '../behaviors.ts'
import type { Behavior } from '../behaviors.ts'
import type { Part } from './inputs.ts'
import type { Operation, Request } from '../requests.ts'
import * as rows from '../rows.ts'

export interface Result {
  readonly kind: Part['kind']
  /** Of a result along an association; else empty. */
  readonly entity: string
  readonly association: string
  readonly rows: unknown
}

export interface Answering {
  /** 0 for a new answer. */
  readonly call: number
  readonly reads: boolean
  /** The input, or 0 where any input will do. */
  readonly input: number
  /** Whether the statement may have further operations. */
  readonly partial: boolean
  readonly output: number
}

export interface Output {
  readonly responses: { failed?: unknown; reported?: unknown; mapped?: unknown }
  readonly results: Result[]
}

export interface Answer {
  readonly call: number
  readonly reads: boolean
  readonly input: number
  readonly partial: boolean
  /** The outputs follow each other. */
  readonly outputs: { readonly output: number; times?: number }[]
  calls: number
}

/** The rows of a statement may change after it. */
export function snapshot(request: Request): Request {
  const operations = request.operations.map(each => ({ ...each, rows: rows.copyOf(each.rows) }))
  return { ...request, operations }
}

/** An output without a number of times is given once where another follows, else from then on. */
export function nextOutput(answer: Answer): number | undefined {
  let left = answer.calls++
  const last = answer.outputs.at(-1)
  for (const each of answer.outputs) {
    const times = each.times ?? (each === last ? Infinity : 1)
    if (left < times) return each.output
    left -= times
  }
  return undefined
}

/** The operation whose result an answer gives. */
export function targetOf(
  { kind, entity, association }: Result,
  { root, operations }: Request,
  behavior: Behavior
): Operation {
  const found = operations.filter(operation => {
    const own = operation.association === '' ? operation.kind : `${operation.kind}by`
    if (own !== kind || operation.association !== association.toUpperCase()) return false
    return entity === '' || nameIn(behavior, operation.entity) === nameIn(behavior, entity)
  })
  const [only, more] = found
  if (only === undefined || more !== undefined) {
    return unsupported(`a result of a test double for ${found.length} operations on ${root}`)
  }
  return only
}

const nameIn = (behavior: Behavior, entity: string): string =>
  entityOf(behavior, entity.toUpperCase()).definition.name
