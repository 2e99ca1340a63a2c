/**
 * Loaded before a bridge that is watched: how long its event loop was held up at once. Every
 * millisecond a timer notes what passed since the one before: by the clock, which also counts that
 * other processes had the processor, and in processor time of the main thread alone, which does
 * not. The message `mark` resets the figures, `read` returns them.
 */
import { isMainThread } from 'node:worker_threads'

let longest = { wallMs: 0, cpuMs: 0 }
let wall = performance.now()
let cpu = ownCpu()

function ownCpu(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

function tick(): void {
  const [now, used] = [performance.now(), ownCpu()]
  longest = {
    wallMs: Math.max(longest.wallMs, now - wall),
    cpuMs: Math.max(longest.cpuMs, used - cpu)
  }
  wall = now
  cpu = used
}

if (isMainThread) {
  setInterval(tick, 1)
  process.on('message', message => {
    tick()
    if (message === 'mark') longest = { wallMs: 0, cpuMs: 0 }
    process.send?.({ ...longest, rssMb: process.memoryUsage.rss() / 1e6 })
  })
  process.on('disconnect', () => {
    process.exit()
  })
}
