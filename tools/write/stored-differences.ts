/** Differences between the fields that were sent and the ones that the ERP has stored. */
import { compareCreated, isErpError } from '../../erp-client/index.ts'
import type { CreatedArgs, FieldDifference, Fields, FieldsChange } from '../../erp-client/index.ts'
import type { ToolContext } from '../call/context.ts'
import { ToolError } from '../failure/errors.ts'
import { refWords } from '../objects/words.ts'
import { omitUndefined } from '../schema/output.ts'
import { fenced } from '../failure/prose.ts'
import type { ErrorResult } from '../call/result.ts'

const mostShown = 20
const mostListed = 100
const longest = 120

/** A difference as structured results show it. */
interface ShownDifference {
  readonly path: string
  readonly sent: string | undefined
  readonly kept: string | undefined
}

/** Fields of a structured result; empty where the ERP stored what it was sent. */
export interface StoredDifferences {
  /** Fields that were not named and changed all the same, because a named one decides them. */
  readonly implied?: Fields
  readonly notKept?: readonly ShownDifference[]
  readonly alsoChanged?: readonly ShownDifference[]
  /** False where the object was changed and could not be read back. */
  readonly compared?: boolean
}

export function storedDifferences({
  changed,
  implied = {},
  comparison
}: Pick<FieldsChange, 'changed' | 'comparison'> & Partial<FieldsChange>): StoredDifferences {
  if (!changed) return {}
  const list = (found: readonly FieldDifference[] = []) =>
    found.length === 0
      ? undefined
      : found.slice(0, mostListed).map(({ path, sent, stored }) => ({ path, sent, kept: stored }))
  return omitUndefined({
    implied: Object.keys(implied).length === 0 ? undefined : implied,
    notKept: list(comparison?.refused),
    alsoChanged: list(comparison?.others),
    compared: comparison === undefined ? false : undefined
  })
}

/**
 * What the ERP did not keep of a creation. Without a read the creation stands all the same.
 *
 * @throws ToolError OUTCOME_UNKNOWN where the ERP does not find what it has created
 */
export async function createdDifferences(
  { erp, signal }: Pick<ToolContext, 'erp' | 'signal'>,
  created: CreatedArgs
): Promise<StoredDifferences> {
  try {
    return storedDifferences({
      changed: true,
      comparison: await compareCreated(erp, created, signal)
    })
  } catch (error) {
    if (!isErpError(error, 'ERP_NOT_FOUND')) return { compared: false }
    throw new ToolError(
      'OUTCOME_UNKNOWN',
      `The ERP has answered that ${refWords(created.ref)} was created, and does not find it.`,
      {
        remedy: 'Read it with ERPRead before you create it again.',
        outcome: 'unknown',
        cause: error
      }
    )
  }
}

/** The differences of two steps that made one object. */
export function joinedDifferences(
  one: StoredDifferences,
  other: StoredDifferences
): StoredDifferences {
  const list = <Item>(a: readonly Item[] = [], b: readonly Item[] = []) =>
    a.length + b.length === 0 ? undefined : [...a, ...b]
  return omitUndefined({
    implied: one.implied ?? other.implied,
    notKept: list(one.notKept, other.notKept),
    alsoChanged: list(one.alsoChanged, other.alsoChanged),
    compared: one.compared === false || other.compared === false ? false : undefined
  })
}

/** The same as lines under the head of a result. */
export function storedDifferenceLines({
  implied = {},
  notKept = [],
  alsoChanged = [],
  compared = true
}: StoredDifferences): string[] {
  return [
    ...impliedLines(implied),
    ...(compared
      ? []
      : [
          'It could not be read back, so nothing tells whether the ERP kept it as it was sent: look at it with ERPRead.'
        ]),
    ...differenceLines('The ERP did NOT keep these as they were sent (sent → kept):', notKept),
    ...differenceLines('The ERP also changed or computed (sent → now):', alsoChanged)
  ]
}

interface Unkept {
  readonly head: string
  readonly data: object
  readonly remedy?: string | undefined
}

const fieldsRemedy =
  'It is saved so, and not activated. Name the kind of type too, check that the types exist, and change it with ERPWrite update.'

/** The error for an object that the ERP saved and did not save so; undefined where it did. */
export function differenceError(
  differences: StoredDifferences,
  { head, data, remedy = fieldsRemedy }: Unkept
): ErrorResult | undefined {
  if (differences.notKept === undefined) return undefined
  const text = [`FIELDS_DIFFER: ${head}`, ...storedDifferenceLines(differences), remedy].join('\n')
  return {
    kind: 'error',
    code: 'FIELDS_DIFFER',
    text,
    data: { ...data, code: 'FIELDS_DIFFER', outcome: 'done', saved: true, ...differences }
  }
}

export function impliedLines(implied: Fields): string[] {
  const values = Object.entries(implied).map(
    ([name, value]) => `${name} = ${JSON.stringify(value)}`
  )
  return values.length === 0 ? [] : [`Set with them: ${values.join(', ')}.`]
}

function differenceLines(title: string, found: readonly ShownDifference[]): string[] {
  if (found.length === 0) return []
  const shown = found
    .slice(0, mostShown)
    .map(({ path, sent, kept }) => `${path}: ${quoted(sent)} → ${quoted(kept)}`)
  return [
    title,
    ...fenced(shown),
    ...(found.length > mostShown ? [`… ${found.length - mostShown} more`] : [])
  ]
}

function quoted(value: string | undefined): string {
  if (value === undefined) return 'nothing'
  return JSON.stringify(value.length > longest ? `${value.slice(0, longest)}…` : value)
}
