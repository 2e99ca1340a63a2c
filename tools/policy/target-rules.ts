/** The rules about targets: tables, packages, transportable objects and transport requests. */
import type { CallEffect } from '../operations.ts'
import { globList } from './glob.ts'
import { refuse } from './rule.ts'
import type { PolicyOptions, Refusal, Rule, Target } from './rule.ts'

/** In the order in which they decide. */
export function targetRules(options: PolicyOptions): Rule[] {
  const packages = everyList(options.allowedPackages, options.serverLists?.allowedPackages)
  const requests = everyList(options.allowedTransports, options.serverLists?.allowedTransports)
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
    onObjects((effect, target) => modificationRule(options, effect, target)),
    onObjects((effect, target) => transportableRule(options, effect, target)),
    onObjects((effect, target) =>
      requests === undefined || !namesRequest.has(effect.repository)
        ? undefined
        : requestRule(requests, target)
    )
  ]
}

/** Whether a name is in all lists that are given; undefined where there is none. */
function everyList(
  ...lists: readonly (readonly string[] | undefined)[]
): ((name: string) => boolean) | undefined {
  const given = lists.filter(list => list !== undefined).map(list => globList(list))
  return given.length === 0 ? undefined : name => given.every(matches => matches(name))
}

/** Effects that name or create a transport request. */
const namesRequest: ReadonlySet<CallEffect['repository']> = new Set(['recorded', 'request'])

/** A request belongs to no package; a new one may be made for a package, which then counts. */
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
          message: `The package of ${objectName(target)} could not be determined, so the change is refused.`,
          remedy: 'Check type and name of the object.'
        }
      : {
          message: `${objectName(target)} is in package ${target.package}, where changes are not permitted.`,
          remedy: `Work in a permitted package, or ask the operator to widen ${setting}.`
        }
  )
}

/**
 * Whether the package is local: by the transport check of the ERP where it is known, else by the
 * name. Only packages that begin with `$` are certainly local.
 */
function isLocal({ package: name, isLocal: known }: Target): boolean | undefined {
  return known ?? (name === undefined ? undefined : name.startsWith('$'))
}

/** What a change of an object that is not one's own would be. */
const foreignWords = {
  repair: 'a change would be a repair, which the original system overwrites with its next import',
  modification: 'a change would be a modification, which each upgrade brings up for adjustment',
  generated: 'a change is lost with the next run of its generator'
} as const

function modificationRule(
  { allowModifications }: PolicyOptions,
  { repository }: CallEffect,
  target: Target
): Refusal | undefined {
  const { foreign } = target
  if (foreign === undefined || allowModifications === true) return undefined
  if (repository !== 'recorded' && repository !== 'touched') return undefined
  return refuse('BLOCKED_MODIFICATION', '--allow-modifications', {
    message: `${objectName(target)} ${foreign.why}: ${foreignWords[foreign.kind]}.`,
    remedy:
      foreign.kind === 'generated'
        ? 'Change what it is generated from, or ask the operator for --allow-modifications.'
        : 'Use an enhancement or an object of your own, change it in its original system, or ask the operator for --allow-modifications.'
  })
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
        ? `Whether ${objectName(target)} is local could not be determined, so the change is refused.`
        : `${objectName(target)} is in the transportable package ${target.package ?? '(unknown)'}; only objects of local packages ($…) may be changed.`,
    remedy:
      'Work in a local package such as $TMP, or ask the operator for --allow-transportable-edits.'
  })
}

function numberMissing(target: Target, local: boolean | undefined): Refusal {
  const { recordedIn, openRequests = [] } = target
  const recorded = recordedIn === undefined ? '' : ` It is recorded in ${recordedIn}.`
  // An object that is recorded can be changed in that request only.
  const which = recordedIn === undefined ? openRequests.join(', ') : recordedIn
  return refuse('BLOCKED_TRANSPORT', '--allow-transportable-edits', {
    message: `${objectName(target)} ${local === undefined ? 'may be' : 'is'} transportable, and no transport request was given.${recorded}`,
    remedy: `Give \`transport\`${which === '' ? '' : recordedIn === undefined ? `, one of: ${which}` : ` ${which}`}.`
  })
}

function requestRule(allowed: (name: string) => boolean, target: Target): Refusal | undefined {
  const refused = [target.transport, target.recordedIn].find(
    number => number !== undefined && !allowed(number)
  )
  return refused === undefined
    ? undefined
    : refuse('BLOCKED_TRANSPORT', '--allowed-transports', {
        message: `The transport request ${refused} is not permitted.`,
        remedy: 'Use a permitted request, or ask the operator to widen --allowed-transports.'
      })
}

function objectName(target: Target): string {
  return target.object ?? 'the object'
}
