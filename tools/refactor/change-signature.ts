/**
 * Changes the signature of a method or function module together with its callers. The ERP offers
 * no such refactoring: the bridge works the calls out from the where-used list.
 */
import { planRename } from '../../erp-client/index.ts'
import type { ObjectRef, Source } from '../../erp-client/index.ts'
import { callAt } from '../abap/call-arguments.ts'
import { signatureAt } from '../abap/signature.ts'
import type { Signature } from '../abap/signature.ts'
import { statements } from '../abap/statements.ts'
import { tokensFrom } from '../abap/tokens.ts'
import { lineAt, lineStarts } from '../abap/units.ts'
import type { ToolContext } from '../call/context.ts'
import type { ToolResult } from '../call/result.ts'
import { badArguments } from '../failure/errors.ts'
import { findPosition } from '../objects/position.ts'
import { readPart } from '../objects/sources.ts'
import { refWords } from '../objects/words.ts'
import { callEdits } from './call-edits.ts'
import type { SignatureChange } from './call-edits.ts'
import { callSitesOf, currentPlace } from './call-sites.ts'
import type { UsedSource } from './call-sites.ts'
import { changeSources } from './change-sources.ts'
import type { Exception } from './changed-source.ts'
import { changedByPlan } from './rename.ts'
import { SourceEdits } from './source-edits.ts'

export interface ParameterOptions {
  readonly name: string
  /** Its name before. */
  readonly was?: string | undefined
  /** What the callers give to it. */
  readonly value?: string | undefined
}

export interface SignatureOptions {
  readonly ref: ObjectRef
  readonly method: string | undefined
  readonly include: string | undefined
  readonly declaration: string
  readonly parameters: readonly ParameterOptions[]
  readonly transport: string | undefined
  readonly dryRun: boolean
  readonly activate: boolean
  readonly confirm: string | undefined
}

/** The declaration as it is, and where. */
interface Declared {
  readonly source: Source
  readonly signature: Signature
  readonly line: number
  readonly column: number
}

/** One declaration and all static calls change together. */
export async function changeSignature(
  context: ToolContext,
  options: SignatureOptions
): Promise<ToolResult> {
  const declared = await declarationOf(context, options)
  const { text, signature: after } = newDeclaration(options, declared)
  const change = changeOf(options, declared.signature, after)
  const name = `${options.ref.name}${options.method === undefined ? '' : `=>${declared.signature.name}`}`
  const edits = new SourceEdits()
  await addRenames(context, { options, declared, change }, edits)
  const { used, exceptions } = await callSitesOf(context, placeOf(options, declared))
  const left = used.flatMap(one => addCalls(one, { change, name: declared.signature.name }, edits))
  const { start, end } = declared.signature
  const before = declared.source.text.slice(start, end)
  if (before !== text) edits.replace(declared.source, { from: start, to: end, after: text })
  return await changeSources(context, {
    title: `changing the signature of ${name}`,
    done: `Changed the signature of ${name}`,
    sources: edits.changed(declared.source),
    exceptions: [...exceptions, ...left],
    transport: options.transport,
    activate: options.activate,
    dryRun: options.dryRun,
    confirm: options.confirm,
    digest: 'optional',
    extent: 'partly',
    by: 'the bridge'
  })
}

async function declarationOf(
  context: ToolContext,
  { ref, method, include }: SignatureOptions
): Promise<Declared> {
  if (ref.type === 'FUNC') {
    const source = await readPart(context, { ref })
    const head = [...statements(source.text)].find(({ words }) => words[0] === 'FUNCTION')
    if (head === undefined) throw badArguments(`${refWords(ref)} has no FUNCTION statement.`)
    const [, name] = tokensFrom(source.text, head.start)
    return declaredAt(source, name?.start ?? head.start)
  }
  if (method === undefined) {
    throw badArguments('`method` is missing.', 'Name the method whose signature changes.')
  }
  const at = await findPosition(context, ref, { method, include })
  const start =
    at === undefined ? -1 : (lineStarts(at.source.text)[at.line - 1] ?? 0) + at.column - 1
  const head = at === undefined ? undefined : statementAt(at.source.text, start)
  if (
    at === undefined ||
    !/^(?:CLASS-)?METHODS$/.test(head?.words[0] ?? '') ||
    head?.words.includes('REDEFINITION')
  ) {
    throw badArguments(
      `${refWords(ref)} does not declare ${method} itself.`,
      'Name the class or interface that declares it.'
    )
  }
  return declaredAt(at.source, start)
}

function statementAt(text: string, at: number) {
  return [...statements(text)].find(({ start, end }) => start <= at && at < end)
}

function declaredAt(source: Source, start: number): Declared {
  const starts = lineStarts(source.text)
  const line = lineAt(starts, start)
  return {
    source,
    signature: signatureAt(source.text, start),
    line,
    column: start - (starts[line - 1] ?? 0) + 1
  }
}

