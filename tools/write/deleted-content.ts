/** The content of an object, read before its deletion, for the answer of the deletion. */
import { isErpError, objectType, readObjectFields, sourceHash } from '../../erp-client/index.ts'
import type { Fields, ObjectRef } from '../../erp-client/index.ts'
import type { ToolContext } from '../call/context.ts'
import { fenced } from '../failure/prose.ts'
import { readPart } from '../objects/sources.ts'
import { fieldUse } from './field-tables.ts'

export interface DeletedContent {
  readonly sources: readonly { readonly part: string; readonly source: string }[]
  readonly fields?: Fields | undefined
  /** Of the sources and the fields. */
  readonly hash: string
}

export async function readContent(context: ToolContext, ref: ObjectRef): Promise<DeletedContent> {
  const fields =
    fieldUse(ref.type) === 'document'
      ? await orAbsent(context, readObjectFields(context.erp, { ref }, context.signal))
      : undefined
  const sources: { part: string; source: string }[] = []
  const parts =
    objectType(ref.type)?.abilities.has('source') === true
      ? Object.keys(objectType(ref.type)?.parts ?? {})
      : []
  for (const part of parts) {
    const source = await orAbsent(context, readPart(context, { ref, part }))
    if (source !== undefined && !isGenerated(source.text)) {
      sources.push({ part, source: source.text })
    }
  }
  return { sources, fields, hash: sourceHash(JSON.stringify([sources, fields])) }
}

/** The ERP fills the includes of a new class with these comments. */
function isGenerated(source: string): boolean {
  return source.split('\n').every(line => line.trim() === '' || line.startsWith('*"*'))
}

/** A part that does not exist or cannot be read counts as absent. */
async function orAbsent<Value>(
  context: ToolContext,
  reading: Promise<Value>
): Promise<Value | undefined> {
  try {
    return await reading
  } catch (error) {
    context.signal.throwIfAborted()
    if (isErpError(error) || (error instanceof Error && error.name === 'ToolError')) {
      return undefined
    }
    throw error
  }
}

/** Bytes of the sources, where an answer cannot hold them. */
export function tooLong(context: ToolContext, { sources }: DeletedContent): number | undefined {
  const all = sources.reduce((sum, { source }) => sum + Buffer.byteLength(source), 0)
  return all > context.limits.bytes / 2 ? all : undefined
}

/** Lines of the answer, each part under its name; the question before it said what is too long. */
export function contentLines(context: ToolContext, content: DeletedContent): string[] {
  const { sources, fields } = content
  const bytes = tooLong(context, content)
  if (bytes !== undefined) return [`Its source (${bytes} bytes) is too long for this answer.`]
  return [
    ...sources.flatMap(({ part, source }) => [
      `Its source was${part === 'main' ? '' : ` (${part})`}:`,
      source.trimEnd()
    ]),
    ...(fields === undefined ? [] : ['Its facts were:', ...fenced([JSON.stringify(fields)])])
  ]
}
