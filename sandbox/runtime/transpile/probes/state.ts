/** What the probes of the object that is being translated share. */
import type { Nodes } from '@abaplint/core'
import type { CoverageProbes, ProbedStatement } from '../program.ts'

/**
 * The procedure that is being translated; `entry` is the counter of its calls as long as it stands
 * nowhere.
 */
export interface Open {
  readonly id: number
  readonly body: Nodes.StructureNode | undefined
  readonly statements: ProbedStatement[]
  entry: number | undefined
}

interface State {
  active: boolean
  /** Statements may stop the program instead of being counted. */
  debugged: boolean
  /** Procedures tell where they begin and end, and no statement is counted. */
  traced: boolean
  last: number
  /** Finished procedures of the object that is being translated. */
  procedures: CoverageProbes[]
  /** Upper-case name of the class implementation around. */
  owner: string
  open: Open | undefined
  /** Counters that stand behind a statement: heads of procedures and conditions. */
  readonly conditions: Map<Nodes.StatementNode, number>
  /** What stands in loops of the procedure. */
  readonly inLoops: Map<object, Nodes.StructureNode>
}

export const state: State = {
  active: false,
  debugged: false,
  traced: false,
  last: 0,
  procedures: [],
  owner: '',
  open: undefined,
  conditions: new Map(),
  inLoops: new Map()
}
