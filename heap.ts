/** The size of this process's heap: near what is alive, whatever load comes and goes. */
import { PerformanceObserver } from 'node:perf_hooks'
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'

/**
 * Half of the young generation: what is allocated between two scavenges. More saves nothing that
 * can be measured.
 */
const youngBytes = 8 * 2 ** 20
/** Each page keeps a few bytes for itself. */
const nearly = 0.95

/**
 * The young generation would grow to four times `youngBytes` with the first load. Of many requests
 * at once some of what they make comes into the old one all the same, which would be let grow to
 * four times what is alive; by less than 140 percent its collections show in what callers wait. And
 * nothing is put there from its start: V8 guesses that by what has survived before, is wrong about
 * requests, and each wrong guess keeps whatever it points to. Threads, which parse, begin with
 * twice as much.
 *
 * @param given the options of Node.js: who gave a size has decided
 */
export function keepHeapSmall(given: string): void {
  if (given.includes('semi-space')) return
  setFlagsFromString('--min-semi-space-size=16')
  setFlagsFromString('--heap-growing-percent=140')
  setFlagsFromString('--no-allocation-site-pretenuring')
  let grows = true
  const follow = () => {
    const mayGrow = youngCapacity() < youngBytes * nearly
    if (mayGrow === grows) return
    grows = mayGrow
    setFlagsFromString(`--semi-space-growth-factor=${grows ? 2 : 1}`)
  }
  follow()
  // V8 takes the young generation back while nothing happens, and has to be let give it again.
  new PerformanceObserver(follow).observe({ entryTypes: ['gc'] })
}

/** In bytes, of the half that is in use. */
export function youngCapacity(): number {
  const { space_used_size: used = 0, space_available_size: available = 0 } =
    getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space') ?? {}
  return used + available
}
