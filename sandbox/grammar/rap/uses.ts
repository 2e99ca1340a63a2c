/** What a projection or an interface uses of the behavior below it. */
import type { BehaviorAssociation, BehaviorOperation } from './operation-types.ts'

export interface UsedAction {
  /** The name below, and the own one. */
  readonly base: string
  readonly name: string
  readonly precheck: boolean
  /** The entity of the result that the projection has instead. */
  readonly result?: string
}

export interface BehaviorUses {
  readonly operations: readonly BehaviorOperation[]
  readonly associations: readonly BehaviorAssociation[]
  readonly actions: readonly UsedAction[]
  /** Operations and associations to which the behavior pool adds operations. */
  readonly augmented: readonly string[]
}

/** Reads `use create ( augment )`, `use association _X { create; }`, `use action a as b`. */
export function readUses(texts: readonly string[]): BehaviorUses {
  const lines = texts.map(text => text.replace(/^USE /, ''))
  const operations = lines.flatMap(text => operation(text, /^(CREATE|UPDATE|DELETE)\b/))
  const associations = lines.flatMap(text => {
    const found = operation(text, /^ASSOCIATION (?:\([^)]*\) )?([\w/]+)/)
    return found.map(each => ({ ...each, creates: /\{[^}]*\bCREATE\b/.test(text) }))
  })
  const augmented = lines.filter(text => /\bAUGMENT\b/.test(text)).map(nameOf)
  return { operations, associations, actions: lines.flatMap(action), augmented }
}

function operation(text: string, pattern: RegExp): BehaviorOperation[] {
  const [, name] = pattern.exec(text) ?? []
  if (name === undefined) return []
  return [{ name, isInternal: false, features: 'none', precheck: /\bPRECHECK\b/.test(text) }]
}

const nameOf = (text: string): string =>
  /^(?:ASSOCIATION )?(?:\([^)]*\) )?([\w/]+)/.exec(text)?.[1] ?? ''

function action(text: string): UsedAction[] {
  const [, options = '', base] = /^(?:ACTION|FUNCTION) (?:\(([^)]*)\) )?([\w/]+)/.exec(text) ?? []
  if (base === undefined) return []
  const [, name = base] = /\bAS ([\w/]+)/.exec(text) ?? []
  const [, result] = /\bRESULT ENTITY ([\w/]+)/.exec(text) ?? []
  const precheck = options.includes('PRECHECK')
  return [{ base, name, precheck, ...(result === undefined ? {} : { result }) }]
}
