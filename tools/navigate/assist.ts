import {
  cdsElementInfo,
  completeAt,
  documentationAt,
  elementInfoAt,
  findDefinition,
  isErpError,
  readOutline,
  typeHierarchy
} from '../../erp-client/index.ts'
import type {
  At,
  ElementInfo,
  HierarchyEntry,
  ObjectRef,
  OutlineNode
} from '../../erp-client/index.ts'
import type { ToolContext } from '../call/context.ts'
import { badArguments, ToolError } from '../failure/errors.ts'
import { omitUndefined, refData } from '../schema/output.ts'
import { findPosition } from '../objects/position.ts'
import type { Position, PositionOptions } from '../objects/position.ts'
import { fenced, inlineProse } from '../failure/prose.ts'
import type { ToolResult } from '../call/result.ts'
import { cutLines, readPart } from '../objects/sources.ts'
import { onRelease } from '../failure/release-gaps.ts'
import { count, placeWords, refWords, systemWords } from '../objects/words.ts'
import { toLf } from '../write/source/edits.ts'

const mostProposals = 200
const mostEntries = 300
const mostParts = 2000

export interface AssistOptions extends PositionOptions {
  readonly ref: ObjectRef
  readonly source?: string | undefined
}

/** What can stand at a position of the stored or the given text. */
export async function completion(
  context: ToolContext,
  {
    ref,
    include,
    line,
    column,
    source,
    maxResults
  }: AssistOptions & { maxResults?: number | undefined }
): Promise<ToolResult> {
  if (line === undefined || column === undefined) {
    throw badArguments(
      '`line` and `column` are missing.',
      'Completion is of a position: the column behind what is typed already.'
    )
  }
  const text =
    source === undefined ? (await readPart(context, { ref, part: include })).text : toLf(source)
  const length = text.split('\n')[line - 1]?.length
  if (length === undefined || column > length + 1) {
    throw badArguments(`The source has no line ${line}, column ${column}.`)
  }
  const all = await onRelease(
    context,
    'completion',
    async () =>
      await completeAt(
        context.erp,
        { ref, part: include, line, column, source: text },
        context.signal
      )
  )
  const shown = all.slice(0, Math.min(maxResults ?? 50, mostProposals))
  const system = systemWords(context.erp)
  return {
    kind: 'data',
    data: {
      system,
      of: `${refWords(ref)} ${line}:${column}`,
      total: all.length,
      complete: shown.length === all.length,
      proposals: shown.map(({ name, kind, inherited }) =>
        omitUndefined({ name, kind: kind || undefined, inherited: inherited || undefined })
      )
    },
    text: [
      `${system} · completion at ${refWords(ref)} ${line}:${column} · ${count(all.length, 'proposal')}`,
      ...shown.map(
        ({ name, kind, inherited }) =>
          `${name}${kind === '' ? '' : `  ${kind}`}${inherited ? ' (inherited)' : ''}`
      ),
      ...(shown.length < all.length ? ['Type more of the name to narrow.'] : [])
    ].join('\n')
  }
}

async function needPosition(context: ToolContext, options: AssistOptions): Promise<Position> {
  const position = await findPosition(context, options.ref, options)
  if (position !== undefined) return position
  // The object's own name, where the first statement declares it.
  return (
    (await findPosition(context, options.ref, { ...options, symbol: options.ref.name })) ??
    missing()
  )
}

function missing(): never {
  throw badArguments('`line` with `column`, or `symbol`, is missing.')
}

function at(ref: ObjectRef, { source, line, column }: Position): At {
  return { ref, part: source.part, line, column, source: source.text }
}

/** What the name at a position is; for a CDS view, its elements with their types. */
export async function elementInfo(
  context: ToolContext,
  options: AssistOptions
): Promise<ToolResult> {
  const { ref } = options
  const system = systemWords(context.erp)
  if (ref.type === 'DDLS' && options.line === undefined && options.symbol === undefined) {
    const info = await onRelease(
      context,
      'cdsElementInfo',
      async () => await cdsElementInfo(context.erp, { name: ref.name }, context.signal)
    )
    return infoResult(system, refWords(ref), info)
  }
  const position = await needPosition(context, options)
  const of = `${position.word} at ${refWords(ref)} ${placeWords({ part: position.source.part, line: position.line, column: position.column })}`
  const info = await knownAt(
    of,
    async () =>
      await onRelease(
        context,
        'elementInfo',
        async () => await elementInfoAt(context.erp, at(ref, position), context.signal)
      )
  )
  return infoResult(system, of, info)
}

/**
 * Keywords, literals and comments are no names: the object is there, and what to do is not to look
 * for it.
 */
async function knownAt(of: string, ask: () => Promise<ElementInfo>): Promise<ElementInfo> {
  const unknown = (cause?: unknown) =>
    new ToolError('ERP_NOT_FOUND', `The ERP has no type information about ${of}.`, {
      remedy:
        'It must be a declared name (variable, method, type, object): give it as `symbol`, or line with column. For a keyword use ERPNavigate documentation.',
      ...(cause === undefined ? {} : { cause })
    })
  try {
    const info = await ask()
    if (info.name === '' && info.documentation === '' && info.children.length === 0) throw unknown()
    return info
  } catch (error) {
    throw isErpError(error, 'ERP_NOT_FOUND') ? unknown(error) : error
  }
}

