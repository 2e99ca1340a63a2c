/** Errors that concern one object: an answer over many objects goes on without it. */
import { isErpError } from '../../erp-client/index.ts'
import { ToolError } from '../failure/errors.ts'

/**
 * Whether the ERP refused this one request, or cannot answer it; not where it is unreachable,
 * overloaded, or refuses the user.
 */
export function isRefused(error: unknown): boolean {
  return (
    (error instanceof ToolError && error.code === 'ERP_NOT_FOUND') ||
    isErpError(
      error,
      'ERP_NOT_FOUND',
      'ERP_UNSUPPORTED',
      'ERP_FORBIDDEN',
      'ERP_NOT_ACCEPTABLE',
      'ERP_BAD_NAME',
      'ERP_BAD_REQUEST',
      'ERP_BAD_ANSWER',
      'ERP_SERVER_ERROR'
    )
  )
}
