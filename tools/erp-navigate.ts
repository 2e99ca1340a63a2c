/** ERPNavigate: definitions, references, completion, types and documentation. */
import { Type } from '@sinclair/typebox'
import { findDefinition, isErpError, objectType, readMetadata } from '../erp-client/index.ts'
import type { ObjectRef, Place } from '../erp-client/index.ts'
import * as argument from './schema/arguments.ts'
import type { ToolContext } from './call/context.ts'
import { action, defineActions } from './define.ts'
import { ToolError } from './failure/errors.ts'
import { omitUndefined, refData } from './schema/output.ts'
import { completion, elementInfo } from './navigate/assist.ts'
import { documentation } from './navigate/documentation.ts'
import { outline } from './navigate/outline.ts'
import { hierarchy, implementations } from './navigate/hierarchy.ts'
import { findPosition } from './objects/position.ts'
import type { Position } from './objects/position.ts'
import { inlineProse } from './failure/prose.ts'
import { referencesTo } from './navigate/references.ts'
import { resolveObject } from './objects/resolve.ts'
import type { ToolResult } from './call/result.ts'
import { readPart, sliceLines } from './objects/sources.ts'
import { placeWords, refWords, systemWords } from './objects/words.ts'

const snippetLines = 6

const where = {
  type: Type.Optional(argument.typeArgument('search')),
  name: argument.nameArgument,
  group: Type.Optional(argument.groupArgument),
  include: Type.Optional(argument.includeArgument),
  method: Type.Optional(argument.methodArgument),
  line: Type.Optional(argument.lineArgument),
  column: Type.Optional(argument.columnArgument),
  symbol: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 130,
      listed: 'no',
      description: 'The word, instead of column.'
    })
  )
}

const definitionInput = Type.Object(where)
const referencesInput = Type.Object({
  ...where,
  filter: Type.Optional(
    Type.String({ listed: 'no', maxLength: 120, description: 'Part of user or package name.' })
  ),
  snippets: Type.Optional(
    Type.Boolean({ ...argument.helpOnly, description: 'Show the lines (true if left out).' })
  ),
  maxResults: Type.Optional(argument.maxResultsArgument),
  cursor: Type.Optional(argument.cursorArgument)
})

const assistInput = Type.Object(where)
const completionInput = Type.Object({
  ...where,
  source: Type.Optional(
    Type.String({ listed: 'no', multiline: true, description: 'Unsaved text.' })
  ),
  maxResults: Type.Optional(argument.maxResultsArgument)
})
const outlineInput = Type.Object({ type: where.type, name: where.name, group: where.group })

const placeSchema = Type.Object({})

const output = Type.Object({
  system: Type.String(),
  of: Type.String(),
  definition: Type.Optional(placeSchema),
  total: Type.Optional(Type.Integer()),
  packages: Type.Optional(Type.Array(Type.Object({}))),
  references: Type.Optional(Type.Array(placeSchema)),
  complete: Type.Optional(Type.Boolean()),
  cursor: Type.Optional(Type.String())
})

export const erpNavigate = defineActions({
  name: 'ERPNavigate',
  title: 'Navigate in ABAP code',
  description:
    'Of an object, method, or position (line with column or symbol). references: who uses it, with lines; dynamic calls are not among them. completion: what can stand there. element_info: types. hierarchy: super and sub types. documentation: of an ABAP keyword. Example: {"action":"references","name":"ZCL_ORDER","method":"CALCULATE"}',
  scope: 'read',
  output,
  actions: {
    definition: action({
      compact: true,
      operation: 'read',
      input: definitionInput,
      async run(args, context) {
        const ref = await resolveObject(context, args)
        const position = await findPosition(context, ref, args)
        return position === undefined
          ? await objectItself(context, ref)
          : await definitionAt(context, ref, position)
      }
    }),
    references: action({
      compact: true,
      gap: 'whereUsed',
      operation: 'read',
      input: referencesInput,
      long: true,
      run: async (args, context) => await referencesTo(context, args)
    }),
    implementations: action({
      compact: true,
      operation: 'read',
      input: assistInput,
      run: async (args, context) =>
        await implementations(context, { ...args, ref: await resolveObject(context, args, oo) })
    }),
    completion: action({
      operation: 'read',
      input: completionInput,
      run: async (args, context) =>
        await completion(context, { ...args, ref: await resolveObject(context, args, sourced) })
    }),
    element_info: action({
      operation: 'read',
      input: assistInput,
      run: async (args, context) =>
        await elementInfo(context, { ...args, ref: await resolveObject(context, args, sourced) })
    }),
    hierarchy: action({
      compact: true,
      operation: 'read',
      input: assistInput,
      run: async (args, context) =>
        await hierarchy(context, { ...args, ref: await resolveObject(context, args, oo) })
    }),
    outline: action({
      compact: true,
      operation: 'read',
      input: outlineInput,
      run: async (args, context) =>
        await outline(context, await resolveObject(context, args, sourced))
    }),
    documentation: action({
      compact: true,
      operation: 'read',
      input: assistInput,
      run: async (args, context) =>
        await documentation(context, {
          ...args,
          object: async () => await resolveObject(context, args, sourced)
        })
    })
  }
})

