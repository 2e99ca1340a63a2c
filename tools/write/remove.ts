import { deleteObject, findReferences, objectType, readMetadata } from '../../erp-client/index.ts'
import type { ObjectRef } from '../../erp-client/index.ts'
import type { ToolContext } from '../context.ts'
import { given, refData } from '../output.ts'
import type { ToolResult } from '../result.ts'
import { readPart } from '../sources.ts'
import { refWords, systemWords } from '../words.ts'
import { confirmLoss } from './row-loss.ts'

export interface RemoveWish {
  readonly ref: ObjectRef
  readonly transport: string | undefined
  readonly confirm: string | undefined
  readonly dryRun: boolean
}

const usersShown = 10

/** Deletes one object; a table only with a confirmation that knows its columns and whether rows exist. */
export async function removeObject (context: ToolContext, wish: RemoveWish): Promise<ToolResult> {
  const { ref, transport } = wish
  if (wish.dryRun) return await dryRun(context, wish)
  const question = await tableQuestion(context, ref, wish.confirm)
  if (question !== undefined) return await context.change({ ref, transport }, async () => question)
  return await context.change({ ref, transport }, async (erp, recheck) => {
    await deleteObject(erp, { ref, transport }, { recheck, signal: context.signal })
    const system = systemWords(context.erp)
    return {
      kind: 'data',
      data: given({ system, outcome: 'done', object: refData(ref), transport }),
      text: `Deleted · ${system} · ${refWords(ref)}${transport === undefined ? '' : ` · recorded in ${transport}`}`
    }
  })
}

async function tableQuestion (context: ToolContext, ref: ObjectRef, confirm: string | undefined): Promise<ToolResult | undefined> {
  if (ref.type !== 'TABL') return undefined
  const { text } = await readPart(context, { ref })
  return await confirmLoss(context, { ref, before: text, after: undefined, confirm })
}

async function dryRun (context: ToolContext, { ref, transport }: RemoveWish): Promise<ToolResult> {
  const [metadata, users, refusal] = await Promise.all([
    readMetadata(context.erp, { ref }, context.signal),
    usersOf(context, ref),
    context.refusalOf(['delete'], [{ ref, transport }])
  ])
  const question = await tableQuestion(context, ref, undefined)
  const { package: home, changedBy } = metadata
  return {
    kind: 'text',
    text: [
      `${systemWords(context.erp)} · DRY RUN of deleting ${refWords(ref)}${home === undefined ? '' : ` in package ${home}`}${changedBy === undefined ? '' : `, last changed by ${changedBy}`} · nothing deleted`,
      ...(refusal === undefined ? [] : [`A real run would be refused: ${refusal}`]),
      ...(question?.kind === 'confirm' ? [question.text] : []),
      users
    ].join('\n'),
    ...(question?.kind === 'confirm' ? { digest: question.digest } : {})
  }
}

async function usersOf (context: ToolContext, ref: ObjectRef): Promise<string> {
  if (objectType(ref.type)?.abilities.has('where-used') !== true) return 'Where it is used cannot be looked up for this type.'
  try {
    const { references } = await findReferences(context.erp, { ref }, context.signal)
    const foreign = references.filter((one) => one.isResult && (one.ref === undefined || one.ref.name !== ref.name))
    const names = [...new Set(foreign.map((one) => one.ref === undefined ? one.name : refWords(one.ref)))]
    if (names.length === 0) return 'No static use was found; dynamic calls are not among them.'
    return `It is used by ${names.slice(0, usersShown).join(', ')}${names.length > usersShown ? ` and ${names.length - usersShown} more` : ''}.`
  } catch {
    context.signal.throwIfAborted()
    return 'Where it is used could not be looked up.'
  }
}
