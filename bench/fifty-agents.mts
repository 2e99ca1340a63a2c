/**
 * Fifty agents edit the same and different objects through one bridge: `node bench/fifty-agents.mts
 * [minutes] [agents]` prints what was lost, which must be nothing. The test does the same for as
 * long as a test may take.
 */
import { agentsLoad } from '../test/tools/call/agents-load.ts'

const minutes = Number(process.argv[2] ?? 3)
const agents = Number(process.argv[3] ?? 50)
const started = performance.now()
const { edits, refused, reads, faults } = await agentsLoad({
  agents,
  rounds: Infinity,
  milliseconds: minutes * 60_000
})
const seconds = (performance.now() - started) / 1000
console.log(
  `${agents} agents, ${seconds.toFixed(0)} s: ${edits} edits (${(edits / seconds).toFixed(1)} a second), ${refused} refused and repeated, ${reads} calls, ${faults.length} faults`
)
for (const fault of faults.slice(0, 20)) console.log(fault)
process.exitCode = faults.length === 0 ? 0 : 1
