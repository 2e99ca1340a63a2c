import { objectType } from '../../erp-client/index.ts'
import type { ObjectRef, VersionOptions } from '../../erp-client/index.ts'
import { contractText } from '../abap/contract.ts'
import { declarationsOf } from '../abap/declarations.ts'
import { findHome, findSection, mostMatches, searchLines } from '../abap/extracts.ts'
import type { Range, Section } from '../abap/extracts.ts'
import { findUnitsNamed, unitLines } from '../abap/units.ts'
import type { ToolContext } from '../call/context.ts'
import { badArguments, ToolError } from '../failure/errors.ts'
import { piecesOf } from '../insight/pieces.ts'
import { inParallel } from '../call/parallel.ts'
import { includeAddress, objectAddress } from '../catalog/resources.ts'
import type { Quoted, ResourceLink } from '../call/result.ts'
import {
  cutLines,
  lineCount,
  locateUnit,
  readPart,
  shortened,
  shownSource,
  sliceLines,
  sourceHead,
  unitMissing,
  unitName
} from '../objects/sources.ts'
import type { Cut, LocatedUnit, Shown, SourceOptions } from '../objects/sources.ts'
import { textOfVersion, versionsOf } from '../objects/versions.ts'
import { compareTexts, diffSize } from '../write/source/diff.ts'
import { count, refWords, systemWords } from '../objects/words.ts'

export { sections } from '../abap/extracts.ts'

export interface ReadOptions {
  readonly ref: ObjectRef
  readonly include?: string | undefined
  readonly method?: string | undefined
  readonly section?: Section | undefined
  readonly lines?: string | undefined
  readonly grep?: string | undefined
  readonly context?: number | undefined
  readonly signature?: boolean | undefined
  readonly revision?: string | undefined
  readonly version?: VersionOptions | undefined
  readonly bytes: number
}

/** One source, or the part of it that is asked for, and where the whole of it can be read. */
export async function sourceText(context: ToolContext, options: ReadOptions): Promise<Reading> {
  const { method, grep, revision, signature } = options
  const isWhole = [method, grep, revision].every(word => word === undefined) && signature !== true
  return isWhole ? await wholeText(context, options) : { text: await partText(context, options) }
}

/** A text, and the address of the whole where the text is not all of it. */
export interface Reading {
  readonly text: string
  readonly link?: ResourceLink
  readonly quoted?: Quoted
}

async function partText(context: ToolContext, options: ReadOptions): Promise<string> {
  const { ref, method = '', grep, revision, signature, bytes } = options
  assertOne(options)
  if (revision !== undefined) return await revisionText(context, options, revision)
  if (signature === true) return await signatureText(context, options)
  if (grep !== undefined) return await grepText(context, options, grep)
  const { source, unit } = await locateAnywhere(
    context,
    { ref, part: options.include, version: options.version },
    method
  )
  const scope = `${unit.kind} ${unit.container === ref.name ? unit.name : unitName(unit)}, ${unitLines(unit)}`
  const head = sourceHead(context.erp, {
    source,
    scope,
    completeness: unit.closed ? '' : 'its end is missing in the source'
  })
  return `${head}\n${shortened(sliceLines(source.text, unit.startLine, unit.endLine), bytes, 'ask for lines of it.')}`
}

function assertOne({ method, section, lines }: ReadOptions): void {
  const given = Object.entries({ method, section, lines })
    .filter(([, value]) => value !== undefined)
    .map(([name]) => name)
  if (given.length > 1) {
    throw badArguments(
      `${given.map(name => `\`${name}\``).join(' and ')} contradict each other.`,
      'Give one of them.'
    )
  }
}

/**
 * The source or a range of it. What an answer cannot hold is not sent in pieces alone: the resource
 * has all of it.
 */
async function wholeText(context: ToolContext, options: ReadOptions): Promise<Reading> {
  const { ref, include, version, lines, section, bytes } = options
  assertOne(options)
  const source = await readPart(context, { ref, part: include, version })
  const range =
    section !== undefined
      ? await sectionRange(context, source.text, { section, ref })
      : lines === undefined
        ? undefined
        : lineRange(lines, lineCount(source.text))
  const cut: Partial<Shown> & Cut =
    range === undefined
      ? shownSource(context.erp, source, bytes)
      : cutLines(sliceLines(source.text, range.from, range.to), bytes)
  // The address of an include stands for its newest version alone.
  const link =
    cut.lastLine === undefined ||
    (include !== undefined && include !== 'main' && version !== undefined && version !== 'auto')
      ? undefined
      : linkTo(options)
  const last = (range?.from ?? 1) - 1 + (cut.lastLine ?? 0)
  const completeness =
    cut.lastLine === undefined
      ? range === undefined
        ? 'complete'
        : 'this range only'
      : `CUT after line ${last}, go on with lines "${last + 1}-"${link === undefined ? '' : `, or read ${link.uri}`}`
  const head = `${sourceHead(context.erp, { source, scope: range === undefined ? undefined : `${section === undefined ? '' : `${section} `}lines ${range.from}-${range.to}`, completeness, lines: cut.lines })}\n`
  const text = `${head}${cut.text}`
  return {
    text,
    ...(link === undefined ? {} : { link }),
    ...(cut.json === undefined ? {} : { quoted: { of: text, head, rest: cut.json } })
  }
}

function linkTo({ ref, include, version }: ReadOptions): ResourceLink {
  const part = include === 'main' ? undefined : include
  const given = version === undefined || version === 'auto' ? [] : [version]
  const uri =
    part === undefined
      ? [objectAddress(ref.type, ref.name), ...given].join('/')
      : includeAddress(ref.type, ref.name, part)
  return {
    uri,
    name: [ref.name, ...(part === undefined ? [] : [part])].join(' '),
    description: `The whole source of ${refWords(ref)}`,
    mimeType: 'text/x-abap'
  }
}

/** A block of the object itself, or, for a program or group, of what it includes. */
async function locateAnywhere(
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
    const home = others[await findHome([others.map(({ text }) => text), method], context.signal)]
    if (home === undefined) {
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
    return await locateUnit(context, { ref: home.ref, version: at.version }, method)
  }
}

/** `120-180`, `120-`, `-40`, `120`; both ends inclusive and inside the source. */
export function lineRange(text: string, total: number): { from: number; to: number } {
  const [, first = '', dash = '', last = ''] =
    /^\s*L?(\d*)\s*(-|–|:|,|\.\.|to|)\s*L?(\d*)\s*$/i.exec(text) ?? []
  if (first === '' && last === '') {
    throw badArguments(
      `\`lines\` is ${JSON.stringify(text)}.`,
      'Write it as "120-180", "120-" or "120".'
    )
  }
  const from = first === '' ? 1 : Number(first)
  const to = last === '' ? (dash === '' ? from : total) : Number(last)
  if (from > total) {
    throw badArguments(
      `The source has ${count(total, 'line')}, \`lines\` begins at ${from}.`,
      'Ask for an outline to see what is where.'
    )
  }
  if (from < 1 || from > to) {
    throw badArguments(
      `\`lines\` is ${JSON.stringify(text)}, which is no range.`,
      'Lines count from 1, the first one before the last: "120-180".'
    )
  }
  return { from, to: Math.min(to, total) }
}

