/** The list of all routes. */
import type { Route } from '../http/route.ts'
import { routes as activation } from './activation.ts'
import { routes as atc } from './atc.ts'
import { routes as atcRuns } from './checks/atc-runs.ts'
import { routes as checks } from './checks.ts'
import { routes as completion } from './intelligence/completion.ts'
import { routes as browserLogon } from './logon/browser.ts'
import { routes as core } from './core.ts'
import { routes as coverage } from './coverage.ts'
import { routes as create } from './create.ts'
import { routes as debuggerBreakpoints } from './debugger/breakpoints.ts'
import { routes as debuggerSession } from './debugger/session.ts'
import { routes as debuggerStack } from './debugger/stack.ts'
import { routes as createStatements } from './dictionary/create-statements.ts'
import { routes as deletion } from './delete.ts'
import { routes as dictionaryElements } from './intelligence/dictionary-elements.ts'
import { routes as fragmentMappings } from './intelligence/fragment-mappings.ts'
import { routes as dumps } from './diagnose/dumps.ts'
import { routes as traces } from './diagnose/traces.ts'
import { routes as hierarchy } from './intelligence/hierarchy.ts'
import { routes as locks } from './locks.ts'
import { routes as messageLocks } from './message-locks.ts'
import { routes as navigation } from './intelligence/navigation.ts'
import { routes as nodeStructure } from './node-structure.ts'
import { routes as objects } from './objects.ts'
import { routes as packages } from './packages.ts'
import { routes as prettyPrinter } from './intelligence/prettyprinter.ts'
import { routes as preview } from './preview.ts'
import { routes as quickFixes } from './intelligence/quick-fixes.ts'
import { routes as refactorings } from './intelligence/refactorings.ts'
import { routes as classRun } from './run.ts'
import { routes as search } from './search.ts'
import { routes as sourceSearch } from './intelligence/source-search.ts'
import { routes as sources } from './sources.ts'
import { routes as structure } from './intelligence/structure.ts'
import { routes as system } from './system.ts'
import { routes as tableSettings } from './dictionary/table-settings.ts'
import { routes as textElements } from './text-elements.ts'
import { routes as transportActions } from './transports/actions.ts'
import { routes as control } from './transports/control.ts'
import { routes as transportRelease } from './transports/release.ts'
import { routes as transportFind } from './transports/find.ts'
import { routes as transportChecks } from './transports/checks.ts'
import { routes as transportLogs } from './transports/logs.ts'
import { routes as transportSearch } from './transports/search.ts'
import { routes as transports } from './transports/transports.ts'
import { routes as types } from './types.ts'
import { routes as unit } from './unit.ts'
import { routes as unitRuns } from './checks/unit-runs.ts'
import { routes as usages } from './intelligence/usages.ts'
import { routes as validation } from './validation.ts'
import { routes as versions } from './versions.ts'

/**
 * Every area's routes. To add an area: a file here that exports `routes: readonly Route[]`, and a
 * line in this list. What a route declares in `collection` is its entry in the discovery document;
 * nothing else is announced.
 */
export const routes: readonly Route[] = [
  ...core,
  ...browserLogon,
  ...objects,
  ...sources,
  ...versions,
  ...locks,
  ...messageLocks,
  ...textElements,
  ...tableSettings,
  ...create,
  ...createStatements,
  ...deletion,
  ...validation,
  ...structure,
  ...checks,
  ...activation,
  ...unit,
  ...unitRuns,
  ...control,
  ...coverage,
  ...classRun,
  ...debuggerBreakpoints,
  ...debuggerSession,
  ...debuggerStack,
  ...dumps,
  ...traces,
  ...navigation,
  ...fragmentMappings,
  ...dictionaryElements,
  ...usages,
  ...completion,
  ...hierarchy,
  ...quickFixes,
  ...refactorings,
  ...atc,
  ...atcRuns,
  ...prettyPrinter,
  ...preview,
  ...packages,
  ...search,
  ...sourceSearch,
  ...nodeStructure,
  ...types,
  ...transportChecks,
  ...transports,
  ...transportActions,
  ...transportFind,
  ...transportRelease,
  ...transportLogs,
  ...transportSearch,
  ...system
]
