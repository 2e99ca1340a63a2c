/** Services for kernel code and generated code, and the recorder of alerts and output. */
import { absentValue } from './corrections/absent.ts'
import { RunAborted, shortDump, translateError } from './alerts.ts'
import * as zip from './archive/zip.ts'
import type { AbapClass } from './abap.ts'
import type { Counters } from './counters.ts'
import { constant, variable } from './corrections/classes.ts'
import { enumerated, enumeratedBase } from './corrections/enumerated.ts'
import { clearWith } from './corrections/text-statements.ts'
import { createGroups, type Groups } from './loops/groups.ts'
import type { RawAlert } from './job.ts'
import { describeKind, describeOutputLength } from './descriptions/fields.ts'
import { descriptions } from './descriptions/services.ts'
import type { DebugScope } from './debug/variables.ts'
import { loopStep } from './loops/loop-steps.ts'
import { enterLevel, leaveLevel, levelChanged, sumLevel } from './loops/levels.ts'
import { transform } from './markup/asxml/transform.ts'
import { codepages } from './texts/codepages.ts'
import { defineTransformation } from './markup/simple/programs.ts'
import { ixml } from './markup/ixml.ts'
import { readJson } from './markup/json.ts'
import * as json from './markup/json-nodes.ts'
import { writeMarkup } from './markup/write.ts'
import { readXml } from '../../grammar/markup/xml.ts'
import * as messages from './messages.ts'
import { appendSorted } from './tables/append-sorted.ts'
import { deleteBy, insertLines, modifyBy, names, readBy } from './tables/access.ts'
import { condition } from './tables/condition.ts'
import * as casting from './names/casting.ts'
import * as dataObjects from './names/data-objects.ts'
import { component, member } from './tables/keys.ts'
import { corresponding } from './tables/corresponding.ts'
import { lookup } from './tables/lookup.ts'
import { moveDeep } from './tables/move-corresponding.ts'
import { sortAsText, sortBy } from './tables/sort-order.ts'
import { exact } from './texts/lossless.ts'
import { calculate } from './texts/lossless-calculation.ts'
import { replace } from './texts/replace.ts'
import { scan } from './texts/scan.ts'
import { writeTo } from './texts/write-to.ts'
import { convertSeconds } from './texts/zones.ts'

/** The global `abap.sandbox`: services for kernel code and generated code. */
export interface Services {
  /** Code that is counted has been reached. */
  hit(counter: number): void
  /** A program that is debugged has reached a statement. */
  stop(statement: number, scope: DebugScope): void
  fail(failure: { title: string; details?: readonly string[]; quit?: boolean }): void
  skip(skipped: { title: string }): never
  unsupported(what: string): never
  absent: typeof absentValue
  write(text: string): void
  writeTo: typeof writeTo
  shortDump: typeof shortDump
  caught(error: unknown): unknown
  enumerated: typeof enumerated
  enumeratedBase: typeof enumeratedBase
  /**
   * The value of a constant is there: from now on it stays; and the way back, for a declaration
   * that is reached again.
   */
  constant(value: unknown): void
  variable(value: unknown): void
  /** Collects the rows of LOOP AT … GROUP BY. */
  groups(order: number): Groups
  /** The rows of LOOP … STEP and FOR … IN. */
  loopStep: typeof loopStep
  /** Internal tables by keys, components and conditions that are known at run time. */
  tables: typeof tables
  /** Data objects that are named at run time. */
  names: typeof dataObjects & typeof casting
  /** Statements for texts. */
  texts: typeof texts
  describe: typeof describe
  /** Messages as the texts of exceptions. */
  messages: typeof messages
  /** Comparison, masking and totals for AT NEW and the other control levels. */
  levelChanged: typeof levelChanged
  enterLevel: typeof enterLevel
  leaveLevel: typeof leaveLevel
  sumLevel: typeof sumLevel
  /** XML and JSON-XML for the kernel's classes. */
  markup: typeof markup
  ixml: typeof ixml
  /** JSON for `/UI2/CL_JSON`. */
  json: typeof json
  transform: typeof transform
  codepages: typeof codepages
  /** Run-time type information. */
  descriptions: typeof descriptions
  transformation: typeof defineTransformation
  zip: typeof zip
  /** IS INSTANCE OF for a class, or an interface: those are no JavaScript classes of the object. */
  isInstance(reference: { get(): unknown }, type: AbapClass | undefined): boolean
}

