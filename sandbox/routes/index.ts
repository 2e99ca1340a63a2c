import type { Route } from '../http/route.ts'
import { routes as activation } from './activation.ts'
import { routes as atc } from './atc.ts'
import { routes as checks } from './checks.ts'
import { routes as completion } from './completion.ts'
import { routes as core } from './core.ts'
import { routes as coverage } from './coverage.ts'
import { routes as create } from './create.ts'
import { routes as deletion } from './delete.ts'
import { routes as dictionaryElements } from './dictionary-elements.ts'
import { routes as fragmentMappings } from './fragment-mappings.ts'
import { routes as hierarchy } from './hierarchy.ts'
import { routes as knowledge } from './knowledge.ts'
import { routes as locks } from './locks.ts'
import { routes as messageLocks } from './message-locks.ts'
import { routes as navigation } from './navigation.ts'
import { routes as nodeStructure } from './node-structure.ts'
import { routes as objects } from './objects.ts'
import { routes as packages } from './packages.ts'
import { routes as prettyPrinter } from './prettyprinter.ts'
import { routes as preview } from './preview.ts'
import { routes as quickFixes } from './quick-fixes.ts'
import { routes as refactorings } from './refactorings.ts'
import { routes as classRun } from './run.ts'
import { routes as search } from './search.ts'
import { routes as sourceSearch } from './source-search.ts'
import { routes as sources } from './sources.ts'
import { routes as structure } from './structure.ts'
import { routes as system } from './system.ts'
import { routes as textElements } from './text-elements.ts'
import { routes as transportChecks } from './transport-checks.ts'
import { routes as transportSearch } from './transport-search.ts'
import { routes as transports } from './transports.ts'
import { routes as types } from './types.ts'
import { routes as unit } from './unit.ts'
import { routes as usages } from './usages.ts'
import { routes as validation } from './validation.ts'
import { routes as versions } from './versions.ts'

/**
 * Every area's routes. To add an area: a file here that exports `routes: readonly Route[]`, and a
 * line in this list. What a route declares in `collection` is its entry in the discovery document;
 * nothing else is announced.
 */
export const routes: readonly Route[] = [
  ...core,
  ...objects,
  ...sources,
  ...versions,
  ...locks,
  ...messageLocks,
  ...textElements,
  ...knowledge,
  ...create,
  ...deletion,
  ...validation,
  ...structure,
  ...checks,
  ...activation,
  ...unit,
  ...coverage,
  ...classRun,
  ...navigation,
  ...fragmentMappings,
  ...dictionaryElements,
  ...usages,
  ...completion,
  ...hierarchy,
  ...quickFixes,
  ...refactorings,
  ...atc,
  ...prettyPrinter,
  ...preview,
  ...packages,
  ...search,
  ...sourceSearch,
  ...nodeStructure,
  ...types,
  ...transportChecks,
  ...transports,
  ...transportSearch,
  ...system
]
