import {
  changeObjectFields,
  createObject,
  deleteObject,
  fieldsFault,
  packageContents,
  readMetadata
} from '../../erp-client/index.ts'
import type { ObjectRef } from '../../erp-client/index.ts'
import type { ChangeTarget, ToolContext } from '../call/context.ts'
import { badArguments, ToolError } from '../failure/errors.ts'
import type { OperationName } from '../operations.ts'
import { omitUndefined } from '../schema/output.ts'
import type { ToolResult } from '../call/result.ts'
import { count, systemWords } from '../objects/words.ts'
import { keptData, keptLines } from '../write/source/kept.ts'

export interface PackageOptions {
  readonly name: string
  /** The package above. */
  readonly package?: string | undefined
  readonly description?: string | undefined
  readonly packageType?: string | undefined
  readonly softwareComponent?: string | undefined
  readonly transportLayer?: string | undefined
  readonly transport?: string | undefined
  readonly dryRun?: boolean | undefined
}

interface Plan {
  readonly action: string
  readonly operation: OperationName
  readonly ref: ObjectRef
  readonly targets: readonly ChangeTarget[]
  readonly dryRun: boolean | undefined
  readonly about: string
}

/** What a run tells; `lines` stand under its head. */
interface Ran {
  readonly facts: Readonly<Record<string, unknown>>
  readonly lines?: readonly string[]
}

async function planned(
  context: ToolContext,
  plan: Plan,
  run: () => Promise<Ran>
): Promise<ToolResult> {
  const system = systemWords(context.erp)
  const { action, ref, about } = plan
  if (plan.dryRun === true) {
    const refusal = await context.refusalOf([plan.operation], plan.targets)
    return {
      kind: 'data',
      data: { system, outcome: 'dry_run', action, package: ref.name },
      text: `${system} · DRY RUN of ${action} ${ref.name}: ${about} · nothing changed${refusal === undefined ? '' : `\nA real run would be refused: ${refusal}`}`
    }
  }
  const { facts, lines = [] } = await run()
  return {
    kind: 'data',
    data: omitUndefined({ system, outcome: 'done', action, package: ref.name, ...facts }),
    text: [`${system} · ${action} ${ref.name}: ${about} · done`, ...lines].join('\n')
  }
}

/** A package belongs to itself and to the one above it: both must be permitted. */
export async function createPackage(
  context: ToolContext,
  wish: PackageOptions
): Promise<ToolResult> {
  const { name, package: above, description = name, transport } = wish
  const ref = { type: 'DEVC', name }
  const targets: ChangeTarget[] = [
    { ref, newIn: name, transport },
    ...(above === undefined ? [] : [{ ref, newIn: above, transport }])
  ]
  const { packageType, softwareComponent, transportLayer } = wish
  const options = omitUndefined({ packageType, softwareComponent, transportLayer })
  return await planned(
    context,
    {
      action: 'create_package',
      operation: 'create',
      ref,
      targets,
      dryRun: wish.dryRun,
      about: above === undefined ? 'at the top' : `in ${above}`
    },
    async () =>
      await context.change(targets, async (erp, recheck) => {
        await createObject(
          erp,
          { ref, package: above ?? name, description, transport, options },
          { recheck: facts => recheck({ ...facts, package: name }), signal: context.signal }
        )
        return { facts: { above, transport } }
      })
  )
}

const changeable = ['description', 'transportLayer', 'packageType'] as const

/** Changes the named facts of a package in its document; everything else stays. */
export async function changePackageFacts(
  context: ToolContext,
  wish: PackageOptions
): Promise<ToolResult> {
  const { name, transport } = wish
  const ref = { type: 'DEVC', name }
  const fields = omitUndefined(Object.fromEntries(changeable.map(key => [key, wish[key]])))
  const names = Object.keys(fields)
  if (names.length === 0) {
    throw badArguments('Nothing to change is named.', `It may be ${changeable.join(', ')}.`)
  }
  const fault = fieldsFault('DEVC', fields)
  if (fault !== undefined) throw badArguments(`The package cannot be changed so: ${fault}.`)
  const targets = [{ ref, transport }]
  return await planned(
    context,
    {
      action: 'change_package',
      operation: 'update',
      ref,
      targets,
      dryRun: wish.dryRun,
      about: names.join(', ')
    },
    async () =>
      await context.change(targets, async (erp, recheck) => {
        const changed = await changeObjectFields(
          erp,
          { ref, transport, fields },
          { recheck, signal: context.signal }
        )
        const kept = keptData(changed)
        return {
          facts: omitUndefined({ changed: changed.changed, ...kept, transport: changed.transport }),
          lines: keptLines(kept)
        }
      })
  )
}

/** Only an empty package can be deleted; what is in it is told. */
export async function deletePackage(
  context: ToolContext,
  wish: PackageOptions
): Promise<ToolResult> {
  const { name, transport } = wish
  const ref = { type: 'DEVC', name }
  await readMetadata(context.erp, { ref }, context.signal)
  const { objects, subPackages } = await packageContents(
    context.erp,
    { package: name },
    context.signal
  )
  const full = objects.length + subPackages.length
  if (full > 0 && wish.dryRun !== true) {
    const names = [
      ...subPackages.map(sub => `DEVC ${sub}`),
      ...objects.map(one => `${one.ref.type} ${one.name}`)
    ]
    throw new ToolError(
      'PACKAGE_NOT_EMPTY',
      `${name} holds ${count(full, 'object')}: ${names.slice(0, 20).join(', ')}${full > 20 ? ', …' : ''}.`,
      { remedy: 'Delete or move them first. Nothing was deleted.', outcome: 'failed' }
    )
  }
  const targets = [{ ref, transport }]
  return await planned(
    context,
    {
      action: 'delete_package',
      operation: 'delete',
      ref,
      targets,
      dryRun: wish.dryRun,
      about:
        full === 0
          ? 'it is empty'
          : `it holds ${count(full, 'object')}, so a real run would be refused`
    },
    async () =>
      await context.change(targets, async (erp, recheck) => {
        await deleteObject(erp, { ref, transport }, { recheck, signal: context.signal })
        return { facts: { transport } }
      })
  )
}
