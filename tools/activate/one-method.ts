/** One test method of a run. */
import { unitResult } from '../../erp-client/index.ts'
import type { ObjectRef, UnitResult } from '../../erp-client/index.ts'
import { ToolError } from '../failure/errors.ts'
import { refWords } from '../objects/words.ts'
import { nearest } from '../schema/nearest.ts'

const mostNamed = 40

/**
 * The run as if the method were its only one. The ERP runs the test classes of an object as a whole,
 * which every release can do.
 *
 * @param wanted `ADDS`, or `LTCL_TEST=>ADDS`
 * @throws ToolError TOOL_METHOD_NOT_FOUND with the methods that there are
 */
export function onlyMethod(
  { classes, alerts, measurement }: UnitResult,
  wanted: string,
  tested: readonly ObjectRef[]
): UnitResult {
  const [method = '', container] = wanted.toUpperCase().split('=>').reverse()
  const kept = classes
    .filter(({ name }) => container === undefined || name === container)
    .map(one => ({ ...one, methods: one.methods.filter(({ name }) => name === method) }))
    .filter(({ methods }) => methods.length > 0)
  if (kept.length > 0) {
    return { ...unitResult(kept, alerts), ...(measurement === undefined ? {} : { measurement }) }
  }
  const names = classes.flatMap(({ name, methods }) => methods.map(one => `${name}=>${one.name}`))
  const near = nearest(
    method,
    classes.flatMap(({ methods }) => methods.map(({ name }) => name))
  )
  const skipped = classes.filter(one => one.skipped !== undefined).map(({ name }) => name)
  throw new ToolError(
    'TOOL_METHOD_NOT_FOUND',
    `${tested.map(refWords).join(', ').slice(0, 200)}: no test method ${wanted.slice(0, 130)} has run.`,
    {
      remedy: [
        ...(near === undefined ? [] : [`Did you mean ${near}?`]),
        names.length === 0
          ? 'No test method has run.'
          : `These have: ${names.slice(0, mostNamed).join(', ')}${names.length > mostNamed ? ' …' : ''}.`,
        ...(skipped.length === 0 ? [] : [`Skipped by their risk level: ${skipped.join(', ')}.`])
      ].join(' ')
    }
  )
}
