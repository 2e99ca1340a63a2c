import type { Route } from '../http/route.ts'
import { routes as core } from './core.ts'
import { routes as create } from './create.ts'
import { routes as deletion } from './delete.ts'
import { routes as locks } from './locks.ts'
import { routes as objects } from './objects.ts'
import { routes as sources } from './sources.ts'
import { routes as validation } from './validation.ts'

/**
 * Every area's routes. To add an area: a file here that exports `routes: readonly Route[]`, and a line in this list. What a route
 * declares in `collection` is its entry in the discovery document; nothing else is announced.
 */
export const routes: readonly Route[] = [
  ...core,
  ...objects,
  ...sources,
  ...locks,
  ...create,
  ...deletion,
  ...validation
]
