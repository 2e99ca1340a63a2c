/** The rules that need no target: scopes, read-only, letters, free SQL, transports and expert modes. */
import { operations } from '../operations.ts'
import type { CallEffect, Operation } from '../operations.ts'
import type { PolicyOptions, Refusal, Rule } from './rule.ts'
import { refuse } from './rule.ts'

export const scopeRule: Rule = (effect, _target, caller) => {
  const { tool, action, scopes } = effect
  const isAdmin = caller.approves === true && isByApprover(effect)
  const missing = scopes.find(scope => !caller.scopes.has(scope) && !(scope === 'admin' && isAdmin))
  if (missing === undefined) return undefined
  const refusal = refuse('INSUFFICIENT_SCOPE', 'scope', {
    message: `Insufficient scope: ${callName(tool, action)} needs the scope "${missing}".`,
    remedy: 'Ask for a token or key with that scope; no scope includes another one.'
  })
  return { ...refusal, missingScope: missing }
}

function isByApprover({ operations: names }: CallEffect): boolean {
  const rows = names.map((name): Operation => operations[name])
  return rows.length > 0 && rows.every(({ byApprover }) => byApprover === true)
}

/** In the order in which they decide. */
export function callRules(options: PolicyOptions): Rule[] {
  return [
    readOnlyRule(options),
    allowedLetters(options),
    disallowedLetters(options),
    freeSqlRule(options),
    ...transportRules(options),
    expertRule(options)
  ]
}

function readOnlyRule(options: PolicyOptions): Rule {
  return ({ tool, action, readOnlyAllowed }) =>
    options.readOnly && !readOnlyAllowed
      ? refuse('BLOCKED_READ_ONLY', '--read-only', {
          message: `${callName(tool, action)} would change the ERP, and this bridge is read-only.`,
          remedy:
            'Reading, searching and dryRun: true still work; the operator can lift --read-only.'
        })
      : undefined
}

function allowedLetters({ allowedOps }: PolicyOptions): Rule {
  return ({ tool, action, letters }) => {
    const missing =
      allowedOps === undefined
        ? undefined
        : [...letters].find(letter => !allowedOps.includes(letter))
    return missing === undefined
      ? undefined
      : letterRefusal({ tool, action, letter: missing }, '--allowed-ops')
  }
}

function disallowedLetters({ disallowedOps }: PolicyOptions): Rule {
  return ({ tool, action, letters }) => {
    const blocked = [...letters].find(letter => disallowedOps?.includes(letter))
    return blocked === undefined
      ? undefined
      : letterRefusal({ tool, action, letter: blocked }, '--disallowed-ops')
  }
}

function freeSqlRule({ blockFreeSql }: PolicyOptions): Rule {
  return ({ letters }) =>
    blockFreeSql && letters.includes('Q')
      ? refuse('BLOCKED_FREE_SQL', '--block-free-sql', {
          message: 'Queries on table contents are blocked.',
          remedy: 'Read the definition of the table with ERPRead instead.'
        })
      : undefined
}

function transportRules(options: PolicyOptions): Rule[] {
  return [
    ({ tool, action, repository }) =>
      repository !== 'request' || options.enableTransports
        ? undefined
        : refuse('BLOCKED_FEATURE', '--feature-transport', {
            message: `${callName(tool, action)} manages transport requests, which is switched off.`,
            remedy: 'The operator can switch it on with --feature-transport on.'
          }),
    ({ tool, action, repository }) =>
      repository === 'request' && options.transportReadOnly
        ? refuse('BLOCKED_TRANSPORT', '--transport-read-only', {
            message: `${callName(tool, action)} would change a transport request, and requests may only be viewed here.`,
            remedy: 'Listing and viewing still work; the operator can lift --transport-read-only.'
          })
        : undefined
  ]
}

function expertRule(options: PolicyOptions): Rule {
  return ({ tool, action, expert }) => {
    const missing = expert.find(kind => !options.expert.has(kind))
    return missing === undefined
      ? undefined
      : refuse('BLOCKED_EXPERT', '--expert', {
          message: `${callName(tool, action)} executes code and needs the expert mode "${missing}".`,
          remedy: `The operator can switch it on with --expert ${missing}.`
        })
  }
}

function letterRefusal(
  of: { tool: string; action: string | undefined; letter: string },
  setting: string
): Refusal {
  return refuse('BLOCKED_OPERATION', setting, {
    message: `${callName(of.tool, of.action)} needs the operation ${of.letter}, which is not permitted.`,
    remedy: `The operator decides with ${setting}.`
  })
}

function callName(tool: string, action: string | undefined): string {
  return action === undefined ? tool : `${tool} ${action}`
}
