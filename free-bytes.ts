/** The free space of a disk, for stores that stop before it is full. */
import { statfsSync } from 'node:fs'

/** Infinity where there is no disk with a size: pipes, some file systems, a path that is gone. */
export function freeBytes(path: string): number {
  try {
    const { blocks, bavail, bsize } = statfsSync(path)
    return blocks === 0 ? Infinity : bavail * bsize
  } catch {
    return Infinity
  }
}
