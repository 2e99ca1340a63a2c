import type { Route } from '../http/route.ts'
import { routes as core } from './core.ts'

/**
 * Every area's routes. To add an area: a file here that exports `routes: readonly Route[]`, and a line in this list. What a route
 * declares in `collection` is its entry in the discovery document; nothing else is announced.
 */
export const routes: readonly Route[] = [
  ...core
]
