/** Runs MODIFY, READ, COMMIT and ROLLBACK ENTITIES of the running program. */
import { currentRuntime } from '../abap.ts'
import type { OpenSql } from '../open-sql.ts'
import { Behaviors, entityOf, unsupported } from './behaviors.ts'
import type { Behavior, Pool } from './behaviors.ts'
import { Buffer } from './buffer.ts'
import { checkDeclared } from './declared.ts'
import { runDynamic } from './dynamic.ts'
import { runBuffered } from './doubles/buffered.ts'
import { Doubles } from './doubles/environments.ts'
import { runObject } from './doubles/objects.ts'
import type { EmlDoubles } from './doubles/environments.ts'
import type { Context } from './statement.ts'
import type { Operation, Request } from './requests.ts'
import { runManaged } from './operations.ts'
import { runProjection } from './projections.ts'
import * as rows from './rows.ts'
import { resolve } from '../values.ts'
import { adjustNumbers, adjustUnmanaged, registered, saveModified } from './saver.ts'
import type { KeyRegistry } from './saver.ts'
import { afterChange, beforeSave } from './triggers.ts'
import { callOperation, callSaver, checkBeforeSave } from './unmanaged.ts'

/** EML of the running program; a part of `abap.sandbox`. */
export interface Eml {
  behavior(behavior: Behavior): void
  behaviorPool(pool: Pool): void
  emlModify(request: Request): Promise<void>
  emlRead(request: Request): Promise<void>
  emlCommit(request: Request): Promise<void>
  emlRollback(): Promise<void>
  emlConvertKey(conversion: Conversion): void
  /** Nothing handles an event: handlers of events are not run. */
  emlRaise(event: { readonly root: string; readonly event: string }): void
  readonly emlDoubles: EmlDoubles
}

export interface Conversion {
  readonly root: string
  readonly from: unknown
  readonly to: unknown
}

/** Statements of methods that EML calls, within each other. */
const MAX_DEPTH = 50

export function createEml(
  sql: OpenSql,
  transaction: Transaction
): Eml & { forget(): void; forgetDoubles(): void } {
  const session = new Session(sql, transaction)
  refuseCommitWork(session)
  return {
    behavior(behavior) {
      session.behaviors.define(behavior)
    },
    behaviorPool(pool) {
      session.behaviors.addPool(pool)
    },
    emlModify: request =>
      request.augmenting === true ? session.augment(request) : session.statement(request, false),
    emlRead: request => session.statement(request, true),
    emlCommit: request => session.commit(request),
    emlRollback: () => session.rollback(),
    emlConvertKey(conversion) {
      session.convertKey(conversion)
    },
    emlRaise({ root, event }) {
      const { definition } = entityOf(session.behaviors.find(root), root)
      if (!definition.events.some(({ name }) => name === event)) {
        unsupported(`the event ${event} of ${root}, which does not declare it`)
      }
    },
    emlDoubles: session.doubles,
    forget() {
      session.forget()
    },
    forgetDoubles() {
      session.doubles.reset()
    }
  }
}

/** In the ERP COMMIT WORK saves changes of EML too, and ends the program where a check fails. */
function refuseCommitWork(session: Session): void {
  const { statements } = currentRuntime()
  for (const name of ['commit', 'rollback']) {
    const original = statements[name]
    statements[name] = (...input) => {
      if (session.hasChanges) unsupported(`${name.toUpperCase()} WORK with changes of EML`)
      // it is a method: it finds the connection by `this`
      return original?.apply(statements, input)
    }
  }
}

interface Transaction {
  commit(): void
  rollback(): void
}

class Session {
  readonly behaviors = new Behaviors()
  readonly doubles = new Doubles(this.behaviors)
  readonly #buffer: Buffer
  readonly #transaction: Transaction
  /** Unmanaged behaviors that were changed since the last save. */
  readonly #touched = new Set<Behavior>()
  readonly #registry: KeyRegistry = new Map()
  /** What MODIFY AUGMENTING ENTITIES has added for the projections whose methods run. */
  readonly #added: Operation[][] = []
  #depth = 0

  constructor(sql: OpenSql, transaction: Transaction) {
    this.#buffer = new Buffer(sql)
    this.#transaction = transaction
  }

  get hasChanges(): boolean {
    return this.#buffer.instances.length > 0 || this.#touched.size > 0
  }

  forget(): void {
    this.#depth = 0
    this.#buffer.clear()
    this.#touched.clear()
  }

