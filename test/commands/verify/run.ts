/** A run of the checks against an address, with everything permitted unless a test says otherwise. */
import { checks } from '../../../commands/verify/checks/index.ts'
import type { Check } from '../../../commands/verify/check.ts'
import { runChecks } from '../../../commands/verify/run.ts'
import type { Report, RunOptions } from '../../../commands/verify/run.ts'
import { createErp } from '../../../erp-client/index.ts'
import type { ErpCallMetrics, ErpOptions } from '../../../erp-client/index.ts'
import { createPolicy } from '../../../tools/index.ts'
import type { PolicyOptions } from '../../../tools/index.ts'
import { marked } from './bends.ts'

export const permissive: PolicyOptions = {
  readOnly: false,
  blockFreeSql: false,
  allowTransportableEdits: false,
  enableTransports: true,
  transportReadOnly: false,
  expert: new Set(['execute', 'debug', 'amdp'])
}

export interface VerifyOptions extends Partial<Omit<RunOptions, 'open' | 'policy'>> {
  readonly policy?: Partial<PolicyOptions>
  readonly erp?: Partial<ErpOptions>
  /** Requests name their operation to a bending proxy. */
  readonly marked?: boolean
  readonly checks?: readonly Check[]
  /** Receives each call. */
  readonly seen?: (call: ErpCallMetrics) => void
}

export async function verifyAt(baseUrl: string, options: VerifyOptions = {}): Promise<Report> {
  const { policy = {}, erp = {}, marked: isMarked = false, seen, ...own } = options
  return await runChecks({
    open: more => {
      const made = createErp({
        baseUrl,
        client: '001',
        language: 'EN',
        credential: { kind: 'basic', user: 'DEVELOPER', password: 'secret' },
        ...erp,
        ...more,
        observe(call) {
          seen?.(call)
          more.observe?.(call)
        }
      })
      return isMarked ? marked(made) : made
    },
    policy: createPolicy({ ...permissive, ...policy }),
    checks,
    write: false,
    package: undefined,
    maxRows: 5,
    signal: new AbortController().signal,
    processes: { own: 1, isAlive: () => false },
    announce() {},
    progress() {},
    ...own
  })
}
