/** Keeps the coverage of the latest unit runs. */
import { randomBytes } from 'node:crypto'
import type { CoveredProcedure, CoveredStatement, Location, ObjectKey, Store } from '../types.ts'
import { sameObject } from './checks.ts'

/** The coverage of a procedure, with positions in the parts that clients address. */
export interface MeasuredProcedure {
  readonly object: ObjectKey
  /** Methods of local classes are qualified by their class: `LCL_X=>RUN`. */
  readonly name: string
  readonly kind: CoveredProcedure['kind']
  readonly visibility: CoveredProcedure['visibility']
  readonly location: Location
  readonly executed: number
  readonly statements: readonly {
    readonly location: Location
    readonly executed: number
    readonly branch?: CoveredStatement['branch']
  }[]
}

/** What unit runs measured, the newest ones of the system, in memory. */
export interface Measurements {
  /** Keeps what the objects' runs covered and returns the identity of it. */
  keep(runs: readonly (readonly CoveredProcedure[])[]): string
  get(id: string): readonly MeasuredProcedure[] | undefined
}

const KEPT = 20

export function createMeasurements(store: Store): Measurements {
  const measurements = new Map<string, readonly MeasuredProcedure[]>()
  return {
    keep(runs) {
      const id = randomBytes(16).toString('hex').toUpperCase()
      measurements.set(
        id,
        sum(runs).flatMap(procedure => measured(store, procedure))
      )
      const [oldest] = measurements.keys()
      if (measurements.size > KEPT && oldest !== undefined) measurements.delete(oldest)
      return id
    },
    get: id => measurements.get(id.toUpperCase())
  }
}

export interface CoverageCounts {
  readonly total: number
  readonly executed: number
}

/** What clients show: every condition has two branches, and every procedure one of its own. */
export function coverageCountsOf(
  procedures: readonly MeasuredProcedure[]
): Readonly<Record<'branch' | 'procedure' | 'statement', CoverageCounts>> {
  const statements = procedures.flatMap(procedure => procedure.statements)
  const branches = [
    ...procedures.map(({ executed }) => executed),
    ...statements.flatMap(({ branch }) =>
      branch === undefined ? [] : [branch.executedTrue, branch.executedFalse]
    )
  ]
  const countsOf = (counts: readonly number[]): CoverageCounts => ({
    total: counts.length,
    executed: counts.filter(count => count > 0).length
  })
  return {
    branch: countsOf(branches),
    procedure: countsOf(procedures.map(({ executed }) => executed)),
    statement: countsOf(statements.map(({ executed }) => executed))
  }
}

export function measuredObjects(procedures: readonly MeasuredProcedure[]): ObjectKey[] {
  return procedures
    .map(({ object }) => object)
    .filter((object, index, all) => all.findIndex(each => sameObject(each, object)) === index)
}

function measured(
  store: Store,
  { file, kind, owner, name, visibility, executed, statements, ...place }: CoveredProcedure
): MeasuredProcedure[] {
  const location = store.toPart({ ...place, file })
  if (location === undefined) return []
  const { object } = location.part
  return [
    {
      object,
      name: owner === '' || owner === object.name ? name : `${owner}=>${name}`,
      kind,
      visibility,
      location,
      executed,
      statements: statements.flatMap(({ executed: times, branch, ...range }) => {
        const at = store.toPart({ ...range, file })
        return at === undefined
          ? []
          : [{ location: at, executed: times, ...(branch === undefined ? {} : { branch }) }]
      })
    }
  ]
}

/** The runs of several objects' tests may have met the same procedures. */
function sum(runs: readonly (readonly CoveredProcedure[])[]): CoveredProcedure[] {
  const found = new Map<string, CoveredProcedure>()
  for (const procedure of runs.flat()) {
    const key = `${procedure.file} ${procedure.startRow} ${procedure.owner} ${procedure.name}`
    const known = found.get(key)
    found.set(key, known === undefined ? procedure : both(known, procedure))
  }
  return [...found.values()]
}

function both(one: CoveredProcedure, other: CoveredProcedure): CoveredProcedure {
  const statements = one.statements.map((statement, index) => {
    const same = other.statements[index]
    const executed = statement.executed + (same?.executed ?? 0)
    if (statement.branch === undefined) return { ...statement, executed }
    const { executedTrue, executedFalse } = statement.branch
    return {
      ...statement,
      executed,
      branch: {
        executedTrue: executedTrue + (same?.branch?.executedTrue ?? 0),
        executedFalse: executedFalse + (same?.branch?.executedFalse ?? 0)
      }
    }
  })
  return { ...one, executed: one.executed + other.executed, statements }
}
