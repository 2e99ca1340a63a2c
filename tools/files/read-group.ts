/** The parts of a function group in the system. */
import { groupContents, readActiveText, readMetadata } from '../../erp-client/index.ts'
import type { Fields, ObjectRef } from '../../erp-client/index.ts'
import type { ToolContext } from '../call/context.ts'
import { inParallel } from '../call/parallel.ts'
import { refWords } from '../objects/words.ts'
import { NotCarried } from './layout/content.ts'
import { isGeneratedInclude, mainProgramOf, partOf } from './layout/functions/group.ts'
import type { ModuleFacts } from './layout/functions/items.ts'

export interface GroupParts {
  /** Text by part, as ADT shows it. */
  readonly sources: Readonly<Record<string, string>>
  readonly fields: Fields
}

/** @throws NotCarried where a part has no active version */
export async function readGroup(context: ToolContext, group: string): Promise<GroupParts> {
  const contents = await groupContents(context.erp, { group }, context.signal)
  const includes = contents.filter(({ type, name }) => type === 'FINC' && !isGeneratedInclude(name))
  const modules = contents.filter(({ type }) => type === 'FUNC')
  const texts = await inParallel(
    [
      { part: partOf('FINC', mainProgramOf(group)), ref: { type: 'FUGR', name: group } },
      ...includes.map(ref => ({ part: partOf('FINC', ref.name), ref })),
      ...modules.map(ref => ({ part: partOf('FUNC', ref.name), ref }))
    ],
    async ({ part, ref }) => [part, await textOf(context, ref)] as const
  )
  const facts = await inParallel(modules, async ref => await factsOf(context, ref))
  return { sources: Object.fromEntries(texts), fields: { modules: facts } }
}

async function textOf(context: ToolContext, ref: ObjectRef): Promise<string> {
  const text = await readActiveText(context.erp, { ref, part: 'main' }, context.signal)
  if (text === undefined) throw new NotCarried(`no active version of its part ${refWords(ref)}`)
  return text
}

async function factsOf(context: ToolContext, ref: ObjectRef): Promise<ModuleFacts> {
  const { description, attributes } = await readMetadata(
    context.erp,
    { ref, version: 'active' },
    context.signal
  )
  const processing = attributes['processingType'] ?? 'normal'
  return { name: ref.name, description, processing }
}
