/** The end of a batch whose entries are made: activation or check of its objects, and the answer. */
import type { ErpWriter, ObjectRef } from '../../../erp-client/index.ts'
import {
  activateSaved,
  activationData,
  changeResult,
  listedAbove
} from '../../activate/activation.ts'
import type { ActivationReport } from '../../activate/activation.ts'
import type { ToolContext } from '../../call/context.ts'
import type { ToolResult } from '../../call/result.ts'
import { count, refWords, systemWords } from '../../objects/words.ts'
import { omitUndefined } from '../../schema/output.ts'
import { savedData } from '../source/saved-check.ts'
import { checkBatch } from './check.ts'
import type { BatchItem, BatchOptions } from './items.ts'
import { doneData, doneLines } from './report.ts'
import { nextStep } from './stop.ts'
import type { Progress } from './stop.ts'

interface Finish<Item extends BatchItem> {
  readonly id: string | undefined
  readonly erp: ErpWriter
  readonly options: BatchOptions<Item>
  readonly progress: readonly Progress<Item>[]
}

export async function finish<Item extends BatchItem>(
  context: ToolContext,
  { id, erp, options, progress }: Finish<Item>
): Promise<ToolResult> {
  const live = unique(
    progress.filter(({ step }) => step.item.action !== 'delete').map(({ step }) => step.ref)
  )
  const activation =
    options.activate && live.length > 0 ? await activateSaved(context, erp, live) : undefined
  const check =
    activation === undefined && live.length > 0 ? await checkBatch(context, live) : undefined
  const system = systemWords(context.erp)
  const again = progress.filter(({ state }) => state !== 'done').length
  const isOpen = activation !== undefined && activation.outcome !== 'activated'
  const data = omitUndefined({
    system,
    outcome: 'done',
    resume: isOpen ? id : undefined,
    items: progress.map(doneData),
    ...(check === undefined ? {} : savedData(check)),
    ...activationData(activation)
  })
  const text = [
    `Batch done · ${system} · ${count(progress.length, 'change')}${again === 0 ? '' : `, ${again} of them done before`}`,
    ...doneLines(progress),
    ...progress.flatMap(({ step, was }) =>
      was === undefined ? [] : [`--- ${refWords(step.ref)}, deleted`, was]
    ),
    ...closing(activation, check?.lines ?? []),
    ...(isOpen && id !== undefined ? [nextStep(id)] : [])
  ].join('\n')
  const result = changeResult(activation, { data, text }, { saved: true })
  const showsSource = result.kind === 'data' && progress.some(({ was }) => was !== undefined)
  return showsSource ? { ...result, verbatim: [] } : result
}

function closing(
  activation: ActivationReport | undefined,
  checked: readonly string[]
): readonly string[] {
  return activation === undefined ? checked : listedAbove(activation)
}

function unique(refs: readonly ObjectRef[]): ObjectRef[] {
  return [...new Map(refs.map(ref => [refWords(ref), ref])).values()]
}
