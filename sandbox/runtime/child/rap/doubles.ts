/** Test doubles of business objects: what EML is answered with while a test environment lives. */
import { entityOf, unsupported } from './behaviors.ts'
import type { Behavior, Behaviors } from './behaviors.ts'
import { Buffer } from './buffer.ts'
import { isSame } from './inputs.ts'
import type { Part } from './inputs.ts'
import type { Operation, Request } from './requests.ts'
import * as rows from './rows.ts'

/** What the kernel's classes call; environments, inputs and outputs are numbers. */
export interface EmlDoubles {
  open(kind: 'mock' | 'buffer', roots: readonly string[]): number
  /** The name of the business object that the environment replaces. */
  nameOf(environment: number, name: string): string
  input(): number
  part(input: number, entity: string, ...more: [kind: Part['kind'], rows: unknown]): void
  /** Adds the parts of another input. */
  join(input: number, other: number): void
  output(): number
  response(output: number, name: 'failed' | 'reported' | 'mapped', value: unknown): void
  result(output: number, result: Result): void
  answer(environment: number, root: string, how: Configured): void
  /** Forgets the answers or the instances of one business object, or of all. */
  clear(environment: number, root?: string): void
  destroy(environment: number): void
}

interface Result {
  readonly kind: Part['kind']
  /** Of a result along an association; else empty. */
  readonly entity: string
  readonly association: string
  readonly rows: unknown
}
interface Configured {
  readonly reads: boolean
  /** The input, or 0 where any input will do. */
  readonly input: number
  readonly output: number
}
interface Output {
  readonly responses: { failed?: unknown; reported?: unknown; mapped?: unknown }
  readonly results: Result[]
}
interface Double {
  answers: Configured[]
  isCommitted?: boolean
  readonly buffer?: Buffer
}

export class Doubles implements EmlDoubles {
  readonly #behaviors: Behaviors
  readonly #environments = new Map<number, Map<string, Double>>()
  readonly #inputs: Part[][] = [[]]
  readonly #outputs: Output[] = []

  constructor(behaviors: Behaviors) {
    this.#behaviors = behaviors
  }

  open(kind: 'mock' | 'buffer', roots: readonly string[]): number {
    const doubles = new Map<string, Double>()
    for (const root of roots.map(name => name.toUpperCase())) {
      if (this.#behaviors.get(root) === undefined) {
        unsupported(`a test double of ${root}: no behavior definition is known`)
      }
      doubles.set(root, { answers: [], ...(kind === 'buffer' ? { buffer: new Buffer() } : {}) })
    }
    const number = Math.max(0, ...this.#environments.keys()) + 1
    this.#environments.set(number, doubles)
    return number
  }

  nameOf(environment: number, name: string): string {
    const root = name.trim().toUpperCase()
    this.#double(environment, root)
    return root
  }

  input(): number {
    return this.#inputs.push([]) - 1
  }

  part(input: number, entity: string, ...[kind, given]: [Part['kind'], unknown]): void {
    const copies = rows.rowsOf(given).map(row => rows.componentsOf(row.clone()))
    this.#inputs[Number(input)]?.push({ entity: entity.trim().toUpperCase(), kind, rows: copies })
  }

  join(input: number, other: number): void {
    this.#inputs[Number(input)]?.push(...(this.#inputs[Number(other)] ?? []))
  }

  output(): number {
    return this.#outputs.push({ responses: {}, results: [] }) - 1
  }

  response(output: number, name: 'failed' | 'reported' | 'mapped', value: unknown): void {
    const found = this.#outputs[Number(output)]
    if (found !== undefined) found.responses[name] = rows.copyOf(value)
  }

  result(output: number, result: Result): void {
    this.#outputs[Number(output)]?.results.push({ ...result, rows: rows.copyOf(result.rows) })
  }

  answer(environment: number, root: string, how: Configured): void {
    this.#double(environment, root).answers.unshift(how)
  }

  clear(environment: number, root?: string): void {
    const doubles = this.#environments.get(Number(environment))
    for (const [name, double] of doubles ?? []) {
      if (root !== undefined && root !== name) continue
      double.answers = []
      double.isCommitted = false
      double.buffer?.clear()
    }
  }

  destroy(environment: number): void {
    this.#environments.delete(Number(environment))
  }

  /** Ends all environments. */
  reset(): void {
    this.#environments.clear()
  }

  /** The double of a business object; the newest environment decides. */
  of(root: string): Double | undefined {
    const newest = [...this.#environments.values()].reverse()
    return newest.find(doubles => doubles.has(root))?.get(root)
  }

  /** What is committed stays in the double. */
  commit(): void {
    for (const double of this.#buffered()) double.isCommitted = true
  }

  rollback(): void {
    for (const { isCommitted, buffer } of this.#buffered()) {
      if (isCommitted === true) unsupported('ROLLBACK ENTITIES after COMMIT ENTITIES with doubles')
      buffer?.clear()
    }
  }

  #buffered(): Double[] {
    return [...this.#environments.values()]
      .flatMap(doubles => [...doubles.values()])
      .filter(({ buffer }) => (buffer?.instances.length ?? 0) > 0)
  }

  /** Answers a statement as configured; the newest answer for its input holds. */
  run({ answers }: Double, request: Request, reads: boolean): void {
    const behavior = this.#behaviors.get(request.root)
    const found = answers.find(
      ({ reads: own, input }) =>
        own === reads &&
        behavior !== undefined &&
        (Number(input) === 0 || isSame(this.#inputs[Number(input)] ?? [], request, behavior))
    )
    const output = this.#outputs[Number(found?.output)]
    if (output === undefined || behavior === undefined) {
      return unsupported(`EML for ${request.root}: its test double has no answer for this input`)
    }
    for (const name of ['failed', 'reported', 'mapped'] as const) {
      rows.mergeResponse(output.responses[name], request[name])
    }
    for (const result of output.results) {
      rows.copyRows(result.rows, targetOf(result, request, behavior).result)
    }
    const link = request.operations.find(operation => operation.link !== undefined)
    if (link !== undefined) unsupported(`LINK of a test double of EML for ${request.root}`)
  }

  #double(environment: number, root: string): Double {
    const found = this.#environments.get(Number(environment))?.get(root)
    return (
      found ?? unsupported(`a test double of ${root}, which its test environment does not have`)
    )
  }
}

/** The operation whose result an answer gives. */
function targetOf(
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