/** Collects the alerts of what runs now and the console output. */
export class Recorder {
  alerts: RawAlert[] = []
  readonly #limit: number
  #output = ''
  #bytes = 0

  constructor(outputBytes: number) {
    this.#limit = outputBytes
  }

  get output(): string {
    return this.#output
  }

  take(): RawAlert[] {
    const taken = this.alerts
    this.alerts = []
    return taken
  }

  write(text: string): void {
    const bytes = Buffer.byteLength(text)
    if (this.#bytes + bytes > this.#limit) {
      this.#output += Buffer.from(text)
        .subarray(0, Math.max(0, this.#limit - this.#bytes))
        .toString()
      this.#bytes = this.#limit
      throw new RunAborted({
        kind: 'limit',
        title: `Stopped by the sandbox: more than ${this.#limit} bytes of output`,
        details: [],
        stack: new Error('output').stack ?? ''
      })
    }
    this.#bytes += bytes
    this.#output += text
  }
}

export function createServices(
  recorder: Recorder,
  counters: Counters,
  stop: Services['stop']
): Services {
  return {
    hit: counters.hit,
    stop,
    fail(failure) {
      recorder.alerts.push({
        kind: 'failedAssertion',
        title: String(failure.title),
        details: (failure.details ?? []).map(String),
        stack: new Error('failed').stack ?? ''
      })
      if (recorder.alerts.length >= MAX_ALERTS || failure.quit !== false) throw new RunAborted()
    },
    skip(skipped) {
      throw new RunAborted({
        kind: 'warning',
        title: String(skipped.title),
        details: [],
        stack: new Error('skipped').stack ?? ''
      })
    },
    unsupported(what) {
      throw new RunAborted({
        kind: 'unsupported',
        title: `Not supported by the sandbox runtime: ${what}`,
        details: [],
        stack: new Error('unsupported').stack ?? ''
      })
    },
    absent: absentValue,
    write(text) {
      recorder.write(String(text))
    },
    writeTo,
    shortDump,
    caught: translateError,
    enumerated,
    enumeratedBase,
    constant,
    variable,
    groups: createGroups,
    loopStep,
    tables,
    messages,
    names: { ...dataObjects, ...casting },
    texts,
    describe,
    levelChanged,
    enterLevel,
    leaveLevel,
    sumLevel,
    markup,
    ixml,
    json,
    transform,
    codepages,
    descriptions,
    transformation: defineTransformation,
    zip,
    isInstance
  }
}

const tables = {
  appendSorted,
  component,
  condition,
  deleteBy,
  insertLines,
  corresponding,
  lookup,
  member,
  modifyBy,
  moveDeep,
  names,
  readBy,
  sortAsText,
  sortBy
}
/** DESCRIBE beyond the runtime. */
const describe = { outputLength: describeOutputLength, kind: describeKind }
const texts = { calculate, clearWith, convertSeconds, exact, replace, scan }
const markup = { readXml, readJson, writeMarkup }

/**
 * A method that asserts in an endless loop without leaving must not fill the memory of the parent.
 */
const MAX_ALERTS = 100

function isInstance(reference: { get(): unknown }, type: AbapClass | undefined): boolean {
  const object = reference.get()
  if (type === undefined || typeof object !== 'object' || object === null) return false
  if (typeof type === 'function' && object instanceof type) return true
  const implemented =
    (object.constructor as { IMPLEMENTED_INTERFACES?: readonly string[] }).IMPLEMENTED_INTERFACES ??
    []
  return type.INTERNAL_TYPE === 'INTF' && implemented.includes(type.INTERNAL_NAME ?? '')
}
