/** The kinds of fields of object types, and the shape of their table. */
import { Type } from '@sinclair/typebox'
import type { TObject } from '@sinclair/typebox'

/** The facts of a type that are given as data: their table, an example, and when they count. */
export interface FieldTable {
  readonly schema: TObject
  readonly example: object
  /**
   * `create` = options of the creation; `document` = facts that can be changed later too;
   * `signature` = parameters of a function.
   */
  readonly use: 'create' | 'document' | 'signature'
}

export const text = (description: string, maxLength = 60) =>
  Type.Optional(Type.String({ maxLength, description }))

export const number = (description: string, maximum = 999_999) =>
  Type.Optional(Type.Integer({ minimum: 0, maximum, description }))

export const flag = (description: string) => Type.Optional(Type.Boolean({ description }))

export const closed = { additionalProperties: false } as const
