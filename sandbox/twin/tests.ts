/** Runs the unit tests of the staged objects in the confined process of the runtime. */
import type { System } from '../system.ts'
import type { FileTestClass, ObjectKey, RepositoryFile, RunAlert } from '../types.ts'
import type { Dependencies } from './dependencies.ts'
import { refOf } from './objects.ts'
import type { TwinTest } from './types.ts'

interface TestRun {
  readonly keys: readonly ObjectKey[]
  readonly dependencies: Dependencies
  readonly testMilliseconds: number
}

const limits = { memoryMegabytes: 256, outputBytes: 256 * 1024 }
const longestText = 500

/** Every test method of the objects with its verdict; one that did not run has none. */
export async function runTests(
  system: System,
  { keys, dependencies, testMilliseconds }: TestRun
): Promise<TwinTest[]> {
  const { store, engine, runtime, dictionary, database } = system
  const files = store.files('active', keys).map(({ name }) => name)
  const classes = await engine.testClasses({ files, overlay: [] })
  if (classes.length === 0) return []
  await dependencies.followStatements()
  dictionary.refresh()
  const closure = await engine.closure({ files, overlay: [] })
  const run = await runtime.unit({
    files: closure,
    classes: classes.map(({ file, name, methods }) => ({
      file,
      name,
      methods: methods.map(method => method.name)
    })),
    tables: dictionary.tables(),
    database: database.file,
    limits: { ...limits, milliseconds: testMilliseconds }
  })
  const stubs = new Set(dependencies.stubs.map(({ name }) => name))
  const context = { system, stubs, readsRows: closure.some(readsRows) }
  return run.classes.flatMap(({ file, name, alerts, methods }) =>
    methods.map(method => {
      const own = [...alerts, ...method.alerts]
      return {
        ...testOf(system, classes, { file, name }),
        method: method.name,
        ...verdictOf(own, context)
      }
    })
  )
}

function testOf(
  { store }: System,
  classes: readonly FileTestClass[],
  { file, name }: { readonly file: string; readonly name: string }
) {
  const found = classes.find(each => each.file === file && each.name === name)
  const part = store.partOfFile(found?.file ?? file)
  const {
    type,
    name: object,
    group
  } = part === undefined ? { type: 'CLAS', name, group: undefined } : refOf(part.object, part.part)
  return { type, name: object, ...(group === undefined ? {} : { group }), testClass: name }
}

interface Context {
  readonly system: System
  readonly stubs: ReadonlySet<string>
  readonly readsRows: boolean
}

function verdictOf(
  alerts: readonly RunAlert[],
  context: Context
): Pick<TwinTest, 'state' | 'texts'> {
  const [first] = alerts
  if (first === undefined) return { state: 'passed', texts: [] }
  const texts = alerts.map(alert => wordsOf(alert, context.system))
  const stub = alerts.map(alert => stubIn(alert, context)).find(name => name !== undefined)
  if (stub !== undefined) {
    return {
      state: 'not judged',
      texts: [`The test reaches ${stub}, whose statements the twin does not have.`]
    }
  }
  if (alerts.some(({ kind }) => kind === 'unsupported' || kind === 'limit' || kind === 'warning')) {
    return { state: 'not judged', texts }
  }
  if (!context.readsRows) return { state: 'failed', texts }
  return {
    state: 'not judged',
    texts: ['It fails in the twin, where all tables of the database are empty.', ...texts]
  }
}

function wordsOf({ title, details, stack }: RunAlert, { store }: System): string {
  const [place] = stack
  const words = [title, ...details].join('; ').slice(0, longestText)
  if (place === undefined) return words
  const range = { startRow: place.row, startColumn: 0, endRow: place.row, endColumn: 0 }
  const found = store.toPart({ file: place.file, ...range })
  if (found === undefined) return words
  const { type, name, part } = refOf(found.part.object, found.part.part)
  return `${words} (${type} ${name}${part === 'main' ? '' : ` ${part}`}, line ${found.range.startRow})`
}

/** The stub in which the test ended. */
function stubIn({ stack }: RunAlert, { system, stubs }: Context): string | undefined {
  const [place] = stack
  const part = place === undefined ? undefined : system.store.partOfFile(place.file)
  if (part === undefined) return undefined
  const { name } = refOf(part.object, part.part)
  return stubs.has(name) ? name : undefined
}

/** Whether a source reads the database. */
function readsRows({ name, text }: RepositoryFile): boolean {
  return name.endsWith('.abap') && /^[ \t]*SELECT\b/im.test(text)
}
