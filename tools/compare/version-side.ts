/** A side of a comparison that is one version of an object. */
import { isErpError } from '../../erp-client/index.ts'
import type { ToolContext } from '../call/context.ts'
import { ToolError } from '../failure/errors.ts'
import { errorWords } from '../failure/prose.ts'
import { textOfVersion } from '../objects/versions.ts'
import { documentPart } from './object-parts.ts'
import { countedReader, NotComparable } from './side.ts'
import type { Side } from './side.ts'

/** The texts of a version; parts and lists are those of the system that keeps it. */
export function versionSide(context: ToolContext, system: Side, version: string): Side {
  const { erp, count } = countedReader(context.erp)
  const reading: ToolContext = Object.create(context, { erp: { value: erp } })
  return {
    get label() {
      return system.label
    },
    get requests() {
      return system.requests + count()
    },
    partsOf: system.partsOf,
    list: system.list,
    async textOf({ ref, name }) {
      if (name === documentPart) {
        throw new NotComparable(`versions of a ${ref.type} have no source to compare`)
      }
      try {
        return await textOfVersion(reading, { ref, part: name }, version)
      } catch (error) {
        if (isErpError(error, 'ERP_NOT_FOUND')) return undefined
        if (!isVersionMissing(error)) throw error
        throw new NotComparable(errorWords(error))
      }
    }
  }
}

function isVersionMissing(error: unknown): boolean {
  return error instanceof ToolError && error.code === 'ERP_NOT_FOUND'
}
