/** Services of communication users, which a dialog user may not ask. */
import type { Check } from '../check.ts'

function ofScenario(
  scenario: string,
  ...checks: readonly (readonly [operation: Check['operation'], assumes: string])[]
): Check[] {
  const untried = `only a communication user of ${scenario} may ask; erp-bridge ci does`
  return checks.map(([operation, assumes]) => ({ operation, assumes, untried }))
}

export const unattendedChecks: readonly Check[] = [
  ...ofScenario(
    'SAP_COM_0901',
    ['atcApi.run', 'A run of checks is started for packages and software components.'],
    ['atcApi.status', 'A run of checks tells its status, and where its result is.'],
    ['atcApi.result', 'The result of checks is a document in the format of Checkstyle.']
  ),
  ...ofScenario(
    'SAP_COM_0735',
    ['unitApi.run', 'A run of unit tests is started for packages and software components.'],
    ['unitApi.status', 'A run of unit tests tells its status, and where its result is.'],
    ['unitApi.result', 'The result of unit tests is a document in the format of JUnit.']
  )
]
