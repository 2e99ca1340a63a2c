/** The calls from and to the blocks of an object. */
import { isErpError } from '../../erp-client/index.ts'
import type { ObjectRef } from '../../erp-client/index.ts'
import type { Call } from '../abap/calls.ts'
import type { ToolContext } from '../call/context.ts'
import { badArguments } from '../failure/errors.ts'
import { findPosition } from '../objects/position.ts'
import { snippetsOf, usesOf } from '../navigate/references.ts'
import { locateUnit } from '../objects/sources.ts'
import { count, refWords, systemWords } from '../objects/words.ts'
import { findCallsOf } from './blocks.ts'
import { pack } from './budget.ts'
import { objectsNamed } from './contracts.ts'
import { piecesOf } from './pieces.ts'
import type { Piece } from './pieces.ts'

const mostBlocks = 60

export interface CallGraphOptions {
  readonly ref: ObjectRef
  readonly method?: string | undefined
  readonly depth: number
  readonly bytes: number
}

/**
 * What a block calls, level by level, and who calls it. Calls on objects whose class the source
 * does not name are marked as such.
 */
export async function callGraph(
  context: ToolContext,
  { ref, method, depth, bytes }: CallGraphOptions
): Promise<string> {
  if (method === undefined && ref.type !== 'FUNC') {
    throw badArguments(
      '`method` is missing.',
      'Name the METHOD, FORM or FUNCTION the graph begins at; ERPContext overview shows the calls of a whole program.'
    )
  }
  const wanted = method ?? ref.name
  // Throws with the blocks that there are where it does not exist.
  await locateUnit(context, { ref }, wanted)
  const walk = await walkFrom(context, { ref, wanted, depth })
  const callers = await callersOf(context, ref, wanted)
  const head = [
    `${systemWords(context.erp)} · call graph of ${refWords(ref)} ${wanted.toUpperCase()} · ${count(walk.lines.length, 'call')} down to depth ${depth}${walk.cut ? `, cut at ${mostBlocks} blocks` : ''}`,
    ...callers,
    'calls:'
  ]
  return pack(
    head,
    walk.lines.map(line => ({ brief: line, full: line })),
    bytes
  ).text
}

interface Step {
  readonly ref: ObjectRef
  readonly wanted: string
  readonly depth: number
  readonly indent: number
}
interface Walk {
  readonly lines: string[]
  cut: boolean
}

async function walkFrom(context: ToolContext, start: Omit<Step, 'indent'>): Promise<Walk> {
  const walk: Walk = { lines: [], cut: false }
  const sources = new Map<string, Promise<readonly Piece[]>>()
  const seen = new Set<string>()
  const pieces = async (ref: ObjectRef) => {
    const key = refWords(ref)
    const known = sources.get(key) ?? piecesOf(context, ref).then(all => all.pieces)
    sources.set(key, known)
    return await known
  }
  const visit = async ({ ref, wanted, depth, indent }: Step): Promise<void> => {
    const key = `${refWords(ref)} ${wanted.toUpperCase()}`
    if (seen.has(key) || depth === 0) return
    if (seen.size >= mostBlocks) {
      walk.cut = true
      return
    }
    seen.add(key)
    const all = await pieces(ref)
    for (const { call, label } of await findCallsOf([all, wanted], context.signal)) {
      const next = await targetOf(context, ref, call)
      const name =
        call.kind === 'dynamic'
          ? `DYNAMIC ${call.name}`
          : `${next === undefined ? (call.owner === undefined ? '' : `${call.owner}=>`) : next.name === ref.name ? '' : `${refWords(next)} `}${call.name}`
      const unknown =
        call.kind === 'method' && next === undefined && call.owner === undefined
          ? ' (class not told by the source)'
          : ''
      walk.lines.push(
        `${'  '.repeat(indent)}${call.kind === 'method' || call.kind === 'dynamic' ? '' : `${call.kind} `}${name}  ${label}${call.line}${unknown}`
      )
      if (next !== undefined) {
        await visit({ ref: next, wanted: call.name, depth: depth - 1, indent: indent + 1 })
      }
    }
  }
  await visit({ ...start, indent: 0 })
  return walk
}

async function targetOf(
  context: ToolContext,
  from: ObjectRef,
  call: Call
): Promise<ObjectRef | undefined> {
  if (call.kind === 'form' || call.owner === 'ME' || call.owner === 'SUPER') {
    return call.kind === 'form' && call.owner !== undefined
      ? { type: 'PROG', name: call.owner }
      : from
  }
  try {
    if (call.kind === 'function') {
      return (await objectsNamed(context, call.name, type => type === 'FUNC'))[0]
    }
    if (call.kind === 'program') {
      return (await objectsNamed(context, call.name, type => type === 'PROG'))[0]
    }
    return call.owner === undefined
      ? undefined
      : (await objectsNamed(context, call.owner, type => type === 'CLAS' || type === 'INTF'))[0]
  } catch (error) {
    if (!isErpError(error)) throw error
    context.signal.throwIfAborted()
    return undefined
  }
}

/** The calls of a block come from sources; who calls it only a where-used list can tell. */
async function callersOf(context: ToolContext, ref: ObjectRef, wanted: string): Promise<string[]> {
  try {
    return await listedCallers(context, ref, wanted)
  } catch (error) {
    if (!isErpError(error, 'ERP_UNSUPPORTED')) throw error
    return [
      'called from: this release has no where-used list; ERPSearch kind source with a package finds the name in sources'
    ]
  }
}

async function listedCallers(
  context: ToolContext,
  ref: ObjectRef,
  wanted: string
): Promise<string[]> {
  const position =
    ref.type === 'FUNC' ? undefined : await findPosition(context, ref, { method: wanted })
  const uses = await usesOf(context, ref, position)
  const snippets = await snippetsOf(context, uses.slice(0, callersShown))
  // The list counts a declaration and an implementation as uses too; neither is a call.
  const callers = uses
    .slice(0, callersShown)
    .map(use => ({
      use,
      all: snippets.get(use) ?? [],
      lines: (snippets.get(use) ?? []).filter(({ text }) => !declares.test(text))
    }))
    .filter(({ all, lines }) => all.length === 0 || lines.length > 0)
  const more = uses.length - Math.min(uses.length, callersShown)
  return [
    `called from ${count(
      callers.reduce((sum, { lines }) => sum + Math.max(1, lines.length), 0),
      'place'
    )}${more === 0 ? '' : `, and ${count(more, 'more user')}`}${callers.length === 0 ? '' : ':'}`,
    ...callers.map(
      ({ use, lines }) =>
        `  ${use.ref === undefined ? use.name : refWords(use.ref)}${use.part === undefined || use.part === 'main' ? '' : ` ${use.part}`}${lines
          .slice(0, 2)
          .map(({ line, text }) => `  ${line ?? ''}: ${text.trim().slice(0, 120)}`)
          .join('')}`
    )
  ]
}

const callersShown = 20
const declares = /^\s*(?:METHODS?|CLASS-METHODS|FORM|FUNCTION|MODULE|ALIASES|INTERFACES)\b/i
