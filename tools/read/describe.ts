/** Metadata of an object as text. */
import {
  describeAt,
  describeObject,
  objectType,
  readReleaseStates,
  readTexts,
  searchObjects
} from '../../erp-client/index.ts'
import type { Fact, Facts, Metadata, ObjectRef, VersionOptions } from '../../erp-client/index.ts'
import type { ToolContext } from '../call/context.ts'
import { badArguments, ToolError } from '../failure/errors.ts'
import { nearest } from '../schema/nearest.ts'
import { fenced, inlineProse } from '../failure/prose.ts'
import { cutLines, shortened } from '../objects/sources.ts'
import { onRelease } from '../failure/release-gaps.ts'
import { refWords, systemWords } from '../objects/words.ts'

/** What an object is, as facts instead of source. */
export async function metadataText(
  context: ToolContext,
  { ref, version }: { ref: ObjectRef; version?: VersionOptions | undefined }
): Promise<string> {
  const { metadata, facts } = await onRelease(
    context,
    'metadata',
    async () => await describeObject(context.erp, { ref, version }, context.signal)
  )
  return textOf(context, metadata, facts)
}

function textOf(context: ToolContext, metadata: Metadata, facts: Facts): string {
  const {
    ref,
    description,
    version,
    responsible,
    changedBy,
    changedAt,
    createdBy,
    createdAt,
    language
  } = metadata
  const head = [
    systemWords(context.erp),
    refWords(ref),
    version,
    ...(metadata.package === undefined ? [] : [`package ${metadata.package}`]),
    inlineProse(description)
  ].filter(word => word !== '')
  const known: Facts = {
    ...(responsible === undefined ? {} : { responsible }),
    ...(changedBy === undefined ? {} : { changed: `${changedBy} ${changedAt ?? ''}`.trim() }),
    ...(createdBy === undefined ? {} : { created: `${createdBy} ${createdAt ?? ''}`.trim() }),
    ...(language === undefined ? {} : { language })
  }
  const own = Object.fromEntries(Object.entries(facts).filter(([name]) => !common.has(name)))
  const cut = cutLines([...lines(own, 0), ...lines(known, 0)].join('\n'), context.limits.bytes)
  const described = cut.text === '' ? [] : fenced([cut.text])
  return [
    head.join(' · '),
    ...described,
    ...(cut.lastLine === undefined ? [] : ['CUT: the description is longer.'])
  ].join('\n')
}

/** Attributes that the head line and the change facts say already. */
const common = new Set([
  'name',
  'type',
  'description',
  'version',
  'responsible',
  'changedBy',
  'changedAt',
  'createdBy',
  'createdAt',
  'language',
  'masterLanguage',
  'masterSystem',
  'descriptionTextLimit',
  'sourceUri',
  'base'
])

/** What only the fields of an editor's form need to know. */
const forForms = /^is\w*(?:Visible|Editable)$/

function lines(facts: Facts, depth: number): string[] {
  return Object.entries(facts).flatMap(([name, fact]) =>
    fact === undefined || forForms.test(name) ? [] : factLines(name, fact, depth)
  )
}

function factLines(name: string, fact: Fact, depth: number): string[] {
  const indentation = '  '.repeat(depth)
  if (Array.isArray(fact)) {
    return [
      `${indentation}${name} (${fact.length}):`,
      ...(fact as readonly Fact[]).map(one => `${indentation}  ${rowText(one)}`)
    ]
  }
  if (typeof fact === 'object') {
    return Object.keys(fact).length === 0
      ? []
      : [`${indentation}${name}:`, ...lines(fact as Facts, depth + 1)]
  }
  return [`${indentation}${name}: ${fact}`]
}

/** One entry of a list in one line. */
function rowText(fact: Fact): string {
  if (typeof fact !== 'object') return String(fact)
  if (Array.isArray(fact)) return (fact as readonly Fact[]).map(rowText).join('; ')
  return Object.entries(fact as Facts)
    .map(([name, value]) =>
      value === undefined
        ? ''
        : typeof value === 'object'
          ? `${name}: {${rowText(value)}}`
          : `${name}: ${value}`
    )
    .filter(word => word !== '')
    .join(', ')
}

