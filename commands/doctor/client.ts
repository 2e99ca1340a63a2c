/** What kind the client is, compared with the role of its system. */
import type { SystemView } from '../../config/config.ts'
import { readClientFacts } from '../../erp-client/adt/diagnose/client-role.ts'
import { isErpError } from '../../erp-client/index.ts'
import type { ErpReader } from '../../erp-client/index.ts'
import { clientWords, stricterRole } from '../../tools/policy/client-gate.ts'
import { ok, skipped, warning } from './check.ts'
import type { Check } from './check.ts'

const name = 'ERP client'

export async function checkClient(reader: ErpReader, config: SystemView): Promise<Check> {
  const { client, role, readOnly } = config
  try {
    const facts = await readClientFacts(reader, { client })
    const words = clientWords(facts, { client, role })
    const isRefused = stricterRole(facts, role) !== undefined || facts.isClosed
    return isRefused && !readOnly
      ? warning(name, words, 'changes are refused: give --read-only, or the role in --systems-file')
      : ok(name, words)
  } catch (error) {
    if (!isErpError(error)) throw error
    return skipped(
      name,
      `${clientWords('unknown', { client, role })} (table T000: ${error.message})`
    )
  }
}
