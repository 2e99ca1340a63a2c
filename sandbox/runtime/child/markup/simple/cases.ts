/** Conditional content in deserializations: what the document has decides. */
import type { Case, Step } from '../../../../grammar/transformations/model.ts'
import { TransformationFault } from '../asxml/kinds.ts'
import { noAccess } from './context.ts'
import type { Context } from './context.ts'
import type { Cursor } from './cursor.ts'
import { assertValue, failed, holds } from './conditions.ts'
import { markersOf, matches } from './markers.ts'

/** Where cases are evaluated, and what runs their content. */
interface Place {
  readonly context: Context
  readonly cursor: Cursor
  run(steps: readonly Step[], context: Context, cursor: Cursor): void
}

/** A condition outside of tt:switch and tt:group. */
export function conditional(step: Case, place: Place): void {
  const { context, cursor } = place
  if (step.direction === 'serialize') return
  const markers = markersOf(step.body, context)
  const isPattern = markers.length > 0
  if (isPattern && !matches(markers, cursor, context)) return
  if (step.using !== undefined && !holds(context, step.using)) {
    if (!isPattern) throw noAccess(undefined)
    cursor.takeElement()
    return
  }
  evaluate(step, place)
}

function evaluate(step: Case, { context, cursor, run }: Place): void {
  const assigned: Context['assigned'] = new Set()
  const inner = { ...context, assigned }
  run(step.body, inner, cursor)
  for (const each of step.data) assertValue(inner, each)
  for (const check of [step.check, step.deserializeCheck]) {
    if (check !== undefined && !holds(inner, check)) throw failed()
  }
  for (const each of assigned) context.assigned?.add(each)
}

interface Candidate {
  readonly step: Case
  readonly markers: ReturnType<typeof markersOf>
  used: number
}

function candidates(cases: readonly Case[], context: Context): Candidate[] {
  return cases
    .filter(({ direction }) => direction !== 'serialize')
    .map(step => ({ step, markers: markersOf(step.body, context), used: 0 }))
}

function fits({ step, markers }: Candidate, context: Context, cursor: Cursor): boolean {
  return (
    markers.length > 0 &&
    matches(markers, cursor, context) &&
    (step.using === undefined || holds(context, step.using))
  )
}

/** Exactly one case is executed. */
export function switched(cases: readonly Case[], place: Place): void {
  const { context, cursor } = place
  const all = candidates(cases, context)
  const standard = all.find(({ markers }) => markers.length === 0)
  for (;;) {
    const chosen = all.find(each => fits(each, context, cursor))
    if (chosen !== undefined) return evaluate(chosen.step, place)
    if (standard !== undefined) return executeStandard(standard, place)
    if (context.extensible?.here !== true || cursor.event?.type !== 'open') {
      throw new TransformationFault(
        'CX_ST_SWITCH_NO_CASE',
        'No case of tt:switch fits the document'
      )
    }
    cursor.takeElement()
  }
}

function executeStandard({ step }: Candidate, place: Place): void {
  if (step.using !== undefined && !holds(place.context, step.using)) throw noAccess(undefined)
  evaluate(step, place)
}

/** Without a frequency, cases that depend on data are optional. */
function frequencyOf({
  frequency,
  using,
  data,
  check,
  deserializeCheck,
  serializeCheck
}: Case): string {
  const depends = using ?? check ?? deserializeCheck ?? serializeCheck
  return frequency ?? (depends === undefined && data.length === 0 ? '1' : '?')
}

/** Cases in any order, each as often as its frequency says. */
export function grouped(cases: readonly Case[], place: Place): void {
  const { context, cursor } = place
  const all = candidates(cases, context)
  const patterns = all.filter(({ markers }) => markers.length > 0)
  const standard = all.find(({ markers }) => markers.length === 0)
  const isFree = ({ step, used }: Candidate): boolean => frequencyOf(step) === '*' || used === 0
  const missing = (): boolean =>
    patterns.some(({ step, used }) => frequencyOf(step) === '1' && used === 0)
  for (;;) {
    const before = cursor.position
    const chosen = patterns.find(each => isFree(each) && fits(each, context, cursor))
    if (chosen !== undefined) {
      chosen.used++
      evaluate(chosen.step, place)
      // attributes stay where they are
      if (cursor.position === before && frequencyOf(chosen.step) === '*') chosen.used = Infinity
      if (chosen.used === Infinity) patterns.splice(patterns.indexOf(chosen), 1)
      continue
    }
    const isElement = cursor.event?.type === 'open'
    if (isElement && context.extensible?.here === true) cursor.takeElement()
    else if (isElement && missing() && standard !== undefined) {
      executeStandard(standard, place)
      if (cursor.position === before) break
    } else break
  }
  if (missing()) {
    throw new TransformationFault(
      'CX_ST_GROUP_MISSING_CASE',
      'A case of tt:group is missing in the document'
    )
  }
}
