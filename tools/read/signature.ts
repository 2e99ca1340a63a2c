/** The declarations of an object or of one method. */
import { contractText } from '../abap/contract.ts'
import { declarationsOf } from '../abap/declarations.ts'
import { findTextWithBlock } from '../abap/extracts.ts'
import { findUnitsNamed } from '../abap/units.ts'
import type { ToolContext } from '../call/context.ts'
import { ToolError } from '../failure/errors.ts'
import { piecesOf } from '../insight/pieces.ts'
import { inParallel } from '../call/parallel.ts'
import {
  locateUnit,
  readPart,
  shortened,
  sourceHead,
  unitMissing,
  unitName
} from '../objects/sources.ts'
import type { LocatedUnit, SourceOptions } from '../objects/sources.ts'
import type { ReadOptions } from './read-options.ts'

/** A block of the object itself, or, for a program or group, of what it includes. */
export async function locateAnywhere(
  context: ToolContext,
  at: SourceOptions,
  method: string
): Promise<LocatedUnit> {
  try {
    return await locateUnit(context, at, method)
  } catch (error) {
    const { ref } = at
    if (
      !(error instanceof ToolError) ||
      error.code !== 'TOOL_METHOD_NOT_FOUND' ||
      (ref.type !== 'PROG' && ref.type !== 'FUGR') ||
      at.part !== undefined
    ) {
      throw error
    }
    const { pieces } = await piecesOf(context, ref, at.version)
    const others = pieces.filter(piece => piece.ref.name !== ref.name)
    const holder =
      others[await findTextWithBlock([others.map(({ text }) => text), method], context.signal)]
    if (holder === undefined) {
      throw unitMissing(
        ref,
        method,
        (
          await inParallel(
            pieces,
            async ({ text }) => (await findUnitsNamed([text, method], context.signal)).others
          )
        )
          .flat()
          .map(unitName)
      )
    }
    return await locateUnit(context, { ref: holder.ref, version: at.version }, method)
  }
}

export async function signatureText(
  context: ToolContext,
  { ref, include, method, version, bytes }: ReadOptions
): Promise<string> {
  const source = await readPart(context, { ref, part: include, version })
  if (method === undefined) {
    return `${sourceHead(context.erp, { source, scope: 'what is public', completeness: 'this only' })}\n${shortened(await contractText([ref.type, source.text], context.signal), bytes, 'ask for lines of the source, or for single methods.')}`
  }
  const owner = /^(\S+?)(?:=>|->)/.exec(method)?.[1]?.toUpperCase()
  const declared = (await declarationsOf([source.text, method], context.signal)).filter(
    ({ container }) => owner === undefined || container === owner
  )
  if (declared.length === 0) {
    const { unit, source: home } = await locateAnywhere(
      context,
      { ref, part: include, version },
      method
    )
    return `${sourceHead(context.erp, { source: home, scope: `opening statement of ${unit.name}`, completeness: 'this only' })}\n${home.text.slice(unit.start, unit.bodyStart)}`
  }
  const shown = declared.map(
    ({ container, line, text, name }) => `"${container} line ${line}\n${chained(text, name)}`
  )
  return `${sourceHead(context.erp, { source, scope: `declaration of ${method.toUpperCase()}`, completeness: 'this only' })}\n${shown.join('\n')}`
}

/** Of a chain `METHODS: a …, b ….` the link that declares the method. */
function chained(text: string, name: string): string {
  const [, keyword, rest = ''] = /^(\S+)\s*:([\s\S]*)\.$/.exec(text) ?? []
  if (keyword === undefined) return text
  const link = rest.split(',').find(
    one =>
      one
        .replace(/"[^\n]*\n/g, '')
        .trim()
        .toUpperCase()
        .split(/[\s(]/)[0] === name
  )
  return link === undefined ? text : `${keyword} ${link.trim()}.`
}
