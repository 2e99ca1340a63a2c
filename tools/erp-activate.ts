import { Type } from '@sinclair/typebox'
import type { Static } from '@sinclair/typebox'
import {
  checkSyntax,
  isErpError,
  listInactive,
  packageContents,
  publishBinding,
  readBinding
} from '../erp-client/index.ts'
import type { ErpWriter, ObjectRef } from '../erp-client/index.ts'
import { activateObjects } from './activate/activation.ts'
import * as argument from './schema/arguments.ts'
import type { ToolContext } from './call/context.ts'
import { action, defineActions } from './define.ts'
import type { OperationChoice } from './define.ts'
import { badArguments, ToolError } from './failure/errors.ts'
import { findingData, findingSchema, omitUndefined, refData, refSchema } from './schema/output.ts'
import { inParallel } from './call/parallel.ts'
import { inlineProse } from './failure/prose.ts'
import { resolveObject } from './objects/resolve.ts'
import type { ToolResult } from './call/result.ts'
import { count, findingLines, refWords, systemWords } from './objects/words.ts'

const input = Type.Object({
  type: Type.Optional(argument.typeArgument('activate')),
  name: Type.Optional(argument.nameArgument),
  group: Type.Optional(argument.groupArgument),
  package: Type.Optional(
    Type.String({
      spelling: 'upper',
      maxLength: 60,
      listed: 'no',
      description: 'Every draft of this user in the package.'
    })
  ),
  objects: Type.Optional(
    Type.Array(argument.objectItem({}), {
      maxItems: 100,
      listed: 'no',
      description: 'Several objects, activated together.'
    })
  ),
  dryRun: Type.Optional(argument.dryRunArgument)
})

const binding = Type.Object({
  name: argument.nameArgument,
  dryRun: Type.Optional(argument.dryRunArgument)
})

const output = Type.Object({
  system: Type.String(),
  outcome: Type.String(),
  objects: Type.Array(refSchema),
  findings: Type.Array(findingSchema),
  alsoInactive: Type.Optional(Type.Array(refSchema))
})

const unlessDry: OperationChoice<{ readonly dryRun?: boolean }> = {
  possible: ['activate', 'read'],
  of: ({ dryRun }) => (dryRun === true ? ['read'] : ['activate'])
}

export const erpActivate = defineActions({
  name: 'ERPActivate',
  title: 'Activate ABAP objects',
  description:
    'Make saved drafts active: objects that depend on each other in one call, or your drafts of a package. Verified. check: syntax without activating. publish, unpublish: a service binding. Example: {"objects":[{"type":"INTF","name":"ZIF_ORDER"},{"type":"CLAS","name":"ZCL_ORDER"}]}',
  scope: 'write',
  output,
  defaultAction: 'activate',
  actions: {
    activate: action({
      gap: 'objectType',
      operation: unlessDry,
      input,
      long: true,
      async run(args, context): Promise<ToolResult> {
        const refs = await refsOf(context, args)
        const targets = refs.map(ref => ({ ref }))
        if (args.dryRun === true) {
          return await dryRun(context, refs, await context.refusalOf(['activate'], targets))
        }
        const report = await context.change(
          targets,
          async erp => await activateObjects(context, erp, refs)
        )
        const { outcome, code, findings, alsoInactive, lines } = report
        const data = omitUndefined({
          system: systemWords(context.erp),
          outcome,
          objects: refs.map(refData),
          findings: findings.map(findingData),
          alsoInactive: alsoInactive.length === 0 ? undefined : alsoInactive.map(refData)
        })
        const text = [`${systemWords(context.erp)} · ${lines[0] ?? ''}`, ...lines.slice(1)].join(
          '\n'
        )
        return outcome === 'activated'
          ? { kind: 'data', data, text }
          : { kind: 'error', code, text, data }
      }
    }),
    check: action({
      operation: 'read',
      input,
      long: true,
      run: async (args, context) => await check(context, await refsOf(context, args))
    }),
    publish: action({
      gap: 'serviceCheck',
      operation: unlessDry,
      input: binding,
      long: true,
      feature: 'rap',
      run: async (args, context) => await publish(context, args, true)
    }),
    unpublish: action({
      gap: 'serviceCheck',
      operation: unlessDry,
      input: binding,
      long: true,
      feature: 'rap',
      run: async (args, context) => await publish(context, args, false)
    })
  }
})

async function refsOf(
  context: ToolContext,
  { type, name, group, objects, package: home }: Static<typeof input>
): Promise<ObjectRef[]> {
  if (home !== undefined) {
    if (name !== undefined || objects !== undefined) {
      throw badArguments('`package` and named objects contradict each other.', 'Give one of them.')
    }
    return await draftsOf(context, home)
  }
  if (objects !== undefined) {
    if (name !== undefined) {
      throw badArguments(
        '`name` and `objects` contradict each other.',
        'Put every object into `objects`.'
      )
    }
    const refs = await inParallel(objects, item => resolveObject(context, item))
    return [...new Map(refs.map(ref => [refWords(ref), ref])).values()]
  }
  if (name === undefined) {
    throw badArguments(
      '`name` is missing.',
      'Name what is to become active: name and type, or objects.'
    )
  }
  return [await resolveObject(context, { type, name, group })]
}

/**
 * The drafts of this user in one package; a shared ERP user must never sweep up everything that is
 * inactive.
 */
