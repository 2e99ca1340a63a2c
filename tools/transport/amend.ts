/** Changes the text, target and attributes of a transport request, and sorts its list of objects. */
import {
  changeTransportAttribute,
  changeTransportTarget,
  changeTransportText,
  compressTransport,
  readTransport
} from '../../erp-client/index.ts'
import type {
  AttributeAction,
  ErpWriter,
  Transport,
  TransportAttribute
} from '../../erp-client/index.ts'
import type { ToolContext } from '../call/context.ts'
import type { ToolResult } from '../call/result.ts'
import { badArguments, ToolError } from '../failure/errors.ts'
import { changeTransport, inOrder } from './request-change.ts'
import type { TransportOptions } from './request-change.ts'

export interface AmendOptions extends TransportOptions {
  readonly description?: string | undefined
  readonly target?: string | undefined
  /** Without a value the attribute is removed. */
  readonly attributes?: readonly GivenAttribute[] | undefined
  readonly compress?: boolean | undefined
}

interface GivenAttribute {
  readonly name: string
  readonly value?: string | undefined
}

interface Step {
  readonly label: string
  run(erp: ErpWriter): Promise<void>
  /** Undefined where the request, read again, does not tell. */
  readonly isDone: ((after: Transport) => boolean) | undefined
}

export async function amendRequest(
  context: ToolContext,
  options: AmendOptions
): Promise<ToolResult> {
  return await changeTransport(context, options, {
    action: 'change',
    operation: 'updateRequest',
    preview: async found => {
      const labels = stepsOf(context, found, options).map(({ label }) => label)
      return { lines: [`It would change: ${labels.join('; ')}.`], data: { changes: labels } }
    },
    async run(erp, found) {
      const steps = stepsOf(context, found, options)
      const byLabel = new Map(steps.map(step => [step.label, step]))
      const done = await inOrder(
        [...byLabel.keys()],
        async label => {
          await byLabel.get(label)?.run(erp)
        },
        'is done'
      )
      await assertDone(context, found, steps)
      return {
        text: `Changed ${found.number}: ${done.join('; ')} (verified)`,
        data: { changes: done }
      }
    }
  })
}

function stepsOf(context: ToolContext, found: Transport, options: AmendOptions): readonly Step[] {
  const { transport, description, target, attributes = [], compress } = options
  const { number } = found
  const ofRequest = description !== undefined || target !== undefined || attributes.length > 0
  if (ofRequest && transport !== number) {
    throw badArguments(
      `${transport} is a task; text, target and attributes belong to its request.`,
      `Give ${number} as transport.`
    )
  }
  const { signal } = context
  const steps: Step[] = [
    ...(description === undefined ? [] : [textStep(description, found, signal)]),
    ...(target === undefined ? [] : [targetStep(target.toUpperCase(), number, signal)]),
    ...attributes.map(each => attributeStep(each, found, signal)),
    ...(compress === true
      ? [
          {
            label: `objects of ${transport} sorted and compressed`,
            run: async (erp: ErpWriter) => {
              await compressTransport(erp, { number: transport }, signal)
            },
            isDone: undefined
          }
        ]
      : [])
  ]
  if (steps.length > 0) return steps
  throw badArguments(
    'There is nothing to change.',
    'Give description, target, attributes or compress: true.'
  )
}

function textStep(description: string, { number }: Transport, signal: AbortSignal): Step {
  return {
    label: `text "${description}"`,
    run: async erp => {
      await changeTransportText(erp, { number, description }, signal)
    },
    isDone: after => after.description === description
  }
}

function targetStep(target: string, number: string, signal: AbortSignal): Step {
  if (target === '') {
    throw badArguments('`target` is empty.', 'Name a target; the action targets lists them.')
  }
  return {
    label: `target ${target}`,
    run: async erp => {
      await changeTransportTarget(erp, { number, target }, signal)
    },
    isDone: after => after.target === undefined || after.target === target
  }
}

function attributeStep(
  given: GivenAttribute,
  { number, attributes = [] }: Transport,
  signal: AbortSignal
): Step {
  const [name, value] = [given.name.toUpperCase(), given.value ?? '']
  const before = attributes.find(each => each.name === name)
  if (value === '' && before === undefined) {
    throw new ToolError('ERP_NOT_FOUND', `${number} has no attribute ${name} to remove.`, {
      remedy: 'Nothing was changed. The action get shows its attributes.',
      outcome: 'failed'
    })
  }
  const action: AttributeAction =
    before === undefined ? 'addattribute' : value === '' ? 'removeattribute' : 'modifyattribute'
  const attribute: TransportAttribute = { name, value, position: before?.position }
  return {
    label: value === '' ? `attribute ${name} removed` : `attribute ${name} = "${value}"`,
    run: async erp => {
      await changeTransportAttribute(erp, { number, action, attribute }, signal)
    },
    isDone: after => (after.attributes?.find(each => each.name === name)?.value ?? '') === value
  }
}

/** The organizer may answer that all is well and do nothing. */
async function assertDone(
  context: ToolContext,
  { number }: Transport,
  steps: readonly Step[]
): Promise<void> {
  const after = await readTransport(context.erp, { number }).catch(() => undefined)
  if (after === undefined) {
    throw new ToolError(
      'OUTCOME_UNKNOWN',
      `The ERP accepted the changes of ${number}, and the request could not be read afterwards.`,
      { remedy: 'Look at the request with the action get.', outcome: 'unknown' }
    )
  }
  const open = steps.filter(({ isDone }) => isDone?.(after) === false).map(({ label }) => label)
  if (open.length === 0) return
  throw new ToolError(
    'ERP_BAD_REQUEST',
    `The ERP accepted the change of ${number} and did not make it: ${open.join('; ')}.`,
    { remedy: 'Change it in transaction SE09.', outcome: 'failed', data: { notDone: open } }
  )
}
