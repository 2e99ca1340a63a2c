import { ErpError } from '../errors.ts'

/**
 * Grammars of repository names, without namespace. None of them lets a character through that means
 * something in a URL path.
 */
const grammars = {
  /** Classes, interfaces, dictionary objects. */
  identifier: /^[A-Z0-9_]+$/,
  /** `$` begins the name of a local package. */
  package: /^\$?[A-Z0-9_-]+$/,
  /**
   * Programs and includes: generated ones begin with `%_` and class pools are filled up with `=`.
   */
  program: /^(?:%_)?[A-Z0-9_$<>=-]+$/,
  /** Message classes, transactions, function modules and other old kinds. */
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

/** Throws ERP_BAD_NAME with what is wrong. */
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
 * Throws ERP_BAD_NAME unless it is the number of a transport request or task, like `A4HK900001`.
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
