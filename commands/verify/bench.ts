/** What a check has at hand: the watched system, sample objects, and objects of the run. */
import type { Discovery, ErpReader, ErpWriter, SystemInfo } from '../../erp-client/index.ts'
import type { ObjectRef } from '../../erp-client/index.ts'
import type { Exchange } from './watch.ts'

/** A source to read, search and check. */
export interface Subject {
  readonly ref: ObjectRef
  readonly text: string
}

/** A second log-on of the same user. */
export interface Visit {
  readonly reader: ErpReader
  readonly writer: ErpWriter
  /** The last status of each operation that was sent. */
  readonly seen: ReadonlyMap<string, number | undefined>
  end(): Promise<void>
}

export interface Bench {
  readonly reader: ErpReader
  readonly writer: ErpWriter
  readonly exchanges: readonly Exchange[]
  readonly signal: AbortSignal
  readonly system: SystemInfo | undefined
  readonly discovery: Discovery | undefined
  /** Rows that one query may read. */
  readonly maxRows: number
  readonly world: World
  /** Whether the safety filters permit to read the rows of a table. */
  mayReadRows(table: string): boolean
  /** Whether the safety filters permit objects of the run in a package. */
  permitsPackage(name: string): boolean
  /** Whether they permit transport requests of the run. */
  permitsRequests(): boolean
  visit(): Visit
}

export interface World {
  /** Whether the run creates objects. */
  readonly writing: boolean
  readonly package: string
  /** Description of everything that the run creates. */
  readonly marker: string
  /** A class with a source: the run's own, or one that the system has. */
  class(): Promise<Subject>
  /** An object of a type that the system has. @throws Skipped where it has none */
  sample(type: string): Promise<ObjectRef>
  /** A new object of the run, with a name of its own. @throws Skipped without `--write` */
  make(options: OwnObject): Promise<ObjectRef>
  /** A name of the run that is free. */
  freeRef(type: string): ObjectRef
  /** The object is created by the check itself, and removed at the end. */
  owns(ref: ObjectRef): void
  /** The transport request is created by the check itself, and deleted at the end. */
  ownsRequest(number: string): void
  /** A text that names something of the run, for requests that do not name an object. */
  names(text: string): void
}

export interface OwnObject {
  readonly type: string
  /** The source to save; `{name}` stands for the name. */
  readonly source?: string
  readonly activate?: boolean
}
