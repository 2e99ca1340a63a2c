/** Reads a source, or a range, section, method or match of it. */
import type { ObjectRef, Source } from '../../erp-client/index.ts'
import { findSection, mostMatches, searchLines } from '../abap/extracts.ts'
import type { Range, Section } from '../abap/extracts.ts'
import { unitLines } from '../abap/units.ts'
import type { ToolContext } from '../call/context.ts'
import { badArguments, ToolError } from '../failure/errors.ts'
import { piecesOf } from '../insight/pieces.ts'
import { literalNote } from '../schema/literal-note.ts'
import { includeAddress, objectAddress } from '../catalog/resources.ts'
import type { Quoted, ResourceLink } from '../call/result.ts'
import {
  cutLines,
  lineCount,
  readPart,
  shortened,
  shownSource,
  sliceLines,
  sourceHead,
  unitName
} from '../objects/sources.ts'
import type { Cut, Shown } from '../objects/sources.ts'
import { count, refWords, systemWords } from '../objects/words.ts'
import { revisionText } from './revision.ts'
import { locateAnywhere, signatureText } from './signature.ts'
import type { ReadOptions } from './read-options.ts'

export { sections } from '../abap/extracts.ts'

/** One source, or the part of it that is requested, and where the whole of it can be read. */
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
  if (isKnown(source, options)) return unchangedText(context, source)
  const scope = `${unit.kind} ${unit.container === ref.name ? unit.name : unitName(unit)}, ${unitLines(unit)}`
  const head = sourceHead(context.erp, {
    source,
    scope,
    completeness: unit.closed ? '' : 'its end is missing in the source'
  })
  return `${head}\n${shortened(sliceLines(source.text, unit.startLine, unit.endLine), bytes, 'ask for lines of it.')}`
}

/** Only the text of a source, whole or in part, has a hash to compare with. */
export function assertHasHash(
  { knownHash, grep, revision }: Pick<ReadOptions, 'knownHash' | 'grep' | 'revision'>,
  view: string
): void {
  const others = Object.entries({ grep, revision, view: view === 'source' ? undefined : view })
  const [other] = others.find(([, value]) => value !== undefined) ?? []
  if (knownHash === undefined || other === undefined) return
  throw badArguments(
    `\`knownHash\` compares the text of a source, and \`${other}\` asks for something else.`,
    `Leave \`knownHash\` or \`${other}\` out.`
  )
}

const isKnown = ({ hash }: Source, { knownHash }: ReadOptions) =>
  knownHash?.trim().toLowerCase() === hash

const unchangedText = ({ erp }: ToolContext, source: Source) =>
  sourceHead(erp, { source, completeness: 'unchanged' })

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
  if (isKnown(source, options)) return { text: unchangedText(context, source) }
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
  const contextLines = options.context ?? 0
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
    [pieces.map(({ label, text }) => ({ label, text })), grep, contextLines],
    context.signal
  )
  const literal = found === 0 ? literalNote(grep) : ''
  const head = `${systemWords(context.erp)} · ${refWords(ref)} · ${count(found, 'line')} with ${JSON.stringify(grep)}${literal} in ${count(pieces.length, 'source')}${found > mostMatches ? `, the first ${mostMatches} shown: narrow by a longer text` : ''}`
  return `${head}\n${shortened(lines.join('\n'), options.bytes, 'narrow by a longer text, or an include.')}`
}
