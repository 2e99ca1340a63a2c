/** Which changes wait for the approval of a second person. */
import type { SentChange } from '../journal/undo-words.ts'
import type { CallEffect } from '../operations.ts'
import { globList } from '../policy/glob.ts'
import type { Target } from '../policy/rule.ts'

/** One item of the setting: `packages=ZFIN*`, `ops=D` or `transport-release`. */
export const approvalItemPattern =
  '^(packages=[A-Za-z0-9_/$*#&-]+|ops=[CUDAcuda]+|transport-release)$'

/** A change waits where one of the rules names it. Each answer says which rule, undefined: none. */
export interface ApprovalRules {
  /** Whether the package of a target has to be known. */
  readonly needsPackage: boolean
  ofCall(effect: CallEffect, sends: readonly SentChange[]): string | undefined
  ofTarget(effect: CallEffect, target: Target): string | undefined
}

/** @param items in the form of `approvalItemPattern` */
export function approvalRules(items: readonly string[]): ApprovalRules {
  const valuesOf = (kind: string) =>
    items.filter(item => item.startsWith(`${kind}=`)).map(item => item.slice(kind.length + 1))
  const patterns = valuesOf('packages')
  const isNamed = globList(patterns)
  const letters = new Set(valuesOf('ops').join('').toUpperCase())
  const holdsReleases = items.includes('transport-release')
  return {
    needsPackage: patterns.length > 0,
    ofCall(effect, sends) {
      if (effect.readOnlyAllowed) return undefined
      if (holdsReleases && sends.some(({ operation }) => operation === 'transport.release')) {
        return 'transport-release'
      }
      const letter = [...effect.letters].find(one => letters.has(one))
      return letter === undefined ? undefined : `ops=${letter}`
    },
    ofTarget(effect, { package: name }) {
      if (effect.readOnlyAllowed || patterns.length === 0) return undefined
      // A request belongs to no package; an object whose package is unknown could be in any.
      if (name === undefined) {
        return effect.repository === 'request' ? undefined : 'packages (its package is unknown)'
      }
      return isNamed(name) ? `packages: ${name}` : undefined
    }
  }
}