/** The new text from the name on, as the old one stands behind its keyword. */
function newDeclaration(
  { ref, declaration }: SignatureOptions,
  { signature }: Declared
): { readonly text: string; readonly signature: Signature } {
  const given = declaration.trim().replace(/\.$/, '')
  const [keyword, name] = tokensFrom(given, 0)
  const expected = ref.type === 'FUNC' ? /^FUNCTION$/ : /^(?:CLASS-)?METHODS$/
  if (keyword === undefined || name === undefined || !expected.test(keyword.word)) {
    throw badArguments(
      '`declaration` must be the whole new declaration.',
      `For example: ${ref.type === 'FUNC' ? 'FUNCTION' : 'METHODS'} ${signature.name.toLowerCase()} IMPORTING iv_x TYPE i iv_new TYPE i.`
    )
  }
  if (name.word !== signature.name) {
    throw badArguments(
      `\`declaration\` declares ${name.word}, not ${signature.name}.`,
      'Rename it with the action rename.'
    )
  }
  const found = signatureAt(given, name.start)
  if (given.slice(found.end).trim() !== '') {
    throw badArguments('`declaration` must declare one method alone, in one statement.')
  }
  return { text: given.slice(name.start), signature: found }
}

/** Refuses what the parameters do not say clearly: a guess would change callers wrongly. */
function changeOf(
  { parameters }: SignatureOptions,
  before: Signature,
  after: Signature
): SignatureChange {
  const names = (one: Signature) => new Set(one.parameters.map(({ name }) => name))
  const [old, now] = [names(before), names(after)]
  const renamed = new Map<string, string>()
  const values = new Map<string, string>()
  for (const { name, was, value } of parameters) {
    const upper = name.trim().toUpperCase()
    if (!now.has(upper)) throw badArguments(`The declaration has no parameter ${upper}.`)
    if (was !== undefined) {
      const earlier = was.trim().toUpperCase()
      if (!old.has(earlier)) throw badArguments(`There is no parameter ${earlier} now.`)
      if (earlier !== upper) renamed.set(earlier, upper)
    }
    if (value !== undefined) values.set(upper, value.trim())
  }
  const kept = new Set(before.parameters.map(({ name }) => renamed.get(name) ?? name))
  const missing = after.parameters.find(
    ({ name, optional, kind }) =>
      !kept.has(name) &&
      !optional &&
      !values.has(name) &&
      (kind === 'IMPORTING' || kind === 'CHANGING')
  )
  if (missing !== undefined) {
    throw badArguments(
      `${missing.name} is new and needed, and no caller gives it a value.`,
      `Give parameters: [{"name":"${missing.name.toLowerCase()}","value":"…"}] for the callers, or {"name":…,"was":…} where it is renamed, or declare it OPTIONAL.`
    )
  }
  return { before, after, renamed, values }
}

function placeOf({ ref }: SignatureOptions, { source, line, column }: Declared) {
  return ref.type === 'FUNC' ? { ref } : { ref, part: source.part, line, column }
}

interface Renames {
  readonly options: SignatureOptions
  readonly declared: Declared
  readonly change: SignatureChange
}

/** A renamed parameter is renamed by the ERP's refactoring, in all bodies and calls. */
async function addRenames(
  context: ToolContext,
  { options: { ref }, declared, change }: Renames,
  edits: SourceEdits
): Promise<void> {
  const { source, signature } = declared
  const starts = lineStarts(source.text)
  for (const [old, newName] of change.renamed) {
    const token = [...tokensUntil(source.text, signature)].find(
      ({ word }) => word.replace(/^!/, '') === old
    )
    if (token === undefined) continue
    const start = token.end - old.length
    const line = lineAt(starts, start)
    const column = start - (starts[line - 1] ?? 0) + 1
    const plan = await planRename(
      context.erp,
      {
        ref,
        part: source.part,
        line,
        column,
        endColumn: column + old.length,
        newName: newName.toLowerCase()
      },
      context.signal
    )
    const { sources, unfit } = await changedByPlan(context, plan)
    if (unfit.length > 0) {
      throw badArguments('The sources changed while the rename was planned.', 'Repeat the call.')
    }
    for (const one of sources) edits.addLines(one.before, one.edits)
  }
}

function* tokensUntil(text: string, { start, end }: Signature) {
  for (const token of tokensFrom(text, start)) {
    if (token.start >= end) return
    yield token
  }
}

/** Adds the edits of the calls in one source; returns what is left alone. */
function addCalls(
  { source, places }: UsedSource,
  { change, name }: { readonly change: SignatureChange; readonly name: string },
  edits: SourceEdits
): Exception[] {
  const starts = lineStarts(source.text)
  const { ref, part } = source
  const left: Exception[] = []
  for (const place of places) {
    const at = currentPlace(source, place)
    if (at === undefined) {
      const why = 'its draft differs from the active version, whose uses the ERP knows'
      left.push({ ref, part, line: place.line, why })
      continue
    }
    const { line, column } = at
    const start = (starts[line - 1] ?? 0) + column
    const call = callAt(source.text, start)
    if (call === 'none') continue
    const found =
      call === 'unclear' ? 'its call cannot be read' : callEdits(source.text, call, change)
    if (typeof found === 'string') left.push({ ref, part, line, why: found })
    else if (found.length > 0) edits.addPlace(source, found)
  }
  return [...left, ...dynamicCalls(source, name)]
}

/** A literal with the name may be a call by name, which no list of uses has. */
function dynamicCalls({ ref, part, text }: Source, name: string): Exception[] {
  const pattern = new RegExp(`->\\(\\s*['\`]${name.replace(/[^\w]/g, '.')}['\`]`, 'i')
  return text
    .split('\n')
    .flatMap((line, at) =>
      pattern.test(line)
        ? [{ ref, part, line: at + 1, why: 'it is called by its name at runtime' }]
        : []
    )
}