function infoResult(system: string, of: string, info: ElementInfo): ToolResult {
  return {
    kind: 'data',
    data: { system, of, element: info },
    text: [`${system} · ${of}`, ...fenced(infoLines(info, 0))].join('\n')
  }
}

function infoLines(
  { name, adtType, documentation, properties, children }: ElementInfo,
  depth: number
): string[] {
  const blank = '  '.repeat(depth)
  const { ddicDataType, ddicLength, ddicDecimals, ddicIsKey, ddicDataElement, ...others } =
    properties
  const type =
    ddicDataType === undefined
      ? ''
      : ` : ${ddicDataType}${ddicLength === undefined ? '' : `(${Number(ddicLength)}${Number(ddicDecimals ?? 0) > 0 ? `,${Number(ddicDecimals)}` : ''})`}${ddicDataElement === undefined ? '' : ` ${ddicDataElement}`}`
  const rest =
    depth === 0
      ? Object.entries(others)
          .filter(([, value]) => value !== '')
          .map(([key, value]) => `${blank}  ${key}: ${value}`)
      : []
  return [
    `${blank}${ddicIsKey === 'true' ? 'key ' : ''}${name}${type === '' && adtType !== '' ? ` (${adtType})` : type}`,
    ...(documentation === '' ? [] : documentation.split('\n').map(line => `${blank}  ${line}`)),
    ...rest,
    ...children.slice(0, mostEntries).flatMap(child => infoLines(child, depth + 1))
  ]
}

/** The types above and below a class or interface. */
export async function hierarchy(context: ToolContext, options: AssistOptions): Promise<ToolResult> {
  const { ref } = options
  const position = await needPosition(context, options)
  const ask = async (direction: 'superTypes' | 'subTypes') =>
    await onRelease(
      context,
      'hierarchy',
      async () =>
        await typeHierarchy(context.erp, { ...at(ref, position), direction }, context.signal)
    )
  const [above, below] = await Promise.all([ask('superTypes'), ask('subTypes')])
  const own = (entry: HierarchyEntry) => entry.name !== position.word.toUpperCase()
  const supers = above.filter(own)
  const subs = below.filter(own)
  const system = systemWords(context.erp)
  const data = ({ name, adtType, description, place }: HierarchyEntry) =>
    omitUndefined({
      name,
      adtType,
      description: description || undefined,
      object: place.ref === undefined ? undefined : refData(place.ref)
    })
  const line = ({ name, description, place }: HierarchyEntry) =>
    `  ${place.ref === undefined ? name : refWords(place.ref)}${description === '' ? '' : `  ${description}`}`
  return {
    kind: 'data',
    data: {
      system,
      of: refWords(ref),
      superTypes: supers.map(data),
      subTypes: subs.slice(0, mostEntries).map(data),
      complete: subs.length <= mostEntries
    },
    text: [
      `${system} · hierarchy of ${position.word.toUpperCase()}`,
      `above (${supers.length}):`,
      ...fenced(supers.map(line)),
      `below (${subs.length}):`,
      ...fenced(subs.slice(0, mostEntries).map(line))
    ].join('\n')
  }
}

/**
 * Where the name at a position is implemented: the method itself, and for an interface the classes
 * that have it.
 */
export async function implementations(
  context: ToolContext,
  options: AssistOptions
): Promise<ToolResult> {
  const { ref } = options
  const position = await needPosition(context, options)
  const system = systemWords(context.erp)
  const of = `${position.word} of ${refWords(ref)}`
  const place = await implementationOf(context, ref, position)
  const owners = ref.type === 'INTF' ? await implementers(context, ref) : []
  if (place === undefined && owners.length === 0) {
    throw new ToolError(
      'IMPLEMENTATION_NOT_FOUND',
      `The ERP knows no implementation of ${position.word} at ${refWords(ref)}.`,
      { remedy: 'Point at a method; ERPNavigate references shows the users.' }
    )
  }
  return {
    kind: 'data',
    data: omitUndefined({
      system,
      of,
      implementation:
        place === undefined
          ? undefined
          : omitUndefined({
              object: place.ref === undefined ? undefined : refData(place.ref),
              include: place.part,
              line: place.line,
              column: place.column
            }),
      classes: owners.map(({ name }) => name)
    }),
    text: [
      `${system} · implementations of ${of}`,
      ...(place === undefined
        ? []
        : [
            `${place.ref === undefined ? place.uri : refWords(place.ref)} ${placeWords(place)}`.trim()
          ]),
      // the class of the first line is told already; a local class is found in the object that has
      // it
      ...owners
        .filter(({ name }) => name !== place?.ref?.name)
        .map(({ name, description, place: { ref: home, part } }) =>
          home === undefined || home.name === name
            ? `CLAS ${name}${description === '' ? '' : `  ${inlineProse(description)}`}`
            : `${refWords(home)}${part === undefined || part === 'main' ? '' : ` ${part}`}  local class ${name}`
        )
    ].join('\n')
  }
}

