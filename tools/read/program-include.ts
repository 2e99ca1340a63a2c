/** An include of a program or function group, named as `include` of it. */
import type { ObjectRef, VersionOptions } from '../../erp-client/index.ts'
import type { ToolContext } from '../call/context.ts'
import { badArguments, ToolError } from '../failure/errors.ts'
import { piecesOf } from '../insight/pieces.ts'
import { assertPart } from '../objects/sources.ts'
import { refWords } from '../objects/words.ts'
import { nearest } from '../schema/nearest.ts'
import { sourceParts } from '../schema/arguments.ts'

export interface NamedInclude {
  readonly ref: ObjectRef
  readonly include: string | undefined
  readonly version: VersionOptions | undefined
}

const parts: ReadonlySet<string> = new Set(sourceParts)

/**
 * The object behind `include`: parts belong to a class, and the includes of a program or function
 * group are objects of their own.
 *
 * @throws ToolError with the parts or includes that there are
 */
export async function withInclude(
  context: ToolContext,
  { ref, include, version }: NamedInclude
): Promise<{ readonly ref: ObjectRef; readonly include: string | undefined }> {
  if (include === undefined || parts.has(include)) return { ref, include }
  if (ref.type !== 'PROG' && ref.type !== 'FUGR') {
    const near = nearest(include, sourceParts)
    if (ref.type !== 'CLAS') assertPart(ref, include)
    throw badArguments(
      `${refWords(ref)} has no include "${include}"; it may be ${sourceParts.join(', ')}.`,
      near === undefined ? 'Correct it and call again.' : `Did you mean ${near}?`
    )
  }
  const name = include.toUpperCase()
  const { pieces } = await piecesOf(context, ref, version)
  const others = pieces.map(piece => piece.ref).filter(piece => piece.name !== ref.name)
  const found = others.find(piece => piece.name === name)
  if (found !== undefined) return { ref: found, include: undefined }
  const includes = others.filter(({ type }) => type !== 'FUNC')
  const near = nearest(
    name,
    includes.map(piece => piece.name)
  )
  const list =
    includes.length === 0
      ? 'It has no includes: leave `include` out.'
      : `Its includes are ${includes.map(piece => piece.name).join(', ')}.`
  throw new ToolError('ERP_NOT_FOUND', `${refWords(ref)} has no include ${name}.`, {
    remedy: `${near === undefined ? '' : `Did you mean ${near}? `}${list}`
  })
}
