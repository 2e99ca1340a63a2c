/** The policy: the only place that decides whether a caller may do something. */
import type { Caller } from '../call/caller.ts'
import type { CallEffect } from '../operations.ts'
import { callRules, scopeRule } from './call-rules.ts'
import type { Decision, PolicyOptions, Refusal, Rule, Target } from './rule.ts'
import { targetRules } from './target-rules.ts'

export type { BlockCode, Decision, PolicyOptions, Refusal, Target } from './rule.ts'

export interface Policy {
  readonly options: PolicyOptions
  /** The first rule that refuses decides. Without a target only the rules that need none apply. */
  decide(effect: CallEffect, target: Target | undefined, caller: Caller): Decision
  /** Whether a rule in force needs the object's package before anything is sent. */
  needsPackage(effect: CallEffect, transport: string | undefined, caller: Caller): boolean
  /** Whether it decides whose object it is. */
  needsOwner(effect: CallEffect): boolean
}

export function createPolicy(options: PolicyOptions): Policy {
  const rules: readonly Rule[] = [scopeRule, ...callRules(options), ...targetRules(options)]
  return {
    options,
    decide(effect, target, caller) {
      for (const rule of rules) {
        const refusal = rule(effect, target, caller)
        if (refusal !== undefined) return titled(refusal, options)
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
    },
    needsOwner: ({ readOnlyAllowed, repository }) =>
      options.allowModifications !== true &&
      !readOnlyAllowed &&
      (repository === 'recorded' || repository === 'touched')
  }
}

/** Rules know flags; with a systems file the setting stands elsewhere. */
function titled(refusal: Refusal, { settingTitle }: PolicyOptions): Refusal {
  if (settingTitle === undefined) return refusal
  const { setting, remedy } = refusal
  const title = settingTitle(setting)
  return { ...refusal, setting: title, remedy: remedy.replaceAll(setting, () => title) }
}
