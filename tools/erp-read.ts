import { Type } from '@sinclair/typebox'
import type { Static } from '@sinclair/typebox'
import { codesWith, packageContents, readMetadata, readSystem } from '../erp-client/index.ts'
import { unitLines } from './abap/units.ts'
import * as argument from './arguments.ts'
import type { ToolContext } from './context.ts'
import { defineTool } from './define.ts'
import { badArguments } from './errors.ts'
import { failureResult } from './failure.ts'
import { inParallel } from './parallel.ts'
import { outlineText } from './outline.ts'
import { pageOf } from './paging.ts'
import { resolveObject } from './resolve.ts'
import type { Naming } from './resolve.ts'
import { Choice } from './schema.ts'
import type { ToolResult } from './result.ts'
import { cutLines, lineCount, locateUnit, readPart, sliceLines, sourceHead, unitName } from './sources.ts'
import { count, refWords, systemWords } from './words.ts'

const maxObjects = 20
const defaultEntries = 200

const one = {
  include: Type.Optional(argument.includeArgument),
  method: Type.Optional(argument.methodArgument),
  lines: Type.Optional(Type.String({ maxLength: 30, description: 'Line range: "120-180", "120-" or "120".' }))
}

const itemParts = {
  include: Type.Optional(Choice(argument.sourceParts, { description: 'As include.' })),
  method: Type.Optional(Type.String({ maxLength: 130, description: 'As method.' })),
  lines: Type.Optional(Type.String({ maxLength: 30, description: 'As lines.' }))
}

const input = Type.Object({
  type: Type.Optional(argument.typeArgument('source', ['DEVC', 'SYSTEM'], 'text')),
  name: Type.Optional(argument.nameArgument),
  group: Type.Optional(argument.groupArgument),
  ...one,
  outline: Type.Optional(Type.Boolean({ description: 'Only the parts with their lines, no source.' })),
  version: Type.Optional(argument.versionArgument),
  objects: Type.Optional(Type.Array(argument.objectItem(itemParts), { maxItems: maxObjects, description: 'Several objects in one call, instead of name.' })),
  maxResults: Type.Optional(argument.maxResultsArgument),
  cursor: Type.Optional(argument.cursorArgument)
})

type Args = Static<typeof input>
type Item = Naming & { readonly [Key in keyof Omit<Args, 'name' | 'type' | 'group' | 'objects'>]: Args[Key] | undefined }

const readable = new Set([...codesWith('source'), 'DEVC'])

export const erpRead = defineTool({
  name: 'ERPRead',
  title: 'Read ABAP objects',
  description: 'Read the source of ABAP objects: whole, one include, one method, a line range, or only the outline. The head line of the answer names system, version and the hash that ERPWrite update expects. For large objects ask for outline: true first, then method. DEVC lists a package, type SYSTEM describes the system. Example: {"type":"CLAS","name":"ZCL_ORDER","method":"CALCULATE"}',
  scope: 'read',
  operation: 'read',
  input,
  async run (args, context): Promise<ToolResult> {
    const { objects, name, type } = args
    if (type === 'SYSTEM') return await readSystemText(context)
    if (objects !== undefined) {
      if (name !== undefined) throw badArguments('`name` and `objects` contradict each other.', 'Put every object into `objects`.')
      return await readMany(context, objects.map((item) => ({ version: args.version, outline: args.outline, ...item })))
    }
    if (name === undefined) throw badArguments('`name` is missing.', 'Give name (and type), or objects, or type SYSTEM.')
    return { kind: 'text', text: await readOne(context, { ...args, name }, context.limits.bytes) }
  }
})

async function readOne (context: ToolContext, item: Item, bytes: number): Promise<string> {
  const ref = await resolveObject(context, item, (type) => readable.has(type))
  if (ref.type === 'DEVC') return await packageText(context, ref.name, item)
  const wish = { ref, part: item.include, version: item.version }
  if (item.outline === true) return await outlineText(context, wish)
  if (item.method !== undefined) {
    if (item.lines !== undefined) throw badArguments('`method` and `lines` contradict each other.', 'Give one of them.')
    const { source, unit } = await locateUnit(context, wish, item.method)
    const scope = `${unit.kind} ${unit.container === ref.name ? unit.name : unitName(unit)}, ${unitLines(unit)}`
    const head = sourceHead(context.erp, { source, scope, completeness: unit.closed ? 'this block only' : 'its end is missing in the source' })
    return `${head}\n${cutLines(sliceLines(source.text, unit.startLine, unit.endLine), bytes).text}`
  }
  const source = await readPart(context, wish)
  const range = item.lines === undefined ? undefined : lineRange(item.lines, lineCount(source.text))
  const text = range === undefined ? source.text : sliceLines(source.text, range.from, range.to)
  const cut = cutLines(text, bytes)
  const last = (range?.from ?? 1) - 1 + (cut.lastLine ?? 0)
  const completeness = cut.lastLine === undefined ? (range === undefined ? 'complete' : 'this range only') : `CUT after line ${last}, go on with lines "${last + 1}-"`
  return `${sourceHead(context.erp, { source, scope: range === undefined ? undefined : `lines ${range.from}-${range.to}`, completeness })}\n${cut.text}`
}

