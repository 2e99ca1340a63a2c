/** The registry of abaplint for one request, on top of the parsed kernel library. */
import {
  ABAPObject,
  Config,
  MemoryFile,
  Objects,
  Registry,
  type IObject,
  type IRegistry
} from '@abaplint/core'
import { declareStandard } from '../../grammar/standard-members.ts'
import { valuelessConstants } from '../../grammar/valueless-constants.ts'
import { isSyntaxWarning } from '../../grammar/warnings.ts'
import type { RepositoryFile } from '../../types.ts'
import { createUserObjects } from './incremental/user-objects.ts'
import type { Change } from './incremental/user-objects.ts'
import { encodeTexts, encodeXmlTexts } from './opaque.ts'
import type { TranspileRequest } from './program.ts'
import { hasInjections, withInjections } from './statements/seams.ts'
import { createUserFiles, fileIdentity } from './incremental/user-files.ts'

/**
 * Unknown names become void types that fail where they are used, instead of making a whole object
 * unusable.
 */
const CONFIG = {
  global: { files: '/**/*.*' },
  syntax: {
    version: 'v758',
    errorNamespace: '^NOTHING IS REQUIRED TO EXIST$',
    globalConstants: valuelessConstants
  },
  rules: { parser_error: true, check_syntax: true, begin_end_names: true }
}

/** A registry that keeps the kernel library parsed, and the objects of the last requests. */
export interface Repository {
  readonly registry: IRegistry
  readonly library: readonly IObject[]
  /** Puts the request's objects in place, and returns them. */
  replace(request: TranspileRequest): Change
}

export function createRepository(library: readonly RepositoryFile[]): Repository {
  const registry: IRegistry = new Registry(new Config(JSON.stringify(CONFIG)))
  declareStandard(library)
  registry.addFiles(library.map(memoryFile))
  registry.parse()
  // the library is trusted and may hold native code; what is read from now on is not
  encodeTexts()
  const libraryObjects = [...registry.getObjects()]
  const userFiles = createUserFiles(library)
  const user = createUserObjects(registry)

  return {
    registry,
    library: libraryObjects,
    replace(request) {
      const files = userFiles(request)
      const plain = new Set<string>()
      const change = user.replace(injected(files, plain).map(userFile))
      for (const object of change.objects) {
        if (!hasInjections(filesOf(object, files))) continue
        if (syntaxErrors(registry, object).length > 0) plain.add(identity(object))
      }
      if (plain.size === 0) return change
      const { objects, stale } = user.replace(injected(files, plain).map(userFile))
      return { objects, stale: new Set([...change.stale, ...stale]) }
    }
  }
}

function filesOf(object: IObject, files: readonly RepositoryFile[]): RepositoryFile[] {
  return files.filter(file => fileIdentity(file.name) === identity(object))
}

/**
 * With the injections of test classes in their seams. Objects in `plain` stay as they are: an
 * injection that is not valid there must not take the whole object with it.
 */
function injected(
  files: readonly RepositoryFile[],
  plain: ReadonlySet<string>
): readonly RepositoryFile[] {
  if (!hasInjections(files)) return files
  const objects = Map.groupBy(files, file => fileIdentity(file.name))
  return [...objects].flatMap(([name, own]) =>
    plain.has(name) || !hasInjections(own) ? own : withInjections(own)
  )
}

function memoryFile(file: RepositoryFile): MemoryFile {
  return new MemoryFile(file.name, file.text.replaceAll('\r\n', '\n'))
}

/** Names become names of objects in generated code. */
const FILE_NAME = /^[\w#$%&()~.-]+$/

function userFile(file: RepositoryFile): MemoryFile {
  if (!FILE_NAME.test(file.name)) {
    throw new Error(
      `the name of file ${JSON.stringify(file.name)} is not supported by the sandbox runtime`
    )
  }
  return memoryFile(
    /(?<!\.xslt\.source)\.xml$/.test(file.name)
      ? { ...file, text: encodeXmlTexts(file.text) }
      : file
  )
}

function identity(object: IObject): string {
  return `${object.getName().toLowerCase().replaceAll('/', '#')}.${object.getType().toLowerCase()}`
}

/** Messages of the checks without which transpiling makes no sense. */
export function syntaxErrors(
  registry: IRegistry,
  object: IObject
): { file: string; row: number; text: string }[] {
  if (!(object instanceof ABAPObject)) return []
  const issues = [...registry.findIssuesObject(object)]
  return issues
    .filter(issue => !isSyntaxWarning(issue))
    .map(issue => ({
      file: issue.getFilename(),
      row: issue.getStart().getRow(),
      text: issue.getMessage()
    }))
}

export function isInclude(object: IObject): boolean {
  return object instanceof Objects.Program && object.isInclude()
}
