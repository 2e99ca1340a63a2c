/** A package and the packages below it, with their objects. */
import { packageContents } from '../../../erp-client/index.ts'
import type { ObjectHit } from '../../../erp-client/index.ts'
import type { ToolContext } from '../../call/context.ts'
import { inParallel } from '../../call/parallel.ts'

const mostPackages = 40

export interface PackageNode {
  readonly name: string
  readonly depth: number
  readonly objects: readonly ObjectHit[]
}

export interface PackageTree {
  readonly packages: readonly PackageNode[]
  readonly objects: readonly ObjectHit[]
  /** Deeper packages were left out. */
  readonly isCut: boolean
}

/** Level by level, each package once; empty for an unknown package. */
export async function treeOf(context: ToolContext, top: string): Promise<PackageTree> {
  const packages: PackageNode[] = []
  const seen = new Set([top])
  let level = [{ name: top, depth: 0 }]
  while (level.length > 0 && packages.length < mostPackages) {
    const read = await inParallel(
      level.slice(0, mostPackages - packages.length),
      async ({ name, depth }) => ({
        name,
        depth,
        ...(await packageContents(context.erp, { package: name }, context.signal))
      })
    )
    packages.push(...read)
    const omitted = level.slice(read.length)
    level = [
      ...omitted,
      ...read.flatMap(({ depth, subPackages }) =>
        subPackages.flatMap(name => {
          if (seen.has(name)) return []
          seen.add(name)
          return [{ name, depth: depth + 1 }]
        })
      )
    ]
  }
  const objects = packages.flatMap(({ objects: own }) => own)
  return { packages, objects, isCut: level.length > 0 }
}
