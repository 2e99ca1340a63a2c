import { generate, planGeneration } from '../../erp-client/index.ts'
import type { GeneratedObject, ObjectRef } from '../../erp-client/index.ts'
import type { ChangeTarget, ToolContext } from '../call/context.ts'
import { badArguments, ToolError } from '../failure/errors.ts'
import { omitUndefined, refData } from '../schema/output.ts'
import type { ToolResult } from '../call/result.ts'
import { count, refWords, systemWords } from '../objects/words.ts'
import { nothingToCheck } from './source/unsaved.ts'

export const generators = ['uiservice', 'webapiservice'] as const

export interface ScaffoldOptions {
  readonly ref: ObjectRef
  readonly generator: (typeof generators)[number]
  readonly package: string | undefined
  readonly transport: string | undefined
  readonly dryRun: boolean
}

/**
 * Lets the ERP's own generator make the service objects of an entity. What it would make is judged
 * before it makes it.
 */
export async function scaffold(
  context: ToolContext,
  options: ScaffoldOptions
): Promise<ToolResult> {
  const { ref, generator, package: home, transport } = options
  if (home === undefined) {
    throw badArguments('`package` is missing.', 'Give the package of the new objects.')
  }
  const args = { generator, ref, package: home, transport }
  const plan = await planGeneration(context.erp, args, context.signal)
  const targets = targetsOf(plan.objects, home, transport)
  const system = systemWords(context.erp)
  if (options.dryRun) {
    const refusal = await context.refusalOf(['update'], targets)
    return {
      kind: 'text',
      text: [
        `${system} · DRY RUN of ${generator} for ${refWords(ref)}: ${count(plan.objects.length, 'object')} in ${home} · nothing created`,
        ...(refusal === undefined ? [] : [`A real run would be refused: ${refusal}`]),
        nothingToCheck,
        ...plan.objects.map(words)
      ].join('\n')
    }
  }
  return await context.change(targets, async erp => {
    const made = await generate(erp, { ...args, content: plan.content }, context.signal)
    return {
      kind: 'data',
      data: omitUndefined({
        system,
        outcome: 'done',
        generator,
        package: home,
        objects: made.flatMap(one => (one.ref === undefined ? [] : [refData(one.ref)])),
        transport
      }),
      text: [
        `Generated ${count(made.length, 'object')} · ${system} · package ${home}${transport === undefined ? '' : ` · recorded in ${transport}`}`,
        ...made.map(words),
        'Activate them with ERPActivate, then publish the binding.'
      ].join('\n')
    }
  })
}

function words({ ref, type, name, description }: GeneratedObject): string {
  return `${ref === undefined ? `${type} ${name}` : refWords(ref)}${description === '' ? '' : `  ${description}`}`
}

function targetsOf(
  objects: readonly GeneratedObject[],
  home: string,
  transport: string | undefined
): ChangeTarget[] {
  if (objects.length === 0) {
    throw new ToolError('ERP_BAD_REQUEST', 'The generator says it would make nothing.', {
      remedy:
        'Check that the object is an active behavior definition or entity. Nothing was created.',
      outcome: 'failed'
    })
  }
  const [first] = objects.flatMap(one => one.ref ?? [])
  // Whatever it makes goes into the one package that was named.
  return [{ ref: first ?? { type: 'DEVC', name: home }, newIn: home, transport }]
}