/** `120-180`, `120-`, `-40`, `120`; both ends inclusive and inside the source. */
function lineRange (text: string, total: number): { from: number, to: number } {
  const [, first = '', dash = '', last = ''] = /^\s*L?(\d*)\s*(-|–|:|,|\.\.|to|)\s*L?(\d*)\s*$/i.exec(text) ?? []
  if (first === '' && last === '') throw badArguments(`\`lines\` is ${JSON.stringify(text)}.`, 'Write it as "120-180", "120-" or "120".')
  const from = first === '' ? 1 : Number(first)
  const to = last === '' ? (dash === '' ? from : total) : Number(last)
  if (from < 1 || from > to) throw badArguments(`\`lines\` is ${JSON.stringify(text)}, which is no range.`, 'Lines count from 1.')
  if (from > total) throw badArguments(`The source has ${count(total, 'line')}, \`lines\` begins at ${from}.`, 'Ask for an outline to see what is where.')
  return { from, to: Math.min(to, total) }
}

async function readMany (context: ToolContext, items: readonly Item[]): Promise<ToolResult> {
  // Each gets its share, so that one large source does not push the others out.
  const share = Math.floor(context.limits.bytes / items.length)
  const texts = await inParallel(items, async (item) => {
    try {
      return await readOne(context, item, share)
    } catch (error) {
      if (context.signal.aborted) throw error
      return `${[item.type, item.name].filter((word) => word !== undefined).join(' ')} · NOT READ\n${failureResult(error, { signal: context.signal, log: context.log, changes: false }).text}`
    }
  })
  return { kind: 'text', text: texts.map((text) => `=== ${text}`).join('\n\n') }
}

async function packageText (context: ToolContext, name: string, item: Item): Promise<string> {
  const { objects, subPackages } = await packageContents(context.erp, { package: name }, context.signal)
  // The ERP lists nothing for a package that does not exist; an empty answer must be a true one.
  if (objects.length + subPackages.length === 0) await readMetadata(context.erp, { ref: { type: 'DEVC', name } }, context.signal)
  const sorted = objects.toSorted((a, b) => a.ref.type.localeCompare(b.ref.type) || a.name.localeCompare(b.name))
  const page = pageOf(sorted, { question: ['DEVC', name], cursor: item.cursor, size: Math.min(item.maxResults ?? defaultEntries, 1000) })
  const head = [systemWords(context.erp), `DEVC ${name}`, count(objects.length, 'object'), count(subPackages.length, 'sub-package'), page.cursor === undefined && page.offset === 0 ? 'complete' : `${page.offset + 1}-${page.offset + page.items.length}`]
  return [
    head.join(' · '),
    ...(page.offset > 0 ? [] : subPackages.map((sub) => `DEVC ${sub}`)),
    ...page.items.map(({ ref, description }) => `${refWords(ref)}${description === undefined ? '' : `  ${description}`}`),
    ...(page.cursor === undefined ? [] : [`More: cursor "${page.cursor}"`])
  ].join('\n')
}

async function readSystemText (context: ToolContext): Promise<ToolResult> {
  const info = await readSystem(context.erp, {}, context.signal)
  const { id, client, user, userFullName, language, release, kernel, database, os, sandbox, components } = info
  const facts = { release, kernel, database, 'operating system': os, user: userFullName === undefined ? user : `${user} (${userFullName})`, language }
  return {
    kind: 'text',
    text: [
      `System ${id}, client ${client}${sandbox ? ' (the built-in sandbox, not a real system)' : ''}`,
      ...Object.entries(facts).filter(([, value]) => value !== undefined).map(([name, value]) => `${name}: ${value}`),
      ...(components.length === 0 ? [] : [`components (${components.length}):`, ...components.map((one) => `  ${one.name} ${one.release} ${one.level} ${one.description}`.trimEnd())])
    ].join('\n')
  }
}
