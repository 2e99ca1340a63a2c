/** A table or structure of the dictionary as its source and its file both say it. */
import type { BuiltIn } from './data-types.ts'

export type FieldType =
  | { readonly kind: 'built-in'; readonly type: BuiltIn }
  | { readonly kind: 'named'; readonly name: string }
  | { readonly kind: 'reference'; readonly name: string }
  | { readonly kind: 'include'; readonly name: string; readonly suffix: string }

export interface TableField {
  /** Upper case; the group of an include, or empty. */
  readonly name: string
  readonly isKey: boolean
  readonly notNull: boolean
  readonly type: FieldType
  /** Of a predefined type. */
  readonly label: string
  /** Key field of a text table with the language. */
  readonly isTextLanguage: boolean
  readonly isAnonymized: boolean
  /** Field with the currency or unit. */
  readonly unit?: UnitField | undefined
}

export interface UnitField {
  readonly kind: 'currency' | 'unit'
  readonly table: string
  readonly field: string
}

export interface TableDefinition {
  readonly kind: 'table' | 'structure'
  readonly name: string
  readonly label: string
  /** Keys of the dictionary: EXCLASS, CONTFLAG, MAINFLAG, AUTHCLASS. */
  readonly enhancement: string
  readonly delivery: string
  readonly maintenance: string
  readonly activation: string
  readonly isTemporary: boolean
  readonly fields: readonly TableField[]
}

/** Key of EXCLASS → word of the source. */
export const enhancementWords: Readonly<Record<string, string>> = {
  0: 'NOT_CLASSIFIED',
  1: 'NOT_EXTENSIBLE',
  2: 'EXTENSIBLE_CHARACTER',
  3: 'EXTENSIBLE_CHARACTER_NUMERIC',
  4: 'EXTENSIBLE_ANY'
}

/** Key of MAINFLAG → word of the source; older releases write LIMITED for the second. */
export const maintenanceWords: Readonly<Record<string, string>> = {
  X: 'ALLOWED',
  '': 'RESTRICTED',
  N: 'NOT_ALLOWED'
}
export const olderRestricted = 'LIMITED'

/** Key of AUTHCLASS → word of the source. */
export const activationWords: Readonly<Record<string, string>> = {
  '01': 'NAMETAB_GENERATION_OFFLINE',
  '02': 'ADAPT_C_STRUCTURES'
}

export function keyOfWord(
  words: Readonly<Record<string, string>>,
  word: string
): string | undefined {
  return Object.keys(words).find(key => words[key] === word.toUpperCase())
}
