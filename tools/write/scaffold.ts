/** Generates service objects with the generators of the ERP. */
import { generate, planGeneration } from '../../erp-client/index.ts'
import type { GeneratedObject, ObjectRef } from '../../erp-client/index.ts'
import type { ChangeTarget, ToolContext } from '../call/context.ts'
import { badArguments, ToolError } from '../failure/errors.ts'
import { omitUndefined, refData } from '../schema/output.ts'
import type { ToolResult } from '../call/result.ts'
import { count, refWords, systemWords } from '../objects/words.ts'
import { plannedChange } from './planned-change.ts'
import { nothingToCheck } from './source/unsaved.ts'

export const generators = ['uiservice', 'webapiservice'] as const

export interface ScaffoldOptions {
  readonly ref: ObjectRef
  readonly generator: (typeof generators)[number]
  readonly package: string | undefined
  readonly transport: string | undefined
  readonly dryRun: boolean
}

/** Generates the service objects of an entity; the plan of the ERP's generator is judged first. */
export async function scaffold(
  context: ToolContext,
  options: ScaffoldOptions
): Promise<ToolResult> {
  const { ref, generator, package: packageName, transport, dryRun } = options
  if (packageName === undefined) {
    throw badArguments('`package` is missing.', 'Give the package of the new objects.')
  }
  const args = { generator, ref, package: packageName, transport }
  const { objects, content } = await planGeneration(context.erp, args, context.signal)
  const system = systemWords(context.erp)
  const size = `${count(objects.length, 'object')} in ${packageName}`
  return await plannedChange(context, {
    dryRun,
    operations: ['update'],
    targets: targetsOf(objects, packageName, transport),
    plan: () => ({
      summary: [
        `${system} · DRY RUN of ${generator} for ${refWords(ref)}: ${size} · nothing created`
      ],
      details: [nothingToCheck, ...objects.map(generatedWords)]
    }),
    execute: async erp => {
      const generated = await generate(erp, { ...args, content }, context.signal)
      const recorded = transport === undefined ? '' : ` · recorded in ${transport}`
      return {
        kind: 'data',
        data: omitUndefined({
          system,
          outcome: 'done',
          generator,
          package: packageName,
          objects: generated.flatMap(one => (one.ref === undefined ? [] : [refData(one.ref)])),
          transport
        }),
        text: [
          `Generated ${count(generated.length, 'object')} · ${system} · package ${packageName}${recorded}`,
          ...generated.map(generatedWords),
          'Activate them with ERPActivate, then publish the binding.'
        ].join('\n')
      }
    }
  })
}

function generatedWords({ ref, type, name, description }: GeneratedObject): string {
  return `${ref === undefined ? `${type} ${name}` : refWords(ref)}${description === '' ? '' : `  ${description}`}`
}

function targetsOf(
  objects: readonly GeneratedObject[],
  packageName: string,
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
  // All generated objects go into the one package that was named.
  return [{ ref: first ?? { type: 'DEVC', name: packageName }, newIn: packageName, transport }]
}
