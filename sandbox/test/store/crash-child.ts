import { createStore } from '../../store/index.ts'
import { change } from './crash-story.ts'

/** Runs the story of changes and kills itself at the step whose number it is given. */
const [dataDir = '', at = '0'] = process.argv.slice(2)
let steps = 0
const store = createStore({
  dataDir,
  durable: false,
  onStep: () => {
    if (steps++ === Number(at)) process.kill(process.pid, 'SIGKILL')
  }
})
change(store, name => process.stdout.write(`${name}\n`))
store.close()
