/** ERPRead: sources, outlines, versions and metadata of objects. */
import { Type } from '@sinclair/typebox'
import type { Static } from '@sinclair/typebox'
import { codesWith, isErpError, objectType } from '../erp-client/index.ts'
import type { ObjectRef } from '../erp-client/index.ts'
import * as argument from './schema/arguments.ts'
import type { ToolContext } from './call/context.ts'
import { defineTool } from './define.ts'
import { badArguments, ToolError } from './failure/errors.ts'
import { assertType } from './catalog/features.ts'
import { outlineText } from './objects/outline.ts'
import { withInclude } from './read/program-include.ts'
import { createStatementsText } from './read/create-statements.ts'
import { apiStateText, metadataText, textsText, unknownTypeText } from './read/describe.ts'
import { enhancementsText } from './read/enhancements.ts'
import { findSameName } from './read/same-name.ts'
import { packageText, specials } from './read/lists.ts'
import { itemParts, one } from './read/inputs.ts'
import { assertHasHash, sourceText } from './read/source.ts'
import type { Reading } from './read/source.ts'
import { readSeveral } from './read/several.ts'
import { resolveObject } from './objects/resolve.ts'
import type { Naming } from './objects/resolve.ts'
import type { ToolResult } from './call/result.ts'

const maxObjects = 20
const readable = new Set([...codesWith('source'), 'DEVC'])

const input = Type.Object({
  type: Type.Optional(
    Type.String({
      maxLength: 40,
      spelling: 'objectType',
      known: [...codesWith('metadata'), ...Object.keys(specials)],
      listedWords: Object.keys(specials),
      listed: 'text',
      description: 'Looked up if left out; any object type, or:'
    })
  ),
  name: Type.Optional(argument.nameArgument),
  group: Type.Optional(argument.groupArgument),
  ...one,
  outline: Type.Optional(
    Type.Boolean({
      ...argument.helpOnly,
      description: 'As view outline: only the parts with their lines.'
    })
  ),
  version: Type.Optional(argument.versionArgument),
  path: Type.Optional(
    Type.String({
      maxLength: 250,
      listed: 'no',
      description: 'File of a UI5 application; a folder ends with a slash.'
    })
  ),
  objects: Type.Optional(
    Type.Array(argument.objectItem(itemParts), {
      maxItems: maxObjects,
      description: `Up to ${maxObjects}: {type, name, method …}.`
    })
  ),
  maxResults: Type.Optional(argument.maxResultsArgument),
  cursor: Type.Optional(argument.cursorArgument),
  changeSet: Type.Optional(argument.changeSetArgument)
})

type Args = Static<typeof input>
type Item = Naming & {
  readonly [Key in keyof Omit<Args, 'name' | 'type' | 'group' | 'objects'>]: Args[Key] | undefined
}

function methodsOf(given: string | undefined): string[] {
  const methods = listed(given)
  if (methods.length <= maxObjects) return methods
  throw badArguments(
    `\`method\` names ${methods.length} blocks.`,
    `One call reads at most ${maxObjects}.`
  )
}

export const erpRead = defineTool({
  name: 'ERPRead',
  title: 'Read ABAP objects',
  description:
    'Source or facts of ABAP objects: whole, one include, section, method, line range or version. The head line has the hash for ERPWrite update, and for knownHash: one line if unchanged. Large objects: view outline first, then method. Example: {"type":"CLAS","name":"ZCL_ORDER","method":"CALCULATE"}',
  scope: 'read',
  gap: 'objectType',
  otherWays: ['tableAsStructure'],
  operation: 'read',
  staging: 'shows',
  input,
  async run(args, context): Promise<ToolResult> {
    const { objects, name } = args
    const type = args.type?.trim().toUpperCase()
    const special = type !== undefined && Object.hasOwn(specials, type) ? specials[type] : undefined
    if (special !== undefined && type !== undefined) {
      assertType(context.features, type)
      return { kind: 'text', text: await special(context, args), verbatim: [] }
    }
    if (objects !== undefined) {
      assertList(args)
      return await several(
        context,
        objects.map(item => ({
          version: args.version,
          outline: args.outline,
          view: args.view,
          grep: args.grep,
          context: args.context,
          ...item
        }))
      )
    }
    if (name === undefined) {
      throw badArguments(
        '`name` is missing.',
        `Give name (and type), or objects, or type ${Object.keys(specials).join(', ')}.`
      )
    }
    const methods = methodsOf(args.method)
    if (methods.length > 1) {
      return await several(
        context,
        methods.map(method => ({ ...args, type, name, method }))
      )
    }
    const { text, link, quoted } = await readOne(
      context,
      { ...args, type, name },
      context.limits.bytes
    )
    return {
      kind: 'text',
      text,
      verbatim: [],
      ...(link === undefined ? {} : { links: [link] }),
      ...(quoted === undefined ? {} : { quoted })
    }
  }
})