/**
 * An object of a type beyond the table, found by name and read at the address that the search
 * gives.
 */
export async function unknownTypeText(
  context: ToolContext,
  type: string,
  name: string
): Promise<string> {
  if (!/^[A-Z0-9]{2,10}(?:\/[A-Z0-9]{1,10})?$/.test(type)) {
    throw badArguments(`\`type\` is ${JSON.stringify(type.slice(0, 40))}, which is no object type.`)
  }
  if (!context.may('search')) {
    throw badArguments(
      `The address of a ${type} must be searched for, which is not permitted here.`
    )
  }
  const hits = (
    await searchObjects(context.erp, { query: name, type, maxResults: 20 }, context.signal)
  ).filter(hit => hit.name === name && (hit.adtType === type || hit.adtType.startsWith(`${type}/`)))
  const [hit] = hits
  if (hit === undefined) {
    const near = nearest(type, [
      'SYSTEM',
      'COMPONENTS',
      'INACTIVE',
      'CLAS',
      'PROG',
      'INTF',
      'TABL',
      'DDLS'
    ])
    throw new ToolError('ERP_NOT_FOUND', `There is no object ${type} ${name}.`, {
      remedy: `${near === undefined ? '' : `Did you mean type ${near}? `}Leave \`type\` out to look the name up, or find it with ERPSearch.`
    })
  }
  const { metadata, facts, source } = await onRelease(
    context,
    'metadata',
    async () =>
      await describeAt(
        context.erp,
        { uri: hit.uri, ref: { type: hit.adtType, name } },
        context.signal
      )
  )
  const text = textOf(context, metadata, facts)
  return source === undefined
    ? text
    : `${text}\n--- source\n${shortened(source, context.limits.bytes / 2, 'the rest is not shown.')}`
}

/** The release contracts of an object. */
export async function apiStateText(context: ToolContext, ref: ObjectRef): Promise<string> {
  const states = await onRelease(
    context,
    'apiState',
    async () => await readReleaseStates(context.erp, { ref }, context.signal)
  )
  const words: Readonly<Record<string, string>> = {
    C0: 'extend',
    C1: 'use system-internally',
    C2: 'use as remote API',
    C3: 'manage configuration content',
    C4: 'use in ABAP-managed database procedures'
  }
  const released = [...states]
    .filter(([, state]) => state === 'RELEASED')
    .map(([contract]) => contract)
  return [
    `${systemWords(context.erp)} · ${refWords(ref)} · ${released.length === 0 ? 'not released as an API' : `released as ${released.join(', ')}`}`,
    ...[...states].map(([contract, state]) => `${contract} (${words[contract] ?? ''}): ${state}`)
  ].join('\n')
}

/** Text symbols, selection texts and list headings. */
export async function textsText(context: ToolContext, ref: ObjectRef): Promise<string> {
  if (!['PROG', 'CLAS', 'FUGR'].includes(ref.type)) {
    throw badArguments(`${refWords(ref)} has no text elements.`, 'PROG, CLAS and FUGR have them.')
  }
  const kinds = ['symbols', 'selections', 'headings'] as const
  const texts = await onRelease(
    context,
    'texts',
    async () =>
      await Promise.all(
        kinds.map(async kind => await readTexts(context.erp, { ref, kind }, context.signal))
      )
  )
  return [
    `${systemWords(context.erp)} · text elements of ${refWords(ref)}`,
    ...kinds.flatMap((kind, index) => [
      `${kind}:`,
      texts[index]?.trim() === '' ? '  none' : (texts[index] ?? '').trimEnd()
    ])
  ].join('\n')
}

export function isKnownType(type: string): boolean {
  return objectType(type) !== undefined
}
