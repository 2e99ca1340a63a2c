import type { Caller, Scope } from '../call/caller.ts'
import type { CallEffect, Expert } from '../operations.ts'
import { globList } from './glob.ts'

export interface PolicyOptions {
  readonly readOnly: boolean
  readonly blockFreeSql: boolean
  readonly allowedOps?: string | undefined
  readonly disallowedOps?: string | undefined
  /** Names with `*`; undefined = every package. */
  readonly allowedPackages?: readonly string[] | undefined
  readonly allowTransportableEdits: boolean
  readonly enableTransports: boolean
  readonly transportReadOnly: boolean
  readonly allowedTransports?: readonly string[] | undefined
  readonly blockedTables?: readonly string[] | undefined
  readonly expert: ReadonlySet<Expert>
}

/**
 * What an effect is aimed at, as far as it is known. A fact that a rule needs and that is missing
 * is a refusal.
 */
export interface Target {
  /** For words only, e.g. `CLAS ZCL_DEMO`. */
  readonly object?: string
  /** The object's real package, or the package a new object goes into. */
  readonly package?: string | undefined
  readonly isLocal?: boolean | undefined
  /** The request that the caller named. */
  readonly transport?: string | undefined
  /** The request that the ERP would record into, once the lock said so. */
  readonly recordedIn?: string | undefined
  /** Requests that could be used, for the words of a refusal. */
  readonly openRequests?: readonly string[]
  readonly tables?: readonly string[]
  /** The view by which the tables are read, for words only. */
  readonly through?: string
}

export type BlockCode =
  | 'BLOCKED_READ_ONLY'
  | 'BLOCKED_OPERATION'
  | 'BLOCKED_PACKAGE'
  | 'BLOCKED_FREE_SQL'
  | 'BLOCKED_TABLE'
  | 'BLOCKED_TRANSPORT'
  | 'BLOCKED_NOT_TRANSPORTABLE'
  | 'BLOCKED_FEATURE'
  | 'BLOCKED_EXPERT'

export interface Refusal {
  readonly allow: false
  readonly code: BlockCode | 'INSUFFICIENT_SCOPE'
  /** The flag that decides, or `scope`. */
  readonly setting: string
  readonly message: string
  readonly remedy: string
  readonly missingScope?: Scope
}

export type Decision = { readonly allow: true } | Refusal

export interface Policy {
  readonly options: PolicyOptions
  /** The one place that decides. Without a target only the rules that need none are asked. */
  decide(effect: CallEffect, target: Target | undefined, caller: Caller): Decision
  /** Whether a rule in force needs the object's package before anything is sent. */
  needsPackage(effect: CallEffect, transport: string | undefined, caller: Caller): boolean
}

type Rule = (effect: CallEffect, target: Target | undefined, caller: Caller) => Refusal | undefined

export function createPolicy(options: PolicyOptions): Policy {
  const rules: readonly Rule[] = [scopeRule, ...callRules(options), ...targetRules(options)]
  return {
    options,
    decide(effect, target, caller) {
      for (const rule of rules) {
        const refusal = rule(effect, target, caller)
        if (refusal !== undefined) return refusal
      }
      return { allow: true }
    },
    needsPackage(effect, transport, caller) {
      if (effect.readOnlyAllowed || effect.repository === 'request') return false
      if (options.allowedPackages !== undefined || caller.packages !== undefined) return true
      if (effect.repository === 'none') return false
      return (
        !options.allowTransportableEdits ||
        (effect.repository === 'recorded' && transport === undefined)
      )
    }
  }
}

function refuse(
  code: Refusal['code'],
  setting: string,
  words: { message: string; remedy: string }
): Refusal {
  return { allow: false, code, setting, ...words }
}

const scopeRule: Rule = ({ tool, action, scopes }, _target, caller) => {
  const missing = scopes.find(scope => !caller.scopes.has(scope))
  if (missing === undefined) return undefined
  const refusal = refuse('INSUFFICIENT_SCOPE', 'scope', {
    message: `Insufficient scope: ${call(tool, action)} needs the scope "${missing}".`,
    remedy: 'Ask for a token or key with that scope; no scope includes another one.'
  })
  return { ...refusal, missingScope: missing }
}

