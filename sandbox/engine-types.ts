/** Requests and results of the engine: positions refer to files by name. */
import type { Range, RepositoryFile, UnknownName } from './repository-types.ts'

type Files = readonly RepositoryFile[]

/**
 * `sandbox/engine`: abaplint in a worker thread. Holds the active repository, and beside it what is
 * `mounted`, which it uses and does not change; drafts come as overlays. `main` names a file of the
 * program in which an include is read; without it an include means what it means in any of its programs.
 */
export interface Engine {
  load(files: Files, mounted?: Files): Promise<{ objects: number; milliseconds: number }>
  apply(change: { put: readonly RepositoryFile[]; remove: readonly string[] }): Promise<void>
  /** Findings for the named objects, with the overlay files in force. */
  check(request: {
    files: readonly string[]
    overlay: readonly RepositoryFile[]
    main?: string | undefined
  }): Promise<FileMessage[]>
  definition(request: {
    file: string
    row: number
    column: number
    overlay: readonly RepositoryFile[]
    main?: string | undefined
    implementation?: boolean
  }): Promise<FileDefinition | undefined>
  /**
   * Uses of what stands at the position, or of the whole object when there is no position; only
   * those in the files of `within`, when given.
   */
  references(request: {
    file: string
    row?: number
    column?: number
    overlay: readonly RepositoryFile[]
    main?: string | undefined
    within?: readonly string[]
  }): Promise<FileReference[]>
  /** The same uses counted by file, in the order of the files. */
  uses(request: {
    file: string
    row?: number
    column?: number
    overlay: readonly RepositoryFile[]
    main?: string | undefined
  }): Promise<FileUses[]>
  structure(request: {
    file: string
    overlay: readonly RepositoryFile[]
  }): Promise<FileStructureNode | undefined>
  testClasses(request: {
    files: readonly string[]
    overlay: readonly RepositoryFile[]
  }): Promise<FileTestClass[]>
  /** Keywords upper case and lines indented by default. */
  format(request: {
    file: string
    text: string
    keywords?: 'upper' | 'lower' | 'keep'
    indent?: boolean
  }): Promise<string>
  /**
   * A SELECT's shape by the repository's types: columns, tables read, or the messages that refuse
   * it. Exactly one SELECT.
   */
  analyzeSelect(request: {
    sql: string
    overlay?: readonly RepositoryFile[]
  }): Promise<SelectAnalysis>
  /**
   * Proposals for the place in the source as it is being typed (given in the overlay), best first.
   */
  complete(request: {
    file: string
    row: number
    column: number
    overlay: readonly RepositoryFile[]
    main?: string | undefined
  }): Promise<FileProposal[]>
  /** What is known of the name at the place: declaration, type, parameters, comment. */
  elementInfo(request: {
    file: string
    row: number
    column: number
    overlay: readonly RepositoryFile[]
    main?: string | undefined
  }): Promise<ElementInfo | undefined>
  /**
   * Classes and interfaces above or below the one at the place (or of the object), nearest first.
   */
  typeHierarchy(request: {
    file: string
    row?: number
    column?: number
    overlay: readonly RepositoryFile[]
    main?: string | undefined
    direction: 'superTypes' | 'subTypes'
  }): Promise<FileHierarchyEntry[]>
  /** The method that whole lines of a method become; rejects with INVALID and the reason. */
  extractMethod(request: {
    readonly file: string
    readonly startRow: number
    readonly endRow: number
    readonly overlay: readonly RepositoryFile[]
    readonly main?: string | undefined
    readonly newName: string
    readonly visibility: ExtractedMethod['visibility']
  }): Promise<ExtractedMethod>
  /** The edits that rename what stands at the place in all sources; rejects with INVALID and why. */
  rename(request: {
    file: string
    row: number
    column: number
    overlay: readonly RepositoryFile[]
    main?: string | undefined
    newName: string
  }): Promise<FileRename>
  /** Corrections for findings at the place, or in the whole file when there is none. */
  quickFixes(request: {
    file: string
    row?: number
    column?: number
    overlay: readonly RepositoryFile[]
    main?: string | undefined
  }): Promise<FileQuickFix[]>
  /** Findings of all rules, or of the named ones, beyond the syntax check. */
  lint(request: {
    files: readonly string[]
    overlay: readonly RepositoryFile[]
    rules?: readonly string[]
  }): Promise<FileMessage[]>
  /** The rules that `lint` supports. */
  lintRules(): Promise<LintRule[]>
  /** Names that the files use and no object or declaration of the repository explains. */
  unknownNames(request: { files: readonly string[] }): Promise<UnknownName[]>
  /** What the named objects need to run, without the library; `also`: objects without their tests. */
  closure(request: {
    files: readonly string[]
    also?: readonly string[]
    overlay: readonly RepositoryFile[]
  }): Promise<RepositoryFile[]>
  close(): Promise<void>
}
export interface FileRange extends Range {
  readonly file: string
}
export interface FileMessage extends FileRange {
  readonly severity: 'E' | 'W' | 'I'
  readonly text: string
  readonly rule: string
}
export interface FileProposal {
  readonly name: string
  readonly kind:
    | 'method'
    | 'attribute'
    | 'constant'
    | 'type'
    | 'event'
    | 'variable'
    | 'parameter'
    | 'component'
    | 'class'
    | 'interface'
    | 'table'
    | 'view'
    | 'function'
    | 'form'
    | 'field'
    | 'builtin'
    | 'keyword'
    | 'object'
  /** Characters before the cursor that the name replaces. */
  readonly prefixLength: number
  /** A type or signature in words; empty when it is unknown. */
  readonly detail: string
  /**
   * The text to insert with everything it needs, such as the parameters of a call; the bare name
   * otherwise.
   */
  readonly insert: string
  readonly visibility?: 'public' | 'protected' | 'private'
  readonly inherited?: boolean
}
export interface ElementInfo {
  readonly name: string
  /** ADT type. */
  readonly kind: string
  readonly definition?: FileDefinition
  /** The declaration as it is written. */
  readonly declaration: string
  /** Type of a variable, component or parameter; empty otherwise. */
  readonly type: string
  /** The comment above the declaration (ABAP Doc), without its marks. */
  readonly documentation: string
  readonly parameters: readonly {
    readonly name: string
    readonly direction: 'importing' | 'exporting' | 'changing' | 'returning'
    readonly type: string
    readonly optional: boolean
  }[]
  readonly exceptions: readonly string[]
}
export interface FileHierarchyEntry extends FileDefinition {
  /** Steps from the class or interface of the request. */
  readonly distance: number
}
export interface FileEdit extends FileRange {
  readonly oldText: string
  readonly newText: string
}
export interface FileRename {
  readonly oldName: string
  readonly newName: string
  readonly kind: string
  readonly edits: readonly FileEdit[]
}
export interface ExtractedMethod {
  readonly className: string
  readonly name: string
  readonly isStatic: boolean
  readonly visibility: 'public' | 'protected' | 'private'
  readonly parameters: readonly {
    readonly name: string
    readonly direction: 'importing' | 'exporting' | 'changing' | 'returning'
    readonly type: string
  }[]
  readonly exceptions: readonly string[]
  /** The statements as they are now. */
  readonly content: string
  readonly edits: readonly FileEdit[]
}
export interface FileQuickFix {
  /** The rule whose finding it corrects. */
  readonly rule: string
  readonly title: string
  readonly message: FileMessage
  readonly edits: readonly FileEdit[]
}
export interface LintRule {
  readonly key: string
  readonly title: string
  readonly description: string
  readonly tags: readonly string[]
  readonly hasQuickFix: boolean
}
export interface FileDefinition extends FileRange {
  readonly kind: string
  readonly name: string
}
export interface FileReference extends FileRange {
  readonly line: string
  readonly test: boolean
}
/** `test`: all of the uses stand in test code. */
export interface FileUses {
  readonly file: string
  readonly count: number
  readonly test: boolean
}
export interface FileStructureNode {
  readonly kind: string
  readonly name: string
  readonly visibility?: 'public' | 'protected' | 'private'
  readonly level?: 'instance' | 'static'
  readonly attributes: Readonly<Record<string, string>>
  readonly definition?: FileRange
  readonly implementation?: FileRange
  readonly definitionBlock?: FileRange
  readonly implementationBlock?: FileRange
  readonly children: readonly FileStructureNode[]
}
export interface FileTestClass extends FileRange {
  readonly name: string
  readonly risk: 'harmless' | 'dangerous' | 'critical'
  readonly duration: 'short' | 'medium' | 'long'
  readonly methods: readonly ({ readonly name: string } & FileRange)[]
}
export interface SelectAnalysis {
  readonly messages: readonly {
    readonly text: string
    readonly row: number
    readonly column: number
  }[]
  /**
   * Dictionary types (CHAR, NUMC, DEC …) of the result columns where the engine can derive them;
   * `origin` is `TABLE~FIELD` of a plain column.
   */
  readonly columns: readonly {
    readonly name: string
    readonly type?: string
    readonly length?: number
    readonly decimals?: number
    readonly origin?: string
  }[]
  readonly tables: readonly string[]
}
