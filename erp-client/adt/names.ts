/** Grammars of repository names, packages and transport requests. */
import { ErpError } from '../errors.ts'

/** Names without namespace. No grammar allows a character with a meaning in a URL path. */
const grammars = {
  /** Classes, interfaces, dictionary objects. */
  identifier: /^[A-Z0-9_]+$/,
  /** Names of local packages begin with `$`. */
  package: /^\$?[A-Z0-9_-]+$/,
  /** Programs and includes: generated ones begin with `%_`, class pools are padded with `=`. */
  program: /^(?:%_)?[A-Z0-9_$<>=-]+$/,
  /** Message classes, transactions, function modules and other old types. */
  free: /^[A-Z0-9_$<>=!#+-]+$/
} as const

export type Grammar = keyof typeof grammars

const namespace = /^\/[A-Z0-9_]{1,8}\/(?=.)/
const transport = /^[A-Z][A-Z0-9]{2}[A-Z]\d{6}$/

/** Whether the upper-case name, with or without namespace, follows the grammar. */
export function matchesGrammar(name: string, grammar: Grammar): boolean {
  return grammars[grammar].test(name.replace(namespace, ''))
}

export interface NameRule {
  readonly kind: string
  readonly grammar: Grammar
  readonly maxLength: number
}

/** @throws ErpError ERP_BAD_NAME with the reason */
export function assertGrammar(name: string, rule: NameRule): void {
  const fail = (why: string): never => {
    throw new ErpError(
      'ERP_BAD_NAME',
      `${rule.kind} name ${JSON.stringify(name.slice(0, 80))} ${why}`,
      { outcome: 'failed' }
    )
  }
  if (name === '') fail('is empty')
  if (name !== name.toUpperCase()) fail('is not in upper case')
  if (!matchesGrammar(name, rule.grammar)) {
    fail('has characters or a form that such a name cannot have')
  }
  if (name.length > rule.maxLength) fail(`is longer than ${rule.maxLength} characters`)
}

/**
 * Checks the number of a transport request or task, e.g. `A4HK900001`.
 * @throws ErpError ERP_BAD_NAME
 */
export function assertTransport(number: string): void {
  if (!transport.test(number)) {
    throw new ErpError(
      'ERP_BAD_NAME',
      `Transport request ${JSON.stringify(number.slice(0, 40))} is not a number like A4HK900001`,
      { outcome: 'failed' }
    )
  }
}

export function assertPackage(name: string): void {
  assertGrammar(name, { kind: 'Package', grammar: 'package', maxLength: 30 })
}

/** Local packages are not transported. */
export function isLocalPackage(name: string): boolean {
  return name.startsWith('$')
}
