/** A run that does not end by itself, with a child in a process group of its own. */
import { endOnSignals, runProcess } from '../../tooling/test/process.ts'

endOnSignals('the run')
const grandchild = "require('child_process').spawn('sleep', ['1000'], { detached: true }).pid"
const print = `require('fs').writeSync(1, 'children ' + process.pid + ' ' + ${grandchild} + '\\n')`
await runProcess([process.execPath, '-e', `${print}; setInterval(() => {}, 1000)`], {
  cwd: process.cwd(),
  limitSeconds: 60,
  onOutput: text => process.stdout.write(text)
})
