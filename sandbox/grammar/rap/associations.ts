/** Associations of CDS entities: how they are declared, and which entities of a behavior they join. */
import type { CdsAssociation, EntityObject } from './cds-types.ts'
import type { BehaviorEntity, BehaviorModel } from './model.ts'
import { readRedirections } from './projection-views.ts'

/** An association between two entities of one behavior definition. */
export interface Relation {
  readonly name: string
  readonly kind: CdsAssociation['kind']
  readonly target: BehaviorEntity
  readonly on?: readonly (readonly [string, string])[]
}

const CARDINALITY = String.raw`(?:\[[^\]]*\]\s*)?(?:of\s+(?:exact\s+)?(?:one|many)\s+)?`
const COMPOSITION =
  /\bcomposition\s*(?:\[[^\]]*\]\s*)?of\s+(?:(?:exact\s+)?(?:one|many)\s+to\s+(?:exact\s+)?(?:one|many)\s+)?([\w/]+)(?:\s+as\s+(\w+))?/gi
const ASSOCIATION = new RegExp(
  String.raw`\bassociation\s*${CARDINALITY}to\s+(parent\s+)?(?:(?:exact\s+)?(?:one|many)\s+)?([\w/]+)(?:\s+as\s+(\w+))?\s+on\s+([^{]*?)(?=\bassociation\b|\bcomposition\b|\{|\bwhere\b|$)`,
  'gi'
)
const COMMENTS = /\/\*[^]*?\*\/|\/\/.*$|--.*$/gm

/** The associations that a CDS source declares. */
export function readAssociations(source: string): CdsAssociation[] {
  const text = source.replace(COMMENTS, ' ')
  const compositions = [...text.matchAll(COMPOSITION)].map(
    ([, target = '', name = target]): CdsAssociation => ({
      name: name.toUpperCase(),
      target: target.toUpperCase(),
      kind: 'composition'
    })
  )
  const associations = [...text.matchAll(ASSOCIATION)].map(
    ([, parent, target = '', name = target, condition = '']): CdsAssociation => {
      const on = pairsOf(condition, name)
      return {
        name: name.toUpperCase(),
        target: target.toUpperCase(),
        kind: parent === undefined ? 'other' : 'parent',
        ...(on === undefined ? {} : { on })
      }
    }
  )
  return [...compositions, ...associations, ...readRedirections(source)]
}

function pairsOf(condition: string, name: string): [string, string][] | undefined {
  const pairs: [string, string][] = []
  for (const part of condition.trim().split(/\s+and\s+/i)) {
    const sides = part.trim().split(/\s*=\s*/)
    const own = sides.find(side => /^\$projection\.\w+$/i.test(side))
    const other = sides.find(side => side.toUpperCase().startsWith(`${name.toUpperCase()}.`))
    if (sides.length !== 2 || own === undefined || other === undefined) return undefined
    pairs.push([afterDot(own), afterDot(other)])
  }
  return pairs
}

const afterDot = (path: string): string => path.slice(path.indexOf('.') + 1).toUpperCase()

/** The form in which the file of a table that stands for an entity holds its associations. */
export function associationXml({ name, target, kind, on }: CdsAssociation): string {
  const pairs = on?.map(pair => pair.join('=')).join(',')
  const condition = pairs === undefined ? '' : `<ON>${pairs}</ON>`
  return `<ASSOCIATION><NAME>${name}</NAME><TARGET>${target}</TARGET><KIND>${kind}</KIND>${condition}</ASSOCIATION>`
}

const XML =
  /<ASSOCIATION><NAME>(\w+)<\/NAME><TARGET>([\w/]+)<\/TARGET><KIND>(\w+)<\/KIND>(?:<ON>([^<]*)<\/ON>)?<\/ASSOCIATION>/g

function readXml(xml: string): CdsAssociation[] {
  return [...xml.matchAll(XML)].map(([, name = '', target = '', kind = 'other', pairs]) => ({
    name,
    target,
    kind: kind as CdsAssociation['kind'],
    ...(pairs === undefined
      ? {}
      : {
          on: pairs.split(',').map(pair => {
            const [own = '', other = ''] = pair.split('=')
            return [own, other] as const
          })
        })
  }))
}

const known = new WeakMap<object, readonly CdsAssociation[]>()

function declaredBy(object: EntityObject | undefined): readonly CdsAssociation[] {
  const [file] =
    object?.getFiles?.().filter(each => /\.asddls$|\.tabl\.xml$/.test(each.getFilename())) ?? []
  if (file === undefined) return []
  const kept = known.get(file)
  if (kept !== undefined) return kept
  const read = file.getFilename().endsWith('.xml') ? readXml : readAssociations
  const found = read(file.getRaw())
  known.set(file, found)
  return found
}

/** The entity above, by the association to the parent. */
export const parentOf = (object: EntityObject | undefined): string | undefined =>
  declaredBy(object).find(({ kind }) => kind === 'parent')?.target

/** Finds the object of an entity. */
export type EntityObjects = (entity: string) => EntityObject | undefined

/** The associations of an entity to entities of the same behavior definition. */
export function relationsOf(
  entity: BehaviorEntity,
  model: BehaviorModel,
  objects: EntityObjects
): Relation[] {
  return declaredBy(objects(entity.name)).flatMap(({ name, target, kind, on }): Relation[] => {
    const found = model.entities.find(each => each.name === target)
    if (found === undefined) return []
    const own = kind === 'composition' ? inverse(entity, found, objects) : on
    return [{ name, kind, target: found, ...(own === undefined ? {} : { on: own }) }]
  })
}

/** A composition stands for the condition of the association to the parent, the other way round. */
function inverse(
  parent: BehaviorEntity,
  child: BehaviorEntity,
  objects: EntityObjects
): (readonly [string, string])[] | undefined {
  return declaredBy(objects(child.name))
    .find(({ kind, target }) => kind === 'parent' && target === parent.name)
    ?.on?.map(([own, other]) => [other, own] as const)
}
