/** The packages below a package. */
import { packageContents } from '../../erp-client/index.ts'
import type { ObjectHit } from '../../erp-client/index.ts'
import type { ToolContext } from '../call/context.ts'
import { inParallel } from '../call/parallel.ts'
import { ToolError } from '../failure/errors.ts'

/** Packages that a change may judge. */
const mostJudged = 200
const deepest = 20

export interface PackageInTree {
  readonly name: string
  readonly depth: number
  readonly parent: string | undefined
  readonly objects: readonly ObjectHit[]
}

export interface PackageTree {
  /** The package itself first, then level by level. */
  readonly packages: readonly PackageInTree[]
  /** There are more packages than were asked for. */
  readonly more: boolean
}

/** A package and all below it, each once, with what they hold. */
export async function readPackageTree(
  context: ToolContext,
  top: string,
  most: number
): Promise<PackageTree> {
  const packages: PackageInTree[] = []
  const seen = new Set([top])
  let level: { name: string; parent: string | undefined }[] = [{ name: top, parent: undefined }]
  for (let depth = 0; level.length > 0 && depth < deepest; depth++) {
    const asked = level.slice(0, most - packages.length)
    const read = await inParallel(asked, async one => ({
      ...one,
      ...(await packageContents(context.erp, { package: one.name }, context.signal))
    }))
    packages.push(...read.map(({ name, parent, objects }) => ({ name, parent, objects, depth })))
    if (asked.length < level.length) return { packages, more: true }
    context.progress({ done: packages.length, message: `${depth + 1} levels` })
    level = read.flatMap(({ name, subPackages }) =>
      subPackages.flatMap(sub =>
        seen.has(sub) ? [] : [seen.add(sub) && { name: sub, parent: name }]
      )
    )
  }
  return { packages, more: level.length > 0 }
}

/**
 * A package and all below it, each once: what the ERP does to a package by itself it does to all of
 * them. @throws ToolError BLOCKED_PACKAGE where they are too many to judge
 */
export async function packagesBelow(context: ToolContext, top: string): Promise<string[]> {
  const { packages, more } = await readPackageTree(context, top, mostJudged)
  if (more) {
    throw new ToolError(
      'BLOCKED_PACKAGE',
      `${top} has more than ${mostJudged} packages below it, too many to judge.`,
      {
        remedy: 'Name a smaller package, or do it in the ERP itself. Nothing was sent.',
        setting: '--allowed-packages'
      }
    )
  }
  return packages.map(({ name }) => name)
}