async function implementationOf(
  context: ToolContext,
  ref: ObjectRef,
  { source, line, column, endColumn }: Position
) {
  try {
    return await findDefinition(
      context.erp,
      {
        ref,
        part: source.part,
        line,
        column,
        endColumn,
        source: source.text,
        implementation: true
      },
      context.signal
    )
  } catch (error) {
    if (!isErpError(error, 'ERP_NOT_FOUND', 'ERP_BAD_REQUEST', 'ERP_UNSUPPORTED')) throw error
    return undefined
  }
}

async function implementers(context: ToolContext, ref: ObjectRef): Promise<HierarchyEntry[]> {
  const position = await findPosition(context, ref, { symbol: ref.name })
  if (position === undefined) return []
  const entries = await onRelease(
    context,
    'hierarchy',
    async () =>
      await typeHierarchy(
        context.erp,
        { ...at(ref, position), direction: 'subTypes' },
        context.signal
      )
  )
  return entries.filter(({ name, adtType }) => name !== ref.name && adtType.startsWith('CLAS'))
}

/** A line, with the include of a class where it is not in main. */
function lineWords(place: OutlineNode['definition']): string {
  if (place?.line === undefined) return ''
  return ` ${place.part === undefined || place.part === 'main' ? '' : `${place.part} `}${place.line}`
}

/** The parts of an object as data. */
export async function outline(context: ToolContext, ref: ObjectRef): Promise<ToolResult> {
  const root = await readOutline(context.erp, { ref, most: mostParts }, context.signal)
  const system = systemWords(context.erp)
  const node = (one: OutlineNode): object =>
    omitUndefined({
      name: one.name,
      adtType: one.adtType,
      visibility: one.visibility,
      level: one.level,
      line: one.definition?.line,
      include: one.definition?.part === 'main' ? undefined : one.definition?.part,
      implementedAt: one.implementation?.line,
      children: one.children.length === 0 ? undefined : one.children.map(node)
    })
  const lines = (one: OutlineNode, depth: number): string[] => [
    `${'  '.repeat(depth)}${one.name} ${one.adtType}${one.visibility === undefined ? '' : ` ${one.visibility}`}${lineWords(one.definition)}${one.implementation?.line === undefined ? '' : ` implemented${lineWords(one.implementation)}`}`,
    ...one.children.flatMap(child => lines(child, depth + 1))
  ]
  return {
    kind: 'data',
    data: omitUndefined({ system, of: refWords(ref), outline: node(root), omitted: root.omitted }),
    text: [
      `${system} · outline of ${refWords(ref)}`,
      ...lines(root, 0),
      ...(root.omitted === undefined ? [] : [`${root.omitted} more parts are not shown`])
    ].join('\n')
  }
}

/** The documentation of the keyword or name at a position. */
export async function documentation(
  context: ToolContext,
  { object, ...where }: PositionOptions & { readonly object: () => Promise<ObjectRef> }
): Promise<ToolResult> {
  const { ref, position } = await placeOfWord(context, object, where)
  const text = await onRelease(
    context,
    'documentation',
    async () => await documentationAt(context.erp, at(ref, position), context.signal)
  )
  if (text === '') {
    throw new ToolError('ERP_NOT_FOUND', `The ERP has no documentation of ${position.word}.`, {
      remedy: inSource
    })
  }
  const cut = cutLines(text, Math.min(context.limits.bytes, 24_000))
  const system = systemWords(context.erp)
  return {
    kind: 'data',
    data: {
      system,
      of: position.word,
      documentation: cut.text,
      complete: cut.lastLine === undefined
    },
    text: [
      `${system} · documentation of ${position.word}`,
      ...fenced([cut.text]),
      ...(cut.lastLine === undefined ? [] : ['(cut)'])
    ].join('\n')
  }
}

const inSource =
  'The ERP explains a keyword where it stands in a source: give `name` of any object whose source has the keyword, with it as `symbol` (or line with column), e.g. {"action":"documentation","name":"ZCL_ORDER","symbol":"SELECT"}.'

/**
 * A keyword alone, as name or as a word that is not in the source, is met so often that it is
 * answered with the way to ask.
 */
async function placeOfWord(
  context: ToolContext,
  object: () => Promise<ObjectRef>,
  where: PositionOptions
): Promise<{ ref: ObjectRef; position: Position }> {
  try {
    const ref = await object()
    return { ref, position: await needPosition(context, { ...where, ref }) }
  } catch (error) {
    if (
      !(error instanceof ToolError) ||
      (error.code !== 'ERP_NOT_FOUND' && error.code !== 'TOOL_SYMBOL_NOT_FOUND')
    ) {
      throw error
    }
    throw new ToolError(error.code, error.message, { ...error.details, remedy: inSource })
  }
}
