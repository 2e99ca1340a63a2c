/** Stores the coverage of the latest unit runs in memory. */
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

/** The coverage of the latest unit runs by id. */
export interface Measurements {
  /** Stores the merged coverage of the runs of several objects and returns its id. */
  keep(runs: readonly (readonly CoveredProcedure[])[]): string
  get(id: string): readonly MeasuredProcedure[] | undefined
}

const MAX_MEASUREMENTS = 20

export function createMeasurements(store: Store): Measurements {
  const measurements = new Map<string, readonly MeasuredProcedure[]>()
  return {
    keep(runs) {
      const id = randomBytes(16).toString('hex').toUpperCase()
      measurements.set(
        id,
        mergeRuns(runs).flatMap(procedure => measuredProcedures(store, procedure))
      )
      const [oldest] = measurements.keys()
      if (measurements.size > MAX_MEASUREMENTS && oldest !== undefined) measurements.delete(oldest)
      return id
    },
    get: id => measurements.get(id.toUpperCase())
  }
}

export interface CoverageCounts {
  readonly total: number
  readonly executed: number
}

/** Totals for clients: a condition counts as two branches, a procedure as one. */
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

function measuredProcedures(
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

/** Adds the counts of procedures that the runs of several objects covered. */
function mergeRuns(runs: readonly (readonly CoveredProcedure[])[]): CoveredProcedure[] {
  const found = new Map<string, CoveredProcedure>()
  for (const procedure of runs.flat()) {
    const key = `${procedure.file} ${procedure.startRow} ${procedure.owner} ${procedure.name}`
    const known = found.get(key)
    found.set(key, known === undefined ? procedure : merged(known, procedure))
  }
  return [...found.values()]
}

function merged(one: CoveredProcedure, other: CoveredProcedure): CoveredProcedure {
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
