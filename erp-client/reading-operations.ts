/** The table of requests that only read: one row for each operation. */

/**
 * One kind of reading request.
 * - `about`: what its answer describes. `system` the ERP itself, `repository` many objects,
 *   `object` one object, `plan` what a change would do, `check` the result of an analysis,
 *   `request` transport requests, `git` repositories and their servers, `runtime` processes, traces
 *   and dumps, and `data` the rows of tables.
 * - `reveals`: the answer can contain business data or values of running programs.
 */
export interface ReadRow {
  readonly about:
    'system' | 'repository' | 'object' | 'plan' | 'check' | 'request' | 'git' | 'runtime' | 'data'
  readonly reveals?: true
}

const system = { about: 'system' } as const
const repository = { about: 'repository' } as const
const object = { about: 'object' } as const
const plan = { about: 'plan' } as const
const check = { about: 'check' } as const
const request = { about: 'request' } as const
const git = { about: 'git' } as const
const runtime = { about: 'runtime' } as const

export const readOperations = {
  'discovery.read': system,
  'system.read': system,
  'system.installation': system,
  'systemmessages.list': system,
  'session.end': system,
  logoff: system,
  logon: system,

  'search.objects': repository,
  'search.source': repository,
  'package.contents': repository,
  'inactive.list': repository,
  'usages.find': repository,
  'usages.snippets': repository,

  'metadata.read': object,
  'object.describe': object,
  'source.read': object,
  'document.read': object,
  'texts.read': object,
  'outline.read': object,
  'include.programs': object,
  'versions.list': object,
  'versions.read': object,
  'release.read': object,
  'service.details': object,
  'service.metadata': object,
  'navigation.target': object,
  'assist.complete': object,
  'assist.element': object,
  'assist.cds': object,
  'assist.hierarchy': object,
  'assist.documentation': object,
  'cds.createStatements': object,
  'enhancements.options': object,
  'enhancements.read': object,
  'ui5.list': repository,
  'ui5.folder': object,
  'ui5.read': object,

  'source.format': plan,
  'quickfix.evaluate': plan,
  'quickfix.propose': plan,
  'rename.evaluate': plan,
  'rename.preview': plan,
  'extract.evaluate': plan,
  'extract.preview': plan,
  'package.preview': plan,
  'generator.content': plan,
  'generator.list': plan,
  'generator.check': plan,
  'generator.preview': plan,
  'transport.check': plan,

  'syntax.check': check,
  'atc.customizing': check,
  'atc.variants': check,
  'atc.worklist': check,
  'atc.run': check,
  'atc.findings': check,
  'atc.documentation': check,
  'atc.status': check,
  'unit.result': check,
  'unit.status': check,
  'coverage.read': check,
  'atcApi.run': check,
  'atcApi.status': check,
  'atcApi.result': check,
  'unitApi.run': check,
  'unitApi.status': check,
  'unitApi.result': check,

  'transport.list': request,
  'transport.read': request,
  'transport.object': request,
  'transport.targets': request,
  'transport.layers': request,
  'transport.search': request,
  'transport.find': request,
  'transport.saved': request,
  'transport.consistency': request,

  'git.list': git,
  'git.stage': git,
  'gcts.system': git,
  'gcts.list': git,
  'gcts.repository': git,
  'gcts.history': git,
  'gcts.objects': git,
  'gcts.branches': git,
  'gcts.user': git,

  'dumps.list': runtime,
  'dumps.read': { about: 'runtime', reveals: true },
  'gateway.errors': runtime,
  'gateway.error': { about: 'runtime', reveals: true },
  'sqltrace.state': runtime,
  'traces.list': runtime,
  'traces.hits': runtime,
  'traces.db': runtime,
  'traces.requests': runtime,
  'debugger.list': runtime,
  'debugger.listen': runtime,
  'debugger.listening': runtime,
  'debugger.stack': runtime,
  'debugger.frame': runtime,
  'amdp.await': { about: 'runtime', reveals: true },

  'data.preview': { about: 'data', reveals: true }
} as const satisfies Readonly<Record<string, ReadRow>>

/** The name of a reading request of this library. */
export type ReadOperation = keyof typeof readOperations
