/** The interface of `store/`, the only owner of the data directory. */
import type { XmlNode } from './xml-tree.ts'
import type { FileRange } from './engine-types.ts'
import type { DumpRecords } from './dump-types.ts'
import type { TraceRecords } from './trace-types.ts'
import type { StagedImport } from './store/exchange/types.ts'
import type { ExchangeRecords, ExportedObject } from './transports/exchange/types.ts'
import type { TransportRecords } from './transports/types.ts'
import type {
  KeptVersion,
  Location,
  ObjectInfo,
  ObjectKey,
  ObjectType,
  Overlay,
  PartInfo,
  PartKey,
  PartText,
  PartVersion,
  RepositoryFile,
  TableShape,
  Version,
  VersionCause
} from './repository-types.ts'

/** Every method is synchronous and throws StoreError with a code. */
export interface Store {
  readonly dataDir: string
  /** The installation number, which belongs to the data directory. */
  readonly installation: string
  /** Requests and tasks with their objects, in the same bookkeeping. */
  readonly transports: TransportRecords
  /** Exports of this system and its import queue, in the same bookkeeping. */
  readonly exchange: ExchangeRecords
  /** Short dumps of programs that ended with a runtime error, in the same bookkeeping. */
  readonly dumps: DumpRecords
  /** Traces of programs that were measured. */
  readonly traces: TraceRecords
  /** The objects of mounted folders, which are read, and neither listed nor changed. */
  readonly library: {
    readonly keys: readonly ObjectKey[]
    readonly files: readonly RepositoryFile[]
    /** By folder what is not mounted, each with its reason. */
    readonly leftOut: readonly { readonly folder: string; readonly entries: readonly string[] }[]
  }
  /** Own objects with names of objects that every system has, which programs run with. */
  hidden(): ObjectKey[]
  /** Prepares objects of another system; nothing changes until the result is committed. */
  stageImport(objects: readonly ExportedObject[]): StagedImport
  list(filter?: { type?: ObjectType; package?: string; name?: string }): ObjectInfo[]
  get(key: ObjectKey): ObjectInfo | undefined
  /** Every object, in no order, without reading anything of it. */
  keys(): ObjectKey[]
  /** Names with `*` and `?`, case-insensitive. */
  find(query: {
    pattern: string
    types?: readonly string[]
    package?: string
    max: number
  }): ObjectInfo[]
  subPackages(name: string): ObjectInfo[]
  /** Every part that was written, once for each version it has. */
  parts(key: ObjectKey): PartInfo[]
  read(part: PartKey, version: Version | 'workingArea'): PartText | undefined
  /** Creates or overwrites the inactive version; atomic; returns the new state. */
  write(part: PartKey, text: string, user: string): PartInfo
  /** A new, inactive object with its first parts. */
  create(
    object: Omit<ObjectInfo, 'state' | 'createdAt' | 'changedAt'>,
    parts: readonly { part: string; text: string }[],
    user: string
  ): ObjectInfo
  /** Adds a part (test include, function module, group include) as inactive. */
  addPart(part: PartKey, text: string, user: string): PartInfo
  update(
    key: ObjectKey,
    changes: {
      description?: string
      package?: string
      responsible?: string
      attributes?: Record<string, string>
    },
    user: string
  ): ObjectInfo
  /** What the metadata file of the object holds, in abapGit format. */
  values(key: ObjectKey, version: Version): XmlNode | undefined
  /** Changes it; the object is inactive afterwards. */
  changeValues(
    key: ObjectKey,
    change: { readonly change: (values: XmlNode) => XmlNode; readonly user: string }
  ): ObjectInfo
  remove(key: ObjectKey): void
  removePart(part: PartKey, user: string): void
  /** Inactive drafts become active; all or nothing; returns what changed. */
  activate(keys: readonly ObjectKey[], user: string): { put: RepositoryFile[]; remove: string[] }
  inactive(user?: string): { part: PartKey; user: string; changedAt: number }[]
  /**
   * The repository in abapGit format; `inactive` gives, for the named objects, the drafts where
   * there are any.
   */
  files(version: Version, keys?: readonly ObjectKey[]): RepositoryFile[]
  /** Objects in the folder whose type is not kept, as `TYPE NAME`: their files stay as they are. */
  foreign(): readonly string[]
  /**
   * Metadata files in the folder that cannot be read, with the reason: their objects are there,
   * with what their sources say.
   */
  unreadable(): readonly { readonly file: string; readonly reason: string }[]
  /** File name of a part, and the part of a file name. */
  fileName(part: PartKey): string
  partOfFile(name: string): PartKey | undefined
  /**
   * The files these sources would be, were they saved now (with what is stored beside them); writes
   * nothing; throws as `write` does.
   */
  overlay(sources: Overlay): RepositoryFile[]
  /**
   * Short text and facts of a part (a function module's), in the active and the inactive version.
   */
  describe(
    part: PartKey,
    changes: { description?: string; attributes?: Record<string, string> },
    user: string
  ): PartInfo
  /**
   * A place in an engine file as a place in its part, and back: where a text and its file differ
   * (signatures, tables), rows are mapped.
   */
  toPart(range: FileRange, sources?: Overlay): Location | undefined
  toFile(
    place: { readonly part: PartKey; readonly row: number; readonly column: number },
    sources?: Overlay
  ): { file: string; row: number; column: number } | undefined
  /** The kept versions of a part, newest first, and the text of one; the active one is none. */
  versions(part: PartKey): PartVersion[]
  versionText(part: PartKey, number: number): string | undefined
  /** Keeps the active sources of objects, or of some of their parts, as versions. */
  keepVersions(
    objects: readonly { object: ObjectKey; parts?: readonly string[] | undefined }[],
    cause: VersionCause
  ): KeptVersion[]
  dropVersions(versions: readonly KeptVersion[]): void
  /** Columns of a table, structure or CDS view as resolved through data elements and domains. */
  shape(name: string): TableShape | undefined
  /** Supplies the columns of CDS views; `shape` calls it for names of views. */
  useViewShapes(resolve: (entity: string) => TableShape | undefined): void
  close(): void
}
