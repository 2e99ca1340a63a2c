/** Creates, changes and deletes packages. */
import {
  changeObjectFields,
  createObject,
  deleteObject,
  fieldsFault,
  packageContents,
  readMetadata
} from '../../erp-client/index.ts'
import type { ErpWriter, ObjectRef } from '../../erp-client/index.ts'
import type { ChangeTarget, Recheck, ToolContext } from '../call/context.ts'
import { badArguments, ToolError } from '../failure/errors.ts'
import type { OperationName } from '../operations.ts'
import { omitUndefined } from '../schema/output.ts'
import type { ToolResult } from '../call/result.ts'
import { count, systemWords } from '../objects/words.ts'
import { plannedChange } from '../write/planned-change.ts'
import {
  createdDifferences,
  differenceError,
  storedDifferences,
  storedDifferenceLines
} from '../write/stored-differences.ts'
import type { StoredDifferences } from '../write/stored-differences.ts'

export interface PackageOptions {
  readonly name: string
  /** The parent package. */
  readonly package?: string | undefined
  readonly description?: string | undefined
  readonly packageType?: string | undefined
  readonly softwareComponent?: string | undefined
  readonly transportLayer?: string | undefined
  readonly recordChanges?: boolean | undefined
  readonly responsible?: string | undefined
  readonly transport?: string | undefined
  readonly dryRun?: boolean | undefined
}

interface PackageChange {
  readonly action: string
  readonly operation: OperationName
  readonly ref: ObjectRef
  readonly targets: readonly ChangeTarget[]
  readonly dryRun: boolean | undefined
  /** The change in words. */
  readonly about: string
}

/** Facts of the result, and what the ERP did not keep. */
interface PackageReport {
  readonly facts: Readonly<Record<string, unknown>>
  readonly differences?: StoredDifferences
}

async function changePackage(
  context: ToolContext,
  { action, operation, ref, targets, dryRun, about }: PackageChange,
  run: (erp: ErpWriter, recheck: Recheck) => Promise<PackageReport>
): Promise<ToolResult> {
  const system = systemWords(context.erp)
  return await plannedChange(context, {
    dryRun,
    operations: [operation],
    targets,
    plan: () => ({
      summary: [`${system} · DRY RUN of ${action} ${ref.name}: ${about} · nothing changed`],
      data: { system, outcome: 'dry_run', action, package: ref.name }
    }),
    execute: async (erp, recheck) => {
      const { facts, differences = {} } = await run(erp, recheck)
      const data = omitUndefined({ system, outcome: 'done', action, package: ref.name, ...facts })
      const head = `${system} · ${action} ${ref.name}: ${about}`
      const remedy = 'It is saved so: change it with ERPManage change_package.'
      return (
        differenceError(differences, { head, data, remedy }) ?? {
          kind: 'data',
          data: { ...data, ...differences },
          text: [`${head} · done`, ...storedDifferenceLines(differences)].join('\n')
        }
      )
    }
  })
}

/** A new package belongs to itself and to its parent: both must be permitted. */
export async function createPackage(
  context: ToolContext,
  options: PackageOptions
): Promise<ToolResult> {
  const { name, package: parent, description = name, transport } = options
  const ref = { type: 'DEVC', name }
  const { packageType, softwareComponent, transportLayer, recordChanges, responsible } = options
  // A package of another software component than that above does not follow its recording.
  const above = softwareComponent === undefined ? parent : undefined
  const targets: ChangeTarget[] = [
    { ref, newIn: name, above, transport },
    ...(parent === undefined ? [] : [{ ref, newIn: parent, transport }])
  ]
  const attributes = omitUndefined({
    packageType,
    softwareComponent,
    transportLayer,
    recordChanges,
    responsible
  })
  return await changePackage(
    context,
    {
      action: 'create_package',
      operation: 'create',
      ref,
      targets,
      dryRun: options.dryRun,
      about: parent === undefined ? 'at the top' : `in ${parent}`
    },
    async (erp, recheck) => {
      await createObject(
        erp,
        { ref, package: parent ?? name, description, transport, options: attributes },
        { recheck: facts => recheck({ ...facts, package: name }), signal: context.signal }
      )
      const differences = await createdDifferences(context, {
        ref,
        package: parent ?? '',
        description: options.description,
        options: attributes
      })
      return { facts: { above: parent, transport }, differences }
    }
  )
}

const changeable = ['description', 'transportLayer', 'packageType'] as const

/** Changes the named facts of a package; the others stay. */
export async function changePackageFacts(
  context: ToolContext,
  options: PackageOptions
): Promise<ToolResult> {
  const { name, transport } = options
  const ref = { type: 'DEVC', name }
  const fields = omitUndefined(Object.fromEntries(changeable.map(key => [key, options[key]])))
  const names = Object.keys(fields)
  if (names.length === 0) {
    throw badArguments('Nothing to change is named.', `It may be ${changeable.join(', ')}.`)
  }
  const fault = fieldsFault('DEVC', fields)
  if (fault !== undefined) throw badArguments(`The package cannot be changed so: ${fault}.`)
  const targets = [{ ref, transport }]
  return await changePackage(
    context,
    {
      action: 'change_package',
      operation: 'update',
      ref,
      targets,
      dryRun: options.dryRun,
      about: names.join(', ')
    },
    async (erp, recheck) => {
      const changed = await changeObjectFields(
        erp,
        { ref, transport, fields },
        { recheck, signal: context.signal }
      )
      return {
        facts: { changed: changed.changed, transport: changed.transport },
        differences: storedDifferences(changed)
      }
    }
  )
}

/** Deletes an empty package; the error for a package with objects names them. */
export async function deletePackage(
  context: ToolContext,
  options: PackageOptions
): Promise<ToolResult> {
  const { name, transport } = options
  const ref = { type: 'DEVC', name }
  await readMetadata(context.erp, { ref }, context.signal)
  const { objects, subPackages } = await packageContents(
    context.erp,
    { package: name },
    context.signal
  )
  const full = objects.length + subPackages.length
  if (full > 0 && options.dryRun !== true) {
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
  return await changePackage(
    context,
    {
      action: 'delete_package',
      operation: 'delete',
      ref,
      targets,
      dryRun: options.dryRun,
      about:
        full === 0
          ? 'it is empty'
          : `it holds ${count(full, 'object')}, so a real run would be refused`
    },
    async (erp, recheck) => {
      await deleteObject(erp, { ref, transport }, { recheck, signal: context.signal })
      return { facts: { transport } }
    }
  )
}
