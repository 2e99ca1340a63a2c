/** What a caller may give beside the type, where the type names no single object. */

export interface ListOptions {
  readonly name?: string | undefined
  readonly path?: string | undefined
  readonly maxResults?: number | undefined
  readonly cursor?: string | undefined
}