function callRules(options: PolicyOptions): Rule[] {
  const { allowedOps, disallowedOps } = options
  return [
    ({ tool, action, readOnlyAllowed }) =>
      options.readOnly && !readOnlyAllowed
        ? refuse('BLOCKED_READ_ONLY', '--read-only', {
            message: `${call(tool, action)} would change the ERP, and this bridge is read-only.`,
            remedy:
              'Reading, searching and dryRun: true still work; the operator can lift --read-only.'
          })
        : undefined,
    ({ tool, action, letters }) => {
      const missing =
        allowedOps === undefined
          ? undefined
          : [...letters].find(letter => !allowedOps.includes(letter))
      return missing === undefined
        ? undefined
        : letterRefusal({ tool, action, letter: missing }, '--allowed-ops')
    },
    ({ tool, action, letters }) => {
      const blocked = [...letters].find(letter => disallowedOps?.includes(letter))
      return blocked === undefined
        ? undefined
        : letterRefusal({ tool, action, letter: blocked }, '--disallowed-ops')
    },
    ({ letters }) =>
      options.blockFreeSql && letters.includes('Q')
        ? refuse('BLOCKED_FREE_SQL', '--block-free-sql', {
            message: 'Queries on table contents are blocked.',
            remedy: 'Read the definition of the table with ERPRead instead.'
          })
        : undefined,
    ({ tool, action, repository }) =>
      repository !== 'request' || options.enableTransports
        ? undefined
        : refuse('BLOCKED_FEATURE', '--enable-transports', {
            message: `${call(tool, action)} manages transport requests, which is switched off.`,
            remedy: 'The operator can switch it on with --enable-transports.'
          }),
    ({ tool, action, repository }) =>
      repository === 'request' && options.transportReadOnly
        ? refuse('BLOCKED_TRANSPORT', '--transport-read-only', {
            message: `${call(tool, action)} would change a transport request, and requests may only be viewed here.`,
            remedy: 'Listing and viewing still work; the operator can lift --transport-read-only.'
          })
        : undefined,
    ({ tool, action, expert }) => {
      const missing = expert.find(kind => !options.expert.has(kind))
      return missing === undefined
        ? undefined
        : refuse('BLOCKED_EXPERT', '--expert', {
            message: `${call(tool, action)} executes code and needs the expert mode "${missing}".`,
            remedy: `The operator can switch it on with --expert ${missing}.`
          })
    }
  ]
}

function letterRefusal(
  of: { tool: string; action: string | undefined; letter: string },
  setting: string
): Refusal {
  return refuse('BLOCKED_OPERATION', setting, {
    message: `${call(of.tool, of.action)} needs the operation ${of.letter}, which is not permitted.`,
    remedy: `The operator decides with ${setting}.`
  })
}

function call(tool: string, action: string | undefined): string {
  return action === undefined ? tool : `${tool} ${action}`
}

function targetRules(options: PolicyOptions): Rule[] {
  const packages =
    options.allowedPackages === undefined ? undefined : globList(options.allowedPackages)
  const requests =
    options.allowedTransports === undefined ? undefined : globList(options.allowedTransports)
  const tables = globList(options.blockedTables ?? [])
  const onObjects =
    (rule: (effect: CallEffect, target: Target) => Refusal | undefined): Rule =>
    (effect, target) =>
      target === undefined || effect.readOnlyAllowed ? undefined : rule(effect, target)
  return [
    (_effect, target) => {
      const blocked = target?.tables?.find(name => tables(name))
      return blocked === undefined
        ? undefined
        : refuse('BLOCKED_TABLE', '--blocked-tables', {
            message: `The contents of ${blocked.toUpperCase()} are blocked${target?.through === undefined ? '' : `, and ${target.through} shows them`}.`,
            remedy: 'Query other tables, or read its definition with ERPRead.'
          })
    },
    onObjects((effect, target) =>
      packages === undefined || hasNoPackage(effect, target)
        ? undefined
        : packageRule(packages, target, '--allowed-packages')
    ),
    (effect, target, caller) =>
      target === undefined ||
      effect.readOnlyAllowed ||
      caller.packages === undefined ||
      hasNoPackage(effect, target)
        ? undefined
        : packageRule(globList(caller.packages), target, '--api-keys-file'),
    onObjects((effect, target) => transportableRule(options, effect, target)),
    onObjects((effect, target) =>
      requests === undefined || !numbered.has(effect.repository)
        ? undefined
        : requestRule(requests, target)
    )
  ]
}