const sourced = (type: string): boolean => objectType(type)?.abilities.has('source') === true
const oo = (type: string): boolean => type === 'CLAS' || type === 'INTF'

async function objectItself(context: ToolContext, ref: ObjectRef): Promise<ToolResult> {
  const {
    description,
    package: packageName,
    container,
    changedBy,
    changedAt
  } = await readMetadata(context.erp, { ref }, context.signal)
  const system = systemWords(context.erp)
  const facts = [
    system,
    refWords(ref),
    ...(packageName === undefined ? [] : [`package ${packageName}`]),
    ...(container === undefined ? [] : [refWords(container)]),
    inlineProse(description),
    ...(changedBy === undefined
      ? []
      : [`changed by ${changedBy}${changedAt === undefined ? '' : ` at ${changedAt}`}`])
  ]
  return {
    kind: 'data',
    data: {
      system,
      of: refWords(ref),
      definition: omitUndefined({ object: refData(ref), package: packageName, line: 1 })
    },
    text: `${facts.join(' · ')}\nRead it with ERPRead.`
  }
}

async function definitionAt(
  context: ToolContext,
  ref: ObjectRef,
  position: Position
): Promise<ToolResult> {
  const { source, line, column, endColumn, word } = position
  const place = await targetOf(context, ref, position)
  const system = systemWords(context.erp)
  const of = `${word} at ${refWords(ref)} ${placeWords({ part: source.part, line, column })}`
  const self =
    place.ref !== undefined &&
    place.ref.name === ref.name &&
    place.line === line &&
    (place.column ?? 0) < endColumn
  const snippet = await snippetAt(context, place)
  const target =
    `${place.ref === undefined ? (place.name ?? place.uri) : refWords(place.ref)} ${placeWords(place)}`.trim()
  return {
    kind: 'data',
    verbatim: ['snippet'],
    data: {
      system,
      of,
      definition: omitUndefined({
        object: place.ref === undefined ? undefined : refData(place.ref),
        name: place.name,
        include: place.part === 'main' ? undefined : place.part,
        line: place.line,
        column: place.column,
        snippet
      })
    },
    text: [
      `${system} · ${of} · defined in ${target}${self ? ' (here)' : ''}`,
      ...(snippet === undefined ? [] : [snippet])
    ].join('\n')
  }
}

async function targetOf(
  context: ToolContext,
  ref: ObjectRef,
  { source, line, column, endColumn, word }: Position
): Promise<Place> {
  try {
    return await findDefinition(
      context.erp,
      { ref, part: source.part, line, column, endColumn, source: source.text },
      context.signal
    )
  } catch (error) {
    if (!isErpError(error, 'ERP_NOT_FOUND', 'ERP_BAD_REQUEST')) throw error
    throw new ToolError(
      'DEFINITION_NOT_FOUND',
      `The ERP knows no definition of ${word} at ${placeWords({ part: source.part, line, column })}.`,
      {
        remedy: 'Point at a name that is used there; keywords, literals and comments have none.',
        cause: error
      }
    )
  }
}

/** A few lines from the place on; a place that cannot be read is still an answer. */
async function snippetAt(context: ToolContext, place: Place): Promise<string | undefined> {
  const { ref, part, line } = place
  if (
    ref === undefined ||
    line === undefined ||
    objectType(ref.type)?.abilities.has('source') !== true
  ) {
    return undefined
  }
  try {
    const { text } = await readPart(context, { ref, part })
    return sliceLines(text, line, line + snippetLines - 1)
  } catch {
    context.signal.throwIfAborted()
    return undefined
  }
}
