/**
 * `npm run conformance`: the conformance suite of the protocol, all required scenarios of both
 * revisions, with the fast path on and off.
 */
import { revisions, runAsItIs, runRequirements } from '../test/conformance/run.ts'

let failed = 0
for (const revision of revisions) {
  for (const fastPath of [true, false]) report(await runRequirements(revision, fastPath))
  for (const verdict of await runAsItIs(revision)) report(verdict)
}
process.exitCode = failed === 0 ? 0 : 1

function report({
  title,
  passed,
  output
}: {
  title: string
  passed: boolean
  output: string
}): void {
  process.stdout.write(`${passed ? 'pass' : 'FAIL'}  ${title}\n`)
  if (passed) return
  failed++
  process.stdout.write(`${output}\n`)
}
