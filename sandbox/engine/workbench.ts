/** Dispatches the operations of the engine inside the worker thread. */
import { createBackgroundAnalysis } from './background-analysis.ts'
import type { Refusal } from './bounds.ts'
import { check } from './check/check.ts'
import { syntaxRules } from './check/rules.ts'
import { complete } from './navigate/complete.ts'
import { elementInfo } from './navigate/element-info.ts'
import { lint, lintRules, quickFixes } from './lint.ts'
import { extractMethod } from './refactor/extract-method.ts'
import { safeRename } from './refactor/safe-rename.ts'
import { typeHierarchy } from './navigate/type-hierarchy.ts'
import { definition } from './navigate/definition.ts'
import { unknownNames } from './navigate/unknown-names.ts'
import { closure } from './closure.ts'
import { format } from './format/format.ts'
import { installGrammar } from '../grammar/install.ts'
import { structure } from './outline/outline.ts'
import { analyzeSelect } from './select/select.ts'
import { testClasses } from './outline/test-classes.ts'
import { keepStatements } from './kept-statements.ts'
import { EngineError } from './protocol.ts'
import type { Operation, Operations, ParametersOf, Result, Start } from './protocol.ts'
import { references, uses } from './navigate/references.ts'
import { createRepository } from './repository.ts'
import type { ReportProgress } from './repository-state.ts'

/**
 * The operations of the thread on its one repository. They are synchronous, so requests cannot
 * interleave.
 */
export interface Workbench {
  run(operation: Operation, parameters: readonly unknown[]): unknown
  /**
   * Runs the checks once on a class of the library: the first check takes several times as long as
   * the next ones.
   */
  warmUp(): void
  /** Analyses one source that no request has needed yet. False when there is none left. */
  analyzeNext(): boolean
  /** Sources refused since the last call. */
  takeRefusals(): Refusal[]
}

type Handlers = { readonly [M in keyof Operations]: (...parameters: ParametersOf<M>) => Result<M> }

export function createWorkbench(
  { library, active, mounted, refusals, keptIn }: Start,
  reportProgress: ReportProgress
): Workbench {
  installGrammar()
  const repository = createRepository(library, refusals, reportProgress)
  const rules = syntaxRules(repository.registry)
  const withKeptStatements = keepStatements(keptIn)
  withKeptStatements(() => repository.load(active, mounted))
  const analyzeNext = createBackgroundAnalysis(repository)
  const handlers: Handlers = {
    load: (files, others) => {
      const begin = performance.now()
      analyzeNext.restart()
      return {
        objects: withKeptStatements(() => repository.load(files, others)),
        milliseconds: Math.round(performance.now() - begin)
      }
    },
    apply: ({ put, remove }) => {
      analyzeNext.restart()
      repository.apply(put, remove)
    },
    check: request => check(repository, rules, request),
    definition: request => definition(repository, request),
    references: request => references(repository, request),
    uses: request => uses(repository, request),
    structure: request => structure(repository, request),
    testClasses: request => testClasses(repository, request),
    format: request => format(request, reportProgress),
    analyzeSelect: request => analyzeSelect(repository, rules, request),
    complete: request => complete(repository, request),
    elementInfo: request => elementInfo(repository, request),
    typeHierarchy: request => typeHierarchy(repository, request),
    rename: request => safeRename(repository, rules, request),
    extractMethod: request => extractMethod(repository, request),
    quickFixes: request => quickFixes(repository, request),
    lint: request => lint(repository, request),
    lintRules: () => lintRules(),
    unknownNames: request => unknownNames(repository, request),
    closure: request => closure(repository, request)
  }
  return {
    run: (operation, parameters) => {
      // The protocol pairs every operation with its parameters; the compiler cannot follow that
      // through a message.
      const handler = Object.hasOwn(handlers, operation)
        ? (handlers[operation] as (...parameters: readonly unknown[]) => unknown)
        : undefined
      if (handler === undefined) {
        throw new EngineError('INVALID', `The engine has no operation "${operation}".`)
      }
      return handler(...parameters)
    },
    warmUp: () => {
      const some = library.find(file => file.name.endsWith('.clas.abap') && file.text.length > 1000)
      if (some !== undefined) check(repository, rules, { files: [some.name], overlay: [] })
    },
    analyzeNext: () => analyzeNext.step(),
    takeRefusals: () => repository.takeRefusals()
  }
}
