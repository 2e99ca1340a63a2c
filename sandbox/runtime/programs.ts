/** Writes transpiled programs to disk, and reuses them. */
import { createHash } from 'node:crypto'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { JobModule } from './child/job.ts'
import { constructorOrder } from './transpile/order.ts'
import type { LibraryProgram, Module, Program, TranspileRequest } from './transpile/program.ts'
import type { Transpiler } from './transpiler.ts'

/** A program on disk, ready to be loaded by a child. */
export interface BuiltProgram extends Program {
  readonly folder: string
  readonly files: readonly JobModule[]
  readonly constructors: readonly string[]
  /** Module by the URL that appears in stacks. */
  readonly byUrl: ReadonlyMap<string, Module>
}

/** Where the kernel library's code, the script that fills the realm and the process's own code are. */
export interface Library {
  readonly folder: string
  readonly main: string
  readonly url: string
  readonly realm: string
}

export interface Programs {
  library(): Promise<Library>
  /**
   * The program of a closure; one with the same contents is taken from the cache. It stays on disk
   * until it is released.
   */
  build(request: TranspileRequest): Promise<BuiltProgram>
  release(program: BuiltProgram): void
}

const MAX_CACHED = 12

export function createPrograms(root: string, transpiler: Transpiler): Programs {
  const cache = new Map<string, Promise<BuiltProgram>>()
  const users = new Map<BuiltProgram, number>()
  const evicted = new Set<BuiltProgram>()
  // A program that was evicted and is made again must not share the folder of the old one.
  let counter = 0
  let bundle: Promise<Library> | undefined

  const make = async (hash: string, request: TranspileRequest): Promise<BuiltProgram> => {
    const [program, library] = await Promise.all([
      transpiler.transpile(request),
      transpiler.library()
    ])
    const known = new Set([...library.modules, ...program.modules].flatMap(classKeys))
    return writeProgram(join(root, 'programs', `${hash}-${++counter}`), { program, known })
  }

  const drop = (program: BuiltProgram): void => {
    if ((users.get(program) ?? 0) > 0 || !evicted.has(program)) return
    evicted.delete(program)
    users.delete(program)
    rmSync(program.folder, { recursive: true, force: true })
  }
  const evict = (program: BuiltProgram): void => {
    evicted.add(program)
    drop(program)
  }

  return {
    library() {
      bundle ??= transpiler.library().then(program => writeLibrary(join(root, 'library'), program))
      bundle.catch(() => {
        bundle = undefined
      })
      return bundle
    },
    build(request) {
      const hash = hashOf(request)
      const known = cache.get(hash)
      cache.delete(hash)
      const built = known ?? make(hash, request)
      cache.set(hash, built)
      built.catch(() => {
        if (cache.get(hash) === built) cache.delete(hash)
      })
      for (const [old, program] of cache) {
        if (cache.size <= MAX_CACHED) break
        cache.delete(old)
        program.then(evict, () => {})
      }
      return built.then(program => {
        users.set(program, (users.get(program) ?? 0) + 1)
        return program
      })
    },
    release(program) {
      users.set(program, (users.get(program) ?? 1) - 1)
      drop(program)
    }
  }
}

function hashOf(request: TranspileRequest): string {
  const hash = createHash('sha256')
  const part = (text: string): void => {
    hash.update(`${text.length}:`).update(text)
  }
  part(request.probes ?? 'none')
  for (const file of [...request.files].sort((a, b) => (a.name < b.name ? -1 : 1))) {
    part(file.name)
    part(file.text)
  }
  for (const shape of [...request.tables].sort((a, b) => (a.name < b.name ? -1 : 1))) {
    part(JSON.stringify(shape))
  }
  return hash.digest('hex').slice(0, 32)
}

const classKeys = ({ classes }: Module) => Object.values(classes)

function writeProgram(
  folder: string,
  { program, known }: { program: Program; known: ReadonlySet<string> }
): BuiltProgram {
  mkdirSync(folder, { recursive: true })
  const byUrl = new Map<string, Module>()
  const files = program.modules.map((module, index) => {
    // ABAP names may hold characters that mean something in a URL.
    const path = join(folder, `m${index}.mjs`)
    writeFileSync(path, withoutAbsent(withHooks(module), known))
    const url = pathToFileURL(path).href
    byUrl.set(url, module)
    return { id: module.id, url, object: module.object }
  })
  return { ...program, folder, files, constructors: constructorOrder(program.modules), byUrl }
}

/** One file for the whole library: reading a hundred and more would cost every run. */
function writeLibrary(folder: string, program: LibraryProgram): Library {
  mkdirSync(folder, { recursive: true })
  const path = join(folder, 'library.mjs')
  const modules = program.modules.map(module => `{ // ${module.id}\n${withHooks(module)}\n}\n`)
  const constructors = constructorOrder(program.modules).map(
    key => `await abap.Classes[${JSON.stringify(key)}]?.class_constructor?.();\n`
  )
  writeFileSync(path, modules.join('') + constructors.join(''))
  const realm = join(folder, 'realm.js')
  writeFileSync(realm, program.realm)
  const own = join(folder, 'process')
  mkdirSync(own, { recursive: true })
  for (const { name, code } of program.process) writeFileSync(join(own, name), code)
  const main = join(own, program.process[0]?.name ?? '')
  return { folder, main, url: pathToFileURL(path).href, realm: pathToFileURL(realm).href }
}

/** A class or interface that is named by the source and used, as an object or for its components. */
const USED = /(?<=\bnew )abap\.Classes\['([^'\n]+)'\]|abap\.Classes\['([^'\n]+)'\](?=[.[])/g

/**
 * Lets uses of classes that neither the program nor the library has end the run: what JavaScript
 * throws there would be taken for an initial reference, which CATCH handles. Moves no column.
 */
function withoutAbsent(code: string, known: ReadonlySet<string>): string {
  return code.replace(USED, (whole, one?: string, other?: string) =>
    known.has(one ?? other ?? '') ? whole : whole.replace('abap.Classes', 'abap.Missing')
  )
}

/**
 * Makes JavaScript errors visible to CATCH, and gives static attributes the names that
 * functions have themselves. Neither moves a row.
 */
function withHooks(module: Module): string {
  const owned = new Set(
    [...module.code.matchAll(/^\s*([\w$]+)\.(name|length) = /gm)].map(
      match => `${match[1]} ${match[2]}`
    )
  )
  return module.code
    .replace(/^(\s*)\} catch \(e\) \{$/gm, '$1} catch (e) { e = abap.sandbox.caught(e);')
    .replace(
      /^(\s*class ([\w$]+)[^\n]*\n\s*)(?=static STATIC_SUPER = )/gm,
      (_whole, head: string, name: string) =>
        head +
        ['name', 'length']
          .filter(attribute => owned.has(`${name} ${attribute}`))
          .map(attribute => `static ${attribute} = undefined; `)
          .join('')
    )
}
