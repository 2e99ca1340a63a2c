/**
 * Types that several folders of the sandbox share: objects, their parts and places in them. Rows are
 * 1-based, columns 0-based and ends exclusive everywhere in the sandbox, as on the wire.
 */
export type * from './repository-types.ts'
export type * from './engine-types.ts'
export type * from './store-types.ts'
export type * from './database-types.ts'
export type * from './runtime-types.ts'
