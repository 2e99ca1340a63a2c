/** Routes of knowledge transfer documents, which the sandbox does not have. */
import { notFound } from '../http/errors.ts'
import type { Route } from '../http/route.ts'

/**
 * Knowledge transfer documents: there are none, and none can be created. Clients that display
 * the document of an object read 404 as "none exists" and any other refusal as an error; all other
 * requests of this area are 501.
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
