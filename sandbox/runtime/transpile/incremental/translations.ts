/** Translates the objects of programs, and keeps the translations that still hold. */
import { ABAPObject } from '@abaplint/core'
import type { IObject, IRegistry } from '@abaplint/core'
import { beginProbes, probeCount } from '../probes.ts'
import { programOf } from './program-of.ts'
import type { Program, TranspileRequest, Translation } from '../program.ts'
import { translate } from '../translate.ts'
import type { Change } from './user-objects.ts'

export interface Translations {
  /** Translates trusted objects. */
  library(objects: readonly IObject[]): Program
  /**
   * Translates the objects of a request. Without probes, those that were translated before and are
   * not stale are not translated again; counters of probes are numbered through the whole program.
   */
  program(change: Change, probes?: TranspileRequest['probes']): Program
  /** Tells of the translation of each object of a request without probes that is not known. */
  objects(change: Change, isKnown: (id: string) => boolean, made: Made): void
}

/** Takes the translation of an object, by its id. */
export type Made = (id: string, translation: Translation) => void

export function createTranslations(registry: IRegistry): Translations {
  const kept = new WeakMap<IObject, Translation>()
  const once = (object: IObject): Translation => {
    const known = kept.get(object)
    if (known !== undefined) return known
    const made = translate(registry, object, false)
    kept.set(object, made)
    return made
  }
  const without = (stale: Change['stale']): void => {
    for (const object of stale) kept.delete(object)
  }
  return {
    library(objects) {
      beginProbes('none')
      const translations = objects.map(object => translate(registry, object, true))
      return programOf(translations, probeCount())
    },
    program({ objects, stale }, probes = 'none') {
      beginProbes(probes)
      without(stale)
      const translations = objects.map(object =>
        probes === 'none' ? once(object) : translate(registry, object, false)
      )
      for (const object of objects) forget(object)
      return programOf(translations, probeCount())
    },
    objects({ objects, stale }, isKnown, made) {
      beginProbes('none')
      without(stale)
      for (const object of objects) {
        const id = `${object.getType()} ${object.getName()}`
        if (!isKnown(id)) made(id, once(object))
      }
      for (const object of objects) forget(object)
    }
  }
}

/** The scopes of an object take several times the memory of its source, and are not read again. */
function forget(object: IObject): void {
  if (object instanceof ABAPObject) object.syntaxResult = undefined
}
