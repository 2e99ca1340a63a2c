/**
 * `npm run demo`: an MCP client repairs a class in a fresh sandbox. Exits with 0 only if every step
 * has the expected result.
 */
import { startBridge } from './bridge.ts'
import type { Bridge } from './bridge.ts'
import { createNarrator } from './narrator.ts'
import { runScenario } from './scenario.ts'

const coloured = process.stdout.isTTY === true && process.env.NO_COLOR === undefined
const narrator = createNarrator(line => {
  process.stdout.write(`${line}\n`)
}, coloured)

process.exitCode = await main()

async function main(): Promise<number> {
  narrator.title(
    'An agent repairs an ABAP class over MCP. The system is the embedded sandbox; no other system is used.'
  )
  const start = performance.now()
  let bridge: Bridge | undefined
  try {
    narrator.step('Start the bridge with a fresh sandbox', 'erp-bridge --sandbox --transport stdio')
    bridge = await startBridge()
    narrator.fact(`Tools: ${bridge.tools.join(', ')}`)
    narrator.done(performance.now() - start)
    await runScenario({ call: bridge.call, narrator })
    narrator.end(
      true,
      `Done in ${((performance.now() - start) / 1000).toFixed(1)} s: found, repaired, proved.`
    )
    return 0
  } catch (error) {
    narrator.end(
      false,
      `The demo failed: ${error instanceof Error ? error.message : String(error)}`
    )
    const log = bridge?.log() ?? ''
    if (log !== '') narrator.fact(log)
    return 1
  } finally {
    await bridge?.close()
  }
}
