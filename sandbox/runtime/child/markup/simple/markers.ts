/** Patterns: by what the content of a condition, case or loop is found in a document. */
import type { MarkupName } from '../../../../grammar/markup/events.ts'
import type { Step } from '../../../../grammar/transformations/model.ts'
import { loadProgram } from './programs.ts'
import type { LoadedProgram } from './programs.ts'
import type { Context } from './context.ts'
import type { Cursor } from './cursor.ts'

type Marker =
  | { readonly kind: 'element'; readonly name: MarkupName; readonly lax: string | undefined }
  | { readonly kind: 'attribute'; readonly name: MarkupName }
  | { readonly kind: 'text'; readonly value: string }
  | { readonly kind: 'empty' }

interface Place {
  readonly program: LoadedProgram
  readonly unsupported: (what: string) => never
  readonly depth: number
}

const MAX_DEPTH = 50

/** The markers of a content; it is no pattern where there are none. */
export function markersOf(steps: readonly Step[], { frame, unsupported }: Context): Marker[] {
  return ofSteps(steps, { program: frame.program, unsupported, depth: 0 })
}

function ofSteps(steps: readonly Step[], place: Place): Marker[] {
  const found: Marker[] = []
  for (const step of steps) {
    found.push(...ofStep(step, place))
    if (!isPrePattern(step, place)) break
  }
  return found
}

function ofStep(step: Step, place: Place): Marker[] {
  switch (step.op) {
    case 'element':
      return [{ kind: 'element', name: step.name, lax: step.lax }]
    case 'attribute':
      return [{ kind: 'attribute', name: step.name }]
    case 'text':
      return step.value === '' ? [] : [{ kind: 'text', value: step.value }]
    case 'empty':
      return [{ kind: 'empty' }]
    case 'direction':
      return step.direction === 'serialize' ? [] : ofSteps(step.body, place)
    case 'cond':
      return step.direction === 'serialize' ? [] : ofSteps(step.body, place)
    case 'ref':
    case 'loop':
      return ofSteps(step.body, place)
    case 'switch':
    case 'group':
      return step.cases.flatMap(each => ofStep(each, place))
    case 'apply':
    case 'call': {
      const called = calledSteps(step, place)
      return ofSteps(called.steps, called.place)
    }
    default:
      return []
  }
}

function calledSteps(
  step: Extract<Step, { op: 'apply' | 'call' }>,
  place: Place
): { steps: readonly Step[]; place: Place } {
  const { unsupported, depth } = place
  const program = step.op === 'call' ? loadProgram(step.name, unsupported) : place.program
  const template = step.op === 'call' ? program.main : program.templates.get(step.name)
  const steps = depth >= MAX_DEPTH ? [] : (template?.body ?? [])
  return { steps, place: { program, unsupported, depth: depth + 1 } }
}

/** Whether nothing of the document is needed. */
function isPrePattern(step: Step, place: Place): boolean {
  const all = (steps: readonly Step[]): boolean => steps.every(each => isPrePattern(each, place))
  switch (step.op) {
    case 'assign':
    case 'clear':
    case 'write':
      return true
    case 'cond':
      return step.direction === 'serialize' || ofSteps(step.body, place).length > 0
    case 'direction':
      return step.direction === 'serialize' || all(step.body)
    case 'ref':
    case 'cond-var':
      return all(step.body)
    case 'switch-var':
      return step.cases.every(each => all(each.body))
    case 'apply':
    case 'call': {
      const called = calledSteps(step, place)
      return called.steps.every(each => isPrePattern(each, called.place))
    }
    default:
      return false
  }
}

export const sameName = (one: MarkupName, other: MarkupName): boolean =>
  one.name === other.name && one.uri === other.uri

/** Whether names of an element count here. */
export function isLax(own: string | undefined, { lax }: Context): boolean {
  if (own === undefined) return lax?.here ?? false
  return own === 'on' || own === 'deep-on'
}

/** Whether one of the markers is found at the place of the cursor. */
export function matches(markers: readonly Marker[], cursor: Cursor, context: Context): boolean {
  return markers.some(marker => isAt(marker, cursor, context))
}

function isAt(marker: Marker, cursor: Cursor, context: Context): boolean {
  const { event } = cursor
  switch (marker.kind) {
    case 'element':
      return event?.type === 'open' && (isLax(marker.lax, context) || sameName(event, marker.name))
    case 'attribute':
      return context.attributes?.some(each => sameName(each, marker.name)) ?? false
    case 'text':
      return cursor.text.startsWith(marker.value)
    case 'empty':
      return event === undefined || event.type === 'close'
  }
}
