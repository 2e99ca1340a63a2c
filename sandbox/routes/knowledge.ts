/** Routes of knowledge transfer documents, which the sandbox does not have. */
import { notFound } from '../http/errors.ts'
import type { Route } from '../http/route.ts'

/**
 * Knowledge transfer documents: there are none, and none can be made. Clients that show the
 * one of an object beside its source take 404 for "it has none" and any other refusal for a fault;
 * all else of this area is 501.
 */
export const routes: readonly Route[] = [
  {
    method: 'GET',
    path: '/documentation/ktd/documents/{name}',
    handler: request => {
      throw notFound(request.param('name').toUpperCase())
    }
  }
]
