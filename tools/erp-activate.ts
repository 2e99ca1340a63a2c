import { Type } from '@sinclair/typebox'
import type { Static } from '@sinclair/typebox'
import { listInactive } from '../erp-client/index.ts'
import type { ObjectRef } from '../erp-client/index.ts'
import { activateObjects } from './activation.ts'
import * as argument from './arguments.ts'
import type { ToolContext } from './context.ts'
import { action, defineActions } from './define.ts'
import { badArguments } from './errors.ts'
import { findingData, findingSchema, given, refData, refSchema } from './output.ts'
import { inParallel } from './parallel.ts'
import { resolveObject } from './resolve.ts'
import type { ToolResult } from './result.ts'
import { refWords, systemWords } from './words.ts'

const input = Type.Object({
  type: Type.Optional(argument.typeArgument('activate')),
  name: Type.Optional(argument.nameArgument),
  group: Type.Optional(argument.groupArgument),
  objects: Type.Optional(Type.Array(argument.objectItem({}), { maxItems: 100, description: 'Several objects, activated together.' })),
  dryRun: Type.Optional(argument.dryRunArgument)
})

const output = Type.Object({
  system: Type.String(),
  outcome: Type.String(),
  objects: Type.Array(refSchema),
  findings: Type.Array(findingSchema),
  alsoInactive: Type.Optional(Type.Array(refSchema))
})

export const erpActivate = defineActions({
  name: 'ERPActivate',
  title: 'Activate ABAP objects',
  description: 'Make saved drafts active: one object, or several that depend on each other in one go. The outcome is verified; findings name object, line and column. Only the named objects are activated; other drafts are listed. Example: {"objects":[{"type":"INTF","name":"ZIF_ORDER"},{"type":"CLAS","name":"ZCL_ORDER"}]}',
  scope: 'write',
  output,
  defaultAction: 'activate',
  actions: {
    activate: action({
      operation: { possible: ['activate', 'read'], of: ({ dryRun }) => dryRun === true ? ['read'] : ['activate'] },
      input,
      long: true,
      async run (args, context): Promise<ToolResult> {
        const refs = await refsOf(context, args)
        const targets = refs.map((ref) => ({ ref }))
        if (args.dryRun === true) return await dryRun(context, refs, await context.refusalOf(['activate'], targets))
        const report = await context.change(targets, async (erp) => await activateObjects(context, erp, refs))
        const { outcome, code, findings, alsoInactive, lines } = report
        const data = given({
          system: systemWords(context.erp),
          outcome,
          objects: refs.map(refData),
          findings: findings.map(findingData),
          alsoInactive: alsoInactive.length === 0 ? undefined : alsoInactive.map(refData)
        })
        const text = [`${systemWords(context.erp)} · ${lines[0] ?? ''}`, ...lines.slice(1)].join('\n')
        return outcome === 'activated' ? { kind: 'data', data, text } : { kind: 'error', code, text, data }
      }
    })
  }
})

async function refsOf (context: ToolContext, { type, name, group, objects }: Static<typeof input>): Promise<ObjectRef[]> {
  if (objects !== undefined) {
    if (name !== undefined) throw badArguments('`name` and `objects` contradict each other.', 'Put every object into `objects`.')
    const refs = await inParallel(objects, (item) => resolveObject(context, item))
    return [...new Map(refs.map((ref) => [refWords(ref), ref])).values()]
  }
  if (name === undefined) throw badArguments('`name` is missing.', 'Name what is to become active: name and type, or objects.')
  return [await resolveObject(context, { type, name, group })]
}

async function dryRun (context: ToolContext, refs: readonly ObjectRef[], refusal: string | undefined): Promise<ToolResult> {
  const inactive = await listInactive(context.erp, context.signal)
  const isDraft = (ref: ObjectRef) => inactive.some((one) => !one.deleted && one.ref.type === ref.type && one.ref.name === ref.name)
  const others = inactive.filter(({ ref }) => !refs.some((own) => own.type === ref.type && own.name === ref.name)).map(({ ref }) => ref)
  const system = systemWords(context.erp)
  return {
    kind: 'data',
    data: given({ system, outcome: 'dry_run', objects: refs.map(refData), findings: [], alsoInactive: others.length === 0 ? undefined : others.map(refData) }),
    text: [
      `${system} · DRY RUN, nothing activated`,
      ...refs.map((ref) => `${refWords(ref)}: ${isDraft(ref) ? 'has a draft that would become active' : 'has no draft'}`),
      ...(refusal === undefined ? [] : [`A real run would be refused: ${refusal}`]),
      ...(others.length === 0 ? [] : [`Other drafts of this user: ${others.map(refWords).join(', ')}`])
    ].join('\n')
  }
}
