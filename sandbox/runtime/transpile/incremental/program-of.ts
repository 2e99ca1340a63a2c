/** Puts a program together from the translations of its objects. */
import { inLoadOrder } from '../order.ts'
import type { Program, Translation } from '../program.ts'

export function programOf(translations: readonly Translation[], counters: number): Program {
  return {
    modules: inLoadOrder(translations.flatMap(one => one.modules)),
    problems: translations.flatMap(one => one.problems),
    probes: translations.flatMap(one => one.probes),
    counters
  }
}