async function draftsOf(context: ToolContext, home: string): Promise<ObjectRef[]> {
  const [inactive, { objects }] = await Promise.all([
    listInactive(context.erp, context.signal),
    packageContents(context.erp, { package: home }, context.signal)
  ])
  const inside = new Set(objects.map(({ ref }) => `${ref.type} ${ref.name}`))
  const drafts = inactive
    .filter(
      ({ ref, deleted }) =>
        !deleted &&
        (inside.has(`${ref.type} ${ref.name}`) ||
          (ref.group !== undefined && inside.has(`FUGR ${ref.group}`)))
    )
    .map(({ ref }) => ref)
  if (drafts.length === 0) {
    throw badArguments(
      `This user has no draft in package ${home}.`,
      'ERPManage drafts lists the drafts there are.'
    )
  }
  return [...new Map(drafts.map(ref => [refWords(ref), ref])).values()]
}

async function check(context: ToolContext, refs: readonly ObjectRef[]): Promise<ToolResult> {
  let done = 0
  const checked = await inParallel(refs, async ref => {
    context.progress({ done: done++, total: refs.length, message: refWords(ref) })
    try {
      const { processed, findings } = await checkSyntax(context.erp, { ref }, context.signal)
      return { ref, processed, findings }
    } catch (error) {
      context.signal.throwIfAborted()
      if (isErpError(error, 'ERP_UNSUPPORTED', 'ERP_NOT_ACCEPTABLE')) {
        return { ref, processed: false, findings: [] }
      }
      throw error
    }
  })
  const findings = checked.flatMap(one => one.findings)
  const unchecked = checked.filter(({ processed }) => !processed).map(({ ref }) => ref)
  const errors = findings.some(({ severity }) => severity === 'error')
  const outcome = errors
    ? 'errors'
    : unchecked.length > 0
      ? 'incomplete'
      : findings.length > 0
        ? 'warnings'
        : 'clean'
  const system = systemWords(context.erp)
  return {
    kind: 'data',
    data: omitUndefined({
      system,
      outcome,
      objects: refs.map(refData),
      findings: findings.map(findingData),
      unchecked: unchecked.length === 0 ? undefined : unchecked.map(refData)
    }),
    text: [
      `${system} · check of ${count(refs.length, 'object')}, nothing activated · ${outcome.toUpperCase()}`,
      ...findingLines(findings),
      ...(unchecked.length === 0
        ? []
        : [`Not checked, the ERP has no check for them: ${unchecked.map(refWords).join(', ')}`])
    ].join('\n')
  }
}

async function publish(
  context: ToolContext,
  args: { readonly name: string; readonly dryRun?: boolean },
  wanted: boolean
): Promise<ToolResult> {
  const ref = { type: 'SRVB', name: args.name }
  const binding = await readBinding(context.erp, { ref }, context.signal)
  const system = systemWords(context.erp)
  const action = wanted ? 'publish' : 'unpublish'
  const answer = (outcome: string, text: string): ToolResult => ({
    kind: 'data',
    data: {
      system,
      outcome,
      objects: [refData(ref)],
      findings: [],
      published: outcome === 'dry_run' ? binding.published : wanted
    },
    text
  })
  if (args.dryRun === true) {
    const refusal = await context.refusalOf(['activate'], [{ ref }])
    return answer(
      'dry_run',
      `${system} · DRY RUN of ${action} ${refWords(ref)} (OData ${binding.version}), now ${binding.published ? 'published' : 'not published'}${refusal === undefined ? '' : `\nA real run would be refused: ${refusal}`}`
    )
  }
  return await context.change({ ref }, async (erp: ErpWriter) => {
    const { severity, text } = await publishBinding(
      erp,
      { ref, binding, publish: wanted },
      context.signal
    )
    if (severity === 'ERROR') {
      throw new ToolError(
        'ERP_BAD_REQUEST',
        `${refWords(ref)} was not ${action}ed: ${inlineProse(text)}`,
        { remedy: 'Activate the binding and its service definition first.', outcome: 'failed' }
      )
    }
    const { published } = await readBinding(erp, { ref }, context.signal)
    if (published !== wanted) {
      throw new ToolError(
        'OUTCOME_UNKNOWN',
        `The ERP says ${inlineProse(text)}, but ${refWords(ref)} is ${published ? 'still published' : 'not published'}.`,
        { remedy: 'Look at the binding with ERPRead before you repeat it.', outcome: 'unknown' }
      )
    }
    return answer(
      'done',
      `${system} · ${refWords(ref)} ${action}ed (verified): ${inlineProse(text)}`
    )
  })
}

async function dryRun(
  context: ToolContext,
  refs: readonly ObjectRef[],
  refusal: string | undefined
): Promise<ToolResult> {
  const inactive = await listInactive(context.erp, context.signal)
  const isDraft = (ref: ObjectRef) =>
    inactive.some(one => !one.deleted && one.ref.type === ref.type && one.ref.name === ref.name)
  const others = inactive
    .filter(({ ref }) => !refs.some(own => own.type === ref.type && own.name === ref.name))
    .map(({ ref }) => ref)
  const system = systemWords(context.erp)
  return {
    kind: 'data',
    data: omitUndefined({
      system,
      outcome: 'dry_run',
      objects: refs.map(refData),
      findings: [],
      alsoInactive: others.length === 0 ? undefined : others.map(refData)
    }),
    text: [
      `${system} · DRY RUN, nothing activated`,
      ...refs.map(
        ref =>
          `${refWords(ref)}: ${isDraft(ref) ? 'has a draft that would become active' : 'has no draft'}`
      ),
      ...(refusal === undefined ? [] : [`A real run would be refused: ${refusal}`]),
      ...(others.length === 0
        ? []
        : [`Other drafts of this user: ${others.map(refWords).join(', ')}`])
    ].join('\n')
  }
}
