import { openLandscape, tell } from './crash-story.ts'

/** Tells the story and kills itself at the point whose number it is given; 0 is no point. */
const [dataDir = '', seed = '', at = '0'] = process.argv.slice(2)
let points = 0
let telling = false
const running = await openLandscape(dataDir, seed, () => {
  if (telling && ++points === Number(at)) process.kill(process.pid, 'SIGKILL')
})
telling = true
await tell(running, what => process.stdout.write(`${what}\n`))
telling = false
await running.close()
