/** Puts programs together from the translations of their objects, and keeps those that still hold. */
import { ABAPObject } from '@abaplint/core'
import type { IObject, IRegistry } from '@abaplint/core'
import { inLoadOrder } from '../order.ts'
import { beginProbes, probeCount } from '../probes.ts'
import type { Program, TranspileRequest } from '../program.ts'
import { translate } from '../translate.ts'
import type { Translation } from '../translate.ts'
import type { Change } from './user-objects.ts'

export interface Translations {
  /** Translates trusted objects. */
  library(objects: readonly IObject[]): Program
  /**
   * Translates the objects of a request. Without probes, those that were translated before and are
   * not stale are not translated again; counters of probes are numbered through the whole program.
   */
  program(change: Change, probes?: TranspileRequest['probes']): Program
}

export function createTranslations(registry: IRegistry): Translations {
  const kept = new WeakMap<IObject, Translation>()
  const once = (object: IObject): Translation => {
    const known = kept.get(object)
    if (known !== undefined) return known
    const made = translate(registry, object, false)
    kept.set(object, made)
    return made
  }
  return {
    library(objects) {
      beginProbes('none')
      return programOf(objects.map(object => translate(registry, object, true)))
    },
    program({ objects, stale }, probes = 'none') {
      beginProbes(probes)
      for (const object of stale) kept.delete(object)
      const program = programOf(
        objects.map(object =>
          probes === 'none' ? once(object) : translate(registry, object, false)
        )
      )
      for (const object of objects) forget(object)
      return program
    }
  }
}

/** The scopes of an object take several times the memory of its source, and are not read again. */
function forget(object: IObject): void {
  if (object instanceof ABAPObject) object.syntaxResult = undefined
}

function programOf(translations: readonly Translation[]): Program {
  return {
    modules: inLoadOrder(translations.flatMap(one => one.modules)),
    problems: translations.flatMap(one => one.problems),
    probes: translations.flatMap(one => one.probes),
    counters: probeCount()
  }
}
