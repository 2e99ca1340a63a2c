/** The parts of a package overview that its size limit may shorten. */
import type { ObjectHit, ObjectRef } from '../../../erp-client/index.ts'
import { refWords } from '../../objects/words.ts'
import type { Section } from '../budget.ts'
import { hasCode } from './code.ts'
import type { CodeObject } from './code.ts'
import type { TableFields } from './tables.ts'
import type { PackageUses, Use } from './uses.ts'

/** `ZCL_DEMO`, `TABL ZDEMO`: without the type where the name shows it. */
export function shortName({ type, name }: ObjectRef): string {
  const shows = (type === 'CLAS' || type === 'INTF') && /(?:CL|CX|IF)_/.test(name)
  return shows ? name : `${type} ${name}`
}

/** Data elements and domains are in the types of the fields. */
const fieldTypes = new Set(['DTEL', 'DOMA'])
const usesShown = 12

export interface LayerFacts {
  readonly uses: PackageUses['uses']
  /** Description of the package, with which those of its objects often begin. */
  readonly title: string
  /** Of the package of an object, by its words; empty for one package. */
  readonly letters: ReadonlyMap<string, string>
}

/** Code from the entry points down to what uses nothing inside. */
export function layerSections(
  layers: readonly (readonly CodeObject[])[],
  { uses, title, letters }: LayerFacts
): Section[] {
  if (layers.length === 0) return []
  return [
    line(
      'layers from the top down → uses, with the places that name them (instance calls do not):'
    ),
    ...layers.flatMap((layer, index) =>
      layer.map(object =>
        codeSection(object, uses.get(refWords(object.ref)) ?? [], {
          mark: `${layers.length - index}${letters.get(refWords(object.ref)) ?? ''}`,
          prefix: `${title}: `
        })
      )
    )
  ]
}

function codeSection(
  { ref, description }: CodeObject,
  uses: readonly Use[],
  { mark, prefix }: { mark: string; prefix: string }
): Section {
  const brief = `${mark} ${shortName(ref)}`
  const shown = uses.filter(use => !fieldTypes.has(use.ref.type))
  const words = shown.slice(0, usesShown).map(use => `${shortName(use.ref)} ${use.places}`)
  const more = shown.length > usesShown ? [`${shown.length - usesShown} more`] : []
  const purpose = description.startsWith(prefix) ? description.slice(prefix.length) : description
  return {
    brief,
    full: `${brief}${purpose === '' ? '' : `  ${purpose}`}${words.length === 0 ? '' : ` → ${[...words, ...more].join(', ')}`}`
  }
}

const line = (text: string): Section => ({ brief: text, full: text })

export function tableSections(tables: readonly TableFields[], { used }: PackageUses): Section[] {
  if (tables.length === 0) return []
  return [
    line('tables (* key):'),
    ...tables.map(({ ref, description, fields }) => {
      const unused = used.has(refWords(ref)) ? '' : ' (no code inside names it)'
      const brief = `${ref.name}${unused}`
      return {
        brief,
        full: `${brief}  ${description}: ${fields?.join(', ') ?? 'not read'}`
      }
    })
  ]
}

/** Objects that are neither code nor tables nor types of fields, by their names. */
export function otherSections(hits: readonly ObjectHit[]): Section[] {
  const others = hits.filter(
    ({ ref }) =>
      !hasCode(ref) && ref.type !== 'FUGR' && ref.type !== 'TABL' && !fieldTypes.has(ref.type)
  )
  return [...Map.groupBy(others, ({ ref }) => ref.type)].map(([type, list]) => {
    const brief = `${type} ${list.map(({ name }) => name).join(' ')}`
    return { brief, full: brief }
  })
}