  /** Runs the operations of MODIFY or READ; system fields stay as they are. */
  async statement(request: Request, reads: boolean): Promise<void> {
    if (this.#depth >= MAX_DEPTH) {
      throw new Error('EML statements call each other without end, such as a determination itself')
    }
    const sy = currentRuntime().builtin.sy.get()
    const before = [sy.subrc?.get(), sy.dbcnt?.get()]
    this.#depth++
    try {
      if (request.dynamic === undefined) await this.#operations(request, reads)
      else await runDynamic(request, this.behaviors, each => this.#operations(each, reads))
    } finally {
      this.#depth--
      sy.subrc?.set(before[0])
      sy.dbcnt?.set(before[1])
    }
  }

  async #operations(request: Request, reads: boolean): Promise<void> {
    rows.clearResponses(request)
    for (const { result, link } of request.operations) {
      rows.clearResponses({ failed: result, mapped: link })
    }
    const double = this.doubles.of(request.root)
    const buffer = double?.buffer ?? this.#buffer
    const place = { behaviors: this.behaviors, buffer }
    const context: Context = { ...place, request, created: new Map(), changed: [], automatic: 0 }
    const replaced = this.behaviors.get(request.root)
    if (double?.object !== undefined && replaced !== undefined) {
      await runObject(double.object, replaced, { ...context, reads })
      return
    }
    if (double !== undefined && double.buffer === undefined) {
      this.doubles.run(double, request, reads)
      return
    }
    const behavior = this.behaviors.find(request.root)
    if (behavior.kind === 'projection') {
      await runProjection(behavior, context, {
        run: each => this.#operations(each, reads),
        collect: during => this.#collect(during)
      })
      return
    }
    for (const operation of request.operations) {
      if (double !== undefined) {
        const { fieldsHandler, configured } = double
        await runBuffered(behavior, operation, { ...context, fieldsHandler, configured })
      } else {
        if (behavior.kind === 'unmanaged' && changes(behavior, operation)) {
          this.#touched.add(behavior)
        }
        await runOperation(behavior, operation, context)
      }
    }
    for (const { instance, fields } of context.changed) {
      for (const name of fields) instance.changed.add(name)
    }
    if (double === undefined) await afterChange(context.changed, place, request)
  }

  /** The added operations run with the request that the method augments. */
  augment({ root, operations }: Request): Promise<void> {
    const open = this.#added.at(-1)
    if (open === undefined) unsupported(`MODIFY AUGMENTING ENTITIES OF ${root} outside of augment`)
    open.push(...operations.map(each => ({ ...each, rows: rows.copyOf(each.rows) })))
    return Promise.resolve()
  }

  async #collect(during: () => Promise<void>): Promise<Operation[]> {
    const added: Operation[] = []
    this.#added.push(added)
    try {
      await during()
    } finally {
      this.#added.pop()
    }
    return added
  }

  /** The save sequence of all behaviors with changes. */
  async commit(request: Request): Promise<void> {
    if (this.#depth > 0) unsupported('COMMIT ENTITIES within a method of a behavior pool')
    rows.clearResponses(request)
    if (request.block === 'end') {
      this.#registry.clear()
      return
    }
    const buffered = this.#buffer.instances.map(({ entity }) => this.behaviors.of(entity))
    let saved = true
    for (const behavior of new Set([...buffered, ...this.#touched])) {
      const responses = request.root === behavior.name ? request : {}
      saved = (await this.#check(behavior, responses)) && saved
    }
    if (saved) {
      this.doubles.commit()
      await this.#save()
      // a block knows the final keys to its end
      if (request.block === undefined) this.#registry.clear()
      this.#transaction.commit()
      this.forget()
    }
    setReturnCode(saved ? 0 : 4)
  }

  /** The key that an instance of late numbering has got; initial for others. */
  convertKey({ root, from, to }: Conversion): void {
    const entity = entityOf(this.behaviors.find(root), root)
    const target = rows.componentsOf(to)
    const found = this.#registry.get(registered(entity, resolve(from) as rows.AbapValue))
    for (const [name, value] of Object.entries(target)) {
      if (found === undefined) value.clear()
      else value.set(found.get()[name])
    }
    setReturnCode(found === undefined ? 4 : 0)
  }

  async #check(behavior: Behavior, responses: rows.Responses): Promise<boolean> {
    this.#depth++
    try {
      const place = { behaviors: this.behaviors, buffer: this.#buffer }
      return behavior.kind === 'managed'
        ? await beforeSave(behavior, place, responses)
        : await checkBeforeSave(behavior, this.behaviors, responses)
    } finally {
      this.#depth--
    }
  }

  async #save(): Promise<void> {
    for (const behavior of this.#touched) {
      await adjustUnmanaged(behavior, this.behaviors, this.#registry)
      await callSaver(behavior, this.behaviors, 'save')
      await callSaver(behavior, this.behaviors, 'cleanup')
    }
    const place = { behaviors: this.behaviors, buffer: this.#buffer }
    const managed = new Set(this.#buffer.instances.map(({ entity }) => this.behaviors.of(entity)))
    for (const behavior of managed) await adjustNumbers(behavior, place, this.#registry)
    await this.#buffer.persist()
    for (const behavior of managed) await saveModified(behavior, place)
  }

  async rollback(): Promise<void> {
    if (this.#depth > 0) unsupported('ROLLBACK ENTITIES within a method of a behavior pool')
    for (const behavior of this.#touched) await callSaver(behavior, this.behaviors, 'cleanup')
    this.doubles.rollback()
    this.forget()
    this.#transaction.rollback()
  }
}

function setReturnCode(code: number): void {
  currentRuntime().builtin.sy.get().subrc?.set(code)
}

function changes(behavior: Behavior, { kind, entity, action }: Operation): boolean {
  if (kind !== 'execute') return kind !== 'read'
  const { actions } = entityOf(behavior, entity).definition
  return actions.some(({ name, isFunction }) => name === action && !isFunction)
}

async function runOperation(
  behavior: Behavior,
  operation: Operation,
  context: Context
): Promise<void> {
  const entity = entityOf(behavior, operation.entity)
  if (operation.kind !== 'read') checkDeclared(entity, operation, context.request)
  if (behavior.kind === 'unmanaged') await callOperation(entity, operation, context)
  else await runManaged(entity, operation, context)
}