/** The words of a list that is written as one: `RUN, SETTLE`. */
const listed = (words = ''): string[] => words.split(',').flatMap(word => word.trim() || [])

async function several(context: ToolContext, items: readonly Item[]): Promise<ToolResult> {
  return await readSeveral(
    context,
    items,
    async (item, bytes) => await readOne(context, item, bytes)
  )
}

async function readOne(context: ToolContext, item: Item, bytes: number): Promise<Reading> {
  try {
    return await readNamed(context, item, bytes)
  } catch (error) {
    const other = isErpError(error, 'ERP_NOT_FOUND') ? await findSameName(context, item) : undefined
    if (other === undefined) throw error
    if (objectType(other.ref.type) === undefined) {
      return { text: await unknownTypeText(context, other.adtType, item.name) }
    }
    return await readNamed(
      context,
      { ...item, type: other.ref.type, group: other.ref.group },
      bytes
    )
  }
}

async function readNamed(context: ToolContext, item: Item, bytes: number): Promise<Reading> {
  const type = item.type?.trim().toUpperCase()
  if (type !== undefined && objectType(type) === undefined) {
    return { text: await unknownTypeText(context, type, item.name) }
  }
  const view = item.outline === true ? 'outline' : (item.view ?? 'source')
  assertHasHash(item, view)
  const named = await resolvePreferringSource(context, {
    ...item,
    type: type === undefined ? undefined : objectType(type)?.code
  })
  const { include, version } = item
  const inside = await withInclude(context, { ref: named, include, version })
  const { ref } = inside
  if (ref.type === 'DEVC' && view === 'source') {
    return { text: await packageText(context, ref.name, item) }
  }
  const hasSource = objectType(ref.type)?.abilities.has('source') === true
  if (view === 'metadata' || (view === 'source' && !hasSource && item.revision === undefined)) {
    return { text: await metadataText(context, { ref, version }) }
  }
  if (view === 'api_state') return { text: await apiStateText(context, ref) }
  if (view === 'texts') return { text: await textsText(context, ref) }
  if (view === 'enhancements') return { text: await enhancementsText(context, ref) }
  if (view === 'sql') return { text: await createStatementsText(context, ref) }
  if (view === 'outline') {
    return { text: await outlineText(context, { ref, part: inside.include, version }) }
  }
  return await sourceText(context, { ...item, ...inside, signature: view === 'signature', bytes })
}

/** @throws ToolError for arguments of one object beside a list of objects */
function assertList({ name, knownHash }: { name?: string; knownHash?: string }): void {
  if (name !== undefined) {
    throw badArguments(
      '`name` and `objects` contradict each other.',
      'Put every object into `objects`.'
    )
  }
  if (knownHash !== undefined) {
    throw badArguments(
      '`knownHash` stands beside `objects`, but each object has a hash of its own.',
      'Put `knownHash` into the items of `objects`.'
    )
  }
}

/** Of several objects of one name the one with a source: that is what reading mostly means. */
async function resolvePreferringSource(context: ToolContext, naming: Naming): Promise<ObjectRef> {
  if (naming.type !== undefined) return await resolveObject(context, naming)
  try {
    return await resolveObject(context, naming, type => readable.has(type))
  } catch (error) {
    if (!(error instanceof ToolError) || error.code !== 'ERP_NOT_FOUND') throw error
    return await resolveObject(context, naming)
  }
}