/** The lines of a section of the object's own class. */
async function sectionRange(
  context: ToolContext,
  text: string,
  { section, ref }: { section: Section; ref: ObjectRef }
): Promise<Range> {
  const range = await findSection(
    [text, section, ref.type === 'CLAS' ? ref.name : undefined],
    context.signal
  )
  if (range === undefined) {
    throw new ToolError('TOOL_SECTION_NOT_FOUND', `${refWords(ref)} has no ${section} section.`, {
      remedy: 'Ask for an outline to see what it has.'
    })
  }
  return range
}

/** Lines with a text, in every part, each with the block it stands in and some lines around it. */
async function grepText(context: ToolContext, options: ReadOptions, grep: string): Promise<string> {
  const { ref, include, version } = options
  const around = options.context ?? 0
  const pieces =
    include !== undefined || (ref.type !== 'PROG' && ref.type !== 'FUGR' && ref.type !== 'CLAS')
      ? [
          {
            label: include ?? '',
            text: (await readPart(context, { ref, part: include, version })).text
          }
        ]
      : (await piecesOf(context, ref, version)).pieces
  const { lines, found } = await searchLines(
    [pieces.map(({ label, text }) => ({ label, text })), grep, around],
    context.signal
  )
  const head = `${systemWords(context.erp)} · ${refWords(ref)} · ${count(found, 'line')} with ${JSON.stringify(grep)} in ${count(pieces.length, 'source')}${found > mostMatches ? `, the first ${mostMatches} shown: narrow by a longer text` : ''}`
  return `${head}\n${shortened(lines.join('\n'), options.bytes, 'narrow by a longer text, or an include.')}`
}

async function signatureText(
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

/** `list`, one version, or the difference of two: `3..active`. */
async function revisionText(
  context: ToolContext,
  options: ReadOptions,
  revision: string
): Promise<string> {
  const { ref, include: part, bytes } = options
  const head = `${systemWords(context.erp)} · ${refWords(ref)}${part === undefined || part === 'main' ? '' : ` ${part}`}`
  if (revision.trim().toLowerCase() === 'list') {
    const all = await versionsOf(context, { ref, part })
    return [
      `${head} · ${count(all.length, 'version')}`,
      ...all.map(({ id, title, author, changedAt, transport }) =>
        [id, changedAt, author, transport, title]
          .filter(word => word !== undefined && word !== '')
          .join(' · ')
      )
    ].join('\n')
  }
  if (Object.keys(objectType(ref.type)?.parts ?? {}).length === 0) {
    throw badArguments(`${refWords(ref)} has no source to compare.`)
  }
  const [, from, to] = /^\s*(\S+?)\s*\.\.\s*(\S+)\s*$/.exec(revision) ?? []
  if (from === undefined || to === undefined) {
    const text = await textOfVersion(context, { ref, part }, revision)
    return `${head} · version ${revision} · ${count(lineCount(text), 'line')}\n${shortened(text, bytes, 'compare two versions instead: "3..active" shows the difference.')}`
  }
  const [before, after] = await Promise.all([
    textOfVersion(context, { ref, part }, from),
    textOfVersion(context, { ref, part }, to)
  ])
  const diff = await compareTexts(before, after, context.signal)
  return `${head} · ${from} to ${to} · ${before === after ? 'no difference' : diffSize(diff)}${diff.text === '' ? '' : `\n${shortened(diff.text, bytes, 'read both versions.')}`}`
}
