/** Orders the entries of a batch by their dependencies. */
import type { ObjectRef } from '../../../erp-client/index.ts'

/** What others are built on comes first. */
const order = [
  'DOMA',
  'DTEL',
  'STRU',
  'TABL',
  'TTYP',
  'TYPE',
  'TABT',
  'ENQU',
  'MSAG',
  'AUTH',
  'SUSO',
  'INTF',
  'DDLS',
  'DSFD',
  'CLAS',
  'FUGR',
  'FINC',
  'FUNC',
  'INCL',
  'PROG',
  'XSLT',
  'DCLS',
  'DDLA',
  'DDLX',
  'BDEF',
  'SRVD',
  'SRVB'
]
const rank = (type: string) => (order.indexOf(type) < 0 ? order.length : order.indexOf(type))

export interface Ordered {
  readonly ref: ObjectRef
  readonly isDeletion: boolean
  /** All texts of the step, to find what it names. */ readonly text: string
}

/**
 * Steps so that what is named comes before who names it; without such a reason by type, then as
 * given. Deletions come last and the other way round. Several steps on one object keep their order,
 * and a circle is cut where the types say.
 */
export function inDependencyOrder<Step extends Ordered>(steps: readonly Step[]): Step[] {
  const live = steps.filter(({ isDeletion }) => !isDeletion)
  const deletions = steps.filter(({ isDeletion }) => isDeletion)
  return [...sorted(live), ...sorted(deletions).toReversed()]
}

function sorted<Step extends Ordered>(steps: readonly Step[]): Step[] {
  const words = new Map(
    steps.map(step => [step, new Set(step.text.toUpperCase().match(/[\w/$]+/g))])
  )
  const entities = new Set(
    steps.filter(({ ref }) => !shareEntityName.has(ref.type)).map(({ ref }) => ref.name)
  )
  const waits = new Map(
    steps.map((step, index) => [
      step,
      steps.filter(
        (other, at) =>
          other !== step &&
          mustFollow(step, other, { isLater: at < index, named: words.get(step), entities })
      )
    ])
  )
  const left = [...steps].sort((a, b) => rank(a.ref.type) - rank(b.ref.type))
  const done: Step[] = []
  while (left.length > 0) {
    const ready = left.findIndex(
      step => waits.get(step)?.every(other => done.includes(other)) === true
    )
    done.push(...left.splice(Math.max(0, ready), 1))
  }
  return done
}

/**
 * Types whose objects bear the name of the entity they belong to; who names it means the entity.
 */
const shareEntityName = new Set(['BDEF', 'DDLX', 'DCLS'])

interface Reasons {
  readonly isLater: boolean
  readonly named: ReadonlySet<string> | undefined
  readonly entities: ReadonlySet<string>
}

function mustFollow(step: Ordered, other: Ordered, { isLater, named, entities }: Reasons): boolean {
  if (step.ref.name === other.ref.name && step.ref.type === other.ref.type) return isLater
  if (other.ref.type === 'FUGR' && step.ref.group === other.ref.name) return true
  if (named?.has(other.ref.name) !== true) return false
  // a behavior definition may name a pool that is not there yet; the pool cannot do without the
  // definition
  if (step.ref.type === 'BDEF' && other.ref.type === 'CLAS') {
    return !/\bFOR\s+BEHAVIOR\s+OF\b/i.test(other.text)
  }
  if (step.ref.type === 'CLAS' && other.ref.type === 'BDEF') {
    return /\bFOR\s+BEHAVIOR\s+OF\b/i.test(step.text)
  }
  return !(shareEntityName.has(other.ref.type) && entities.has(other.ref.name))
}