/** Effects that name or make a transport request. */
const numbered: ReadonlySet<CallEffect['repository']> = new Set(['recorded', 'request'])

/** A request belongs to no package; only where it is made for one, that one is asked. */
function hasNoPackage(effect: CallEffect, target: Target): boolean {
  return effect.repository === 'request' && target.package === undefined
}

function packageRule(
  allowed: (name: string) => boolean,
  target: Target,
  setting: string
): Refusal | undefined {
  if (target.package !== undefined && allowed(target.package)) return undefined
  return refuse(
    'BLOCKED_PACKAGE',
    setting,
    target.package === undefined
      ? {
          message: `The package of ${thing(target)} could not be determined, so the change is refused.`,
          remedy: 'Check type and name of the object.'
        }
      : {
          message: `${thing(target)} is in package ${target.package}, where changes are not permitted.`,
          remedy: `Work in a permitted package, or ask the operator to widen ${setting}.`
        }
  )
}

/**
 * Local by the ERP's own word, else by the name: only packages that begin with `$` are certainly
 * local.
 */
function isLocal({ package: name, isLocal: known }: Target): boolean | undefined {
  return known ?? (name === undefined ? undefined : name.startsWith('$'))
}

function transportableRule(
  options: PolicyOptions,
  effect: CallEffect,
  target: Target
): Refusal | undefined {
  if (effect.repository === 'none' || effect.repository === 'request') return undefined
  const local = isLocal(target)
  if (options.allowTransportableEdits) {
    return effect.repository === 'recorded' && local !== true && target.transport === undefined
      ? numberMissing(target, local)
      : undefined
  }
  if (local === true) return undefined
  return refuse('BLOCKED_NOT_TRANSPORTABLE', '--allow-transportable-edits', {
    message:
      local === undefined
        ? `Whether ${thing(target)} is local could not be determined, so the change is refused.`
        : `${thing(target)} is in the transportable package ${target.package ?? '(unknown)'}; only objects of local packages ($…) may be changed.`,
    remedy:
      'Work in a local package such as $TMP, or ask the operator for --allow-transportable-edits.'
  })
}

function numberMissing(target: Target, local: boolean | undefined): Refusal {
  const open = target.openRequests ?? []
  const recorded = target.recordedIn === undefined ? '' : ` It is recorded in ${target.recordedIn}.`
  return refuse('BLOCKED_TRANSPORT', '--allow-transportable-edits', {
    message: `${thing(target)} ${local === undefined ? 'may be' : 'is'} transportable, and no transport request was given.${recorded}`,
    remedy: `Give \`transport\`${open.length === 0 ? '' : `, one of: ${open.join(', ')}`}.`
  })
}

function requestRule(allowed: (name: string) => boolean, target: Target): Refusal | undefined {
  const foreign = [target.transport, target.recordedIn].find(
    number => number !== undefined && !allowed(number)
  )
  return foreign === undefined
    ? undefined
    : refuse('BLOCKED_TRANSPORT', '--allowed-transports', {
        message: `The transport request ${foreign} is not permitted.`,
        remedy: 'Use a permitted request, or ask the operator to widen --allowed-transports.'
      })
}

function thing(target: Target): string {
  return target.object ?? 'the object'
}
