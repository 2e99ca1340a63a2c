/** Test doubles of business objects: what EML is answered with while a test environment lives. */
import type { AbapObject } from '../../abap.ts'
import { unsupported } from '../behaviors.ts'
import type { Behavior, Behaviors } from '../behaviors.ts'
import type { FieldsHandler } from '../statement.ts'
import { Buffer } from '../buffer.ts'
import { nextOutput, snapshot, targetOf } from './answers.ts'
import type { Answer, Answering, Output, Result } from './answers.ts'
import { insertRows } from './configured.ts'
import { isSame } from './inputs.ts'
import type { Configured, Part } from './inputs.ts'
import { refuseMethods } from './objects.ts'
import type { Request } from '../requests.ts'
import * as rows from '../rows.ts'

/** What the kernel's classes call; environments, inputs and outputs are numbers. */
export interface EmlDoubles {
  open(kind: 'mock' | 'buffer', roots: readonly string[]): number
  /** The name of the business object that the environment replaces. */
  nameOf(environment: number, name: string): string
  input(): number
  part(input: number, entity: string, ...more: [kind: Part['kind'], rows: unknown]): void
  /** An input that is one instance. */
  instance(value: unknown): number
  /** The outcome of an operation of a buffer on one instance. */
  configure(environment: number, root: string, how: Configuring): void
  /** New instances of a buffer. */
  insert(environment: number, root: string, instances: unknown): Promise<void>
  /** Adds the parts of another input. */
  join(input: number, other: number): void
  output(): number
  response(output: number, name: 'failed' | 'reported' | 'mapped', value: unknown): void
  result(output: number, result: Result): void
  /** The number of the answer; one that has a number already gets a further output. */
  answer(environment: number, root: string, how: Answering): number
  /** How often the last output of an answer is given. */
  repeat(environment: number, root: string, how: { call: number; times: number }): void
  /** How often EML reached the double: all of it, or that of a kind and an input. */
  count(environment: number, root: string, of: { kind: string; input: number }): number
  /** Forgets the answers or the instances of one business object, or of all. */
  clear(environment: number, root?: string): void
  setFieldsHandler(environment: number, root: string, handler: FieldsHandler): void
  destroy(environment: number): void
  /** A double that the test writes itself, until it is unset or the class ends. */
  setObject(root: string, object: AbapObject): void
  unsetObject(root: string): void
}

interface Configuring {
  readonly kind: Part['kind']
  readonly input: number
  readonly output: number
}
interface Double {
  answers: Answer[]
  /** What reached it, as it was then. */
  calls: { readonly reads: boolean; readonly request: Request }[]
  isCommitted?: boolean
  readonly buffer?: Buffer
  readonly object?: AbapObject
  configured: Configured[]
  fieldsHandler?: FieldsHandler | undefined
}

export class Doubles implements EmlDoubles {
  readonly #behaviors: Behaviors
  readonly #environments = new Map<number, Map<string, Double>>()
  readonly #objects = new Map<string, Double>()
  readonly #inputs: Part[][] = [[]]
  readonly #outputs: Output[] = []
  #answers = 0

  constructor(behaviors: Behaviors) {
    this.#behaviors = behaviors
  }

