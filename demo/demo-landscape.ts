/**
 * `npm run demo:landscape`: an MCP client develops in one sandbox system and finds the change in the
 * next one after its import. Exits with 0 only if every step has the expected result.
 */
import { startBridge } from './bridge.ts'
import type { Bridge } from './bridge.ts'
import { runLandscapeScenario } from './landscape-scenario.ts'
import { startLandscape } from './landscape.ts'
import { createNarrator } from './narrator.ts'

const coloured = process.stdout.isTTY === true && process.env.NO_COLOR === undefined
const narrator = createNarrator(line => {
  process.stdout.write(`${line}\n`)
}, coloured)

process.exitCode = await main()

async function main(): Promise<number> {
  narrator.title(
    'A change goes from a development to a test system. Both are embedded sandboxes; no other system is used.'
  )
  const start = performance.now()
  const closers: (() => Promise<void>)[] = []
  const bridges: Bridge[] = []
  try {
    narrator.step('Start two systems with a transport route', 'erp-bridge sandbox --landscape FILE')
    const landscape = await startLandscape()
    closers.push(() => landscape.close())
    narrator.done(performance.now() - start)
    for (const name of ['dev', 'qas']) {
      narrator.step(`Start a bridge for ${name}`, `erp-bridge --systems-file FILE --system ${name}`)
      const began = performance.now()
      const bridge = await startBridge(['--systems-file', landscape.systemsFile, '--system', name])
      bridges.push(bridge)
      closers.push(() => bridge.close())
      narrator.done(performance.now() - began)
    }
    const [dev, qas] = bridges.map(({ call }) => ({ call, narrator }))
    if (dev === undefined || qas === undefined) throw new Error('a bridge is missing')
    await runLandscapeScenario({ dev, qas, landscape })
    const seconds = ((performance.now() - start) / 1000).toFixed(1)
    narrator.end(true, `Done in ${seconds} s: developed, released, imported, tested.`)
    return 0
  } catch (error) {
    narrator.end(
      false,
      `The demo failed: ${error instanceof Error ? error.message : String(error)}`
    )
    for (const bridge of bridges) if (bridge.log() !== '') narrator.fact(bridge.log())
    return 1
  } finally {
    for (const close of closers.reverse()) await close()
  }
}