  open(kind: 'mock' | 'buffer', roots: readonly string[]): number {
    const doubles = new Map<string, Double>()
    for (const root of roots.map(name => name.toUpperCase())) {
      if (this.#behaviors.get(root) === undefined) {
        unsupported(`a test double of ${root}: no behavior definition is known`)
      }
      doubles.set(root, {
        answers: [],
        calls: [],
        configured: [],
        ...(kind === 'buffer' ? { buffer: new Buffer() } : {})
      })
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

  instance(value: unknown): number {
    const row = rows.componentsOf(rows.copyOf(value))
    return this.#inputs.push([{ entity: '', kind: 'create', rows: [row] }]) - 1
  }

  configure(environment: number, root: string, how: Configuring): void {
    const instance = this.#inputs[Number(how.input)]?.[0]?.rows[0]
    const output = this.#outputs[Number(how.output)]
    if (instance === undefined || output === undefined) {
      return unsupported(`an operation of the test double of ${root} without an instance`)
    }
    const responses = { ...output.responses }
    this.#double(environment, root).configured.unshift({ kind: how.kind, instance, responses })
  }

  async insert(environment: number, root: string, instances: unknown): Promise<void> {
    const { buffer } = this.#double(environment, root)
    const behavior = this.#behaviors.find(root)
    if (buffer !== undefined) {
      await insertRows(behavior, instances, { behaviors: this.#behaviors, buffer })
    }
  }

  answer(environment: number, root: string, how: Answering): number {
    const { answers } = this.#double(environment, root)
    const { output, call, ...rest } = how
    const known = answers.find(each => each.call === Number(call))
    if (known !== undefined) {
      known.outputs.push({ output })
      return known.call
    }
    this.#answers++
    answers.unshift({ ...rest, call: this.#answers, outputs: [{ output }], calls: 0 })
    return this.#answers
  }

  repeat(environment: number, root: string, how: { call: number; times: number }): void {
    const { answers } = this.#double(environment, root)
    const last = answers.find(({ call }) => call === Number(how.call))?.outputs.at(-1)
    if (last !== undefined) last.times = Number(how.times)
  }

  count(environment: number, root: string, of: { kind: string; input: number }): number {
    const behavior = this.#behaviors.get(root)
    return this.#double(environment, root).calls.filter(
      ({ reads, request }) =>
        (of.kind === '' || reads === (of.kind === 'READ')) &&
        (Number(of.input) === 0 ||
          (behavior !== undefined && this.#hasInput(of, request, behavior)))
    ).length
  }

  #hasInput(
    { input, partial = false }: { input: number; partial?: boolean },
    request: Request,
    behavior: Behavior
  ): boolean {
    const parts = this.#inputs[Number(input)] ?? []
    return Number(input) === 0 || isSame({ parts, partial }, request, behavior)
  }

  clear(environment: number, root?: string): void {
    const doubles = this.#environments.get(Number(environment))
    for (const [name, double] of doubles ?? []) {
      if (root !== undefined && root !== name) continue
      double.answers = []
      double.calls = []
      double.configured = []
      double.isCommitted = false
      double.buffer?.clear()
      double.fieldsHandler = undefined
    }
  }

  setFieldsHandler(environment: number, root: string, handler: FieldsHandler): void {
    this.#double(environment, root).fieldsHandler = handler
  }

  destroy(environment: number): void {
    this.#environments.delete(Number(environment))
  }

  setObject(name: string, object: AbapObject): void {
    const root = name.trim().toUpperCase()
    if (this.#behaviors.get(root) === undefined) {
      unsupported(`a test double of ${root}: no behavior definition is known`)
    }
    refuseMethods(object, root)
    this.#objects.set(root, { answers: [], calls: [], configured: [], object })
  }

  unsetObject(name: string): void {
    this.#objects.delete(name.trim().toUpperCase())
  }

  /** Ends all environments. */
  reset(): void {
    this.#environments.clear()
    this.#objects.clear()
  }

  /** The double of a business object: one that the test writes, else that of the newest environment. */
  of(root: string): Double | undefined {
    const newest = [...this.#environments.values()].reverse()
    return this.#objects.get(root) ?? newest.find(doubles => doubles.has(root))?.get(root)
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
  run({ answers, calls }: Double, request: Request, reads: boolean): void {
    const behavior = this.#behaviors.get(request.root)
    calls.push({ reads, request: snapshot(request) })
    const found = answers.find(
      each =>
        each.reads === reads && behavior !== undefined && this.#hasInput(each, request, behavior)
    )
    if (found === undefined || behavior === undefined) {
      return unsupported(`EML for ${request.root}: its test double has no answer for this input`)
    }
    const output = this.#outputs[Number(nextOutput(found))]
    // each output was given as often as it was wanted: the responses stay empty
    if (output === undefined) return
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
