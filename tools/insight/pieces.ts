/** The sources that an object consists of: its includes and parts. */
import { isErpError, objectType, readOutline } from '../../erp-client/index.ts'
import type { ObjectRef, OutlineNode, VersionOptions } from '../../erp-client/index.ts'
import { findIncludes } from '../abap/includes.ts'
import type { ToolContext } from '../call/context.ts'
import { ToolError } from '../failure/errors.ts'
import { inParallel } from '../call/parallel.ts'
import { readPart } from '../objects/sources.ts'

/** One source that an object consists of. */
export interface Piece {
  readonly ref: ObjectRef
  readonly part: string
  readonly text: string
  /** How to name it within the object; empty for its main source. */
  readonly label: string
}

export interface Pieces {
  readonly pieces: readonly Piece[]
  readonly missing: readonly string[]
}

const mostPieces = 120
const deepest = 6

/**
 * All sources of an object: the parts of a class, a program or group with its includes and function
 * modules.
 */
export async function piecesOf(
  context: ToolContext,
  ref: ObjectRef,
  version?: VersionOptions
): Promise<Pieces> {
  const parts = Object.keys(objectType(ref.type)?.parts ?? {})
  const own = (
    await inParallel(
      parts,
      async part =>
        await pieceOf(context, { ref, part, label: part === 'main' ? '' : part, version })
    )
  ).filter(piece => piece !== undefined)
  // The error of the first read is the one about the object itself.
  if (own.length === 0) await readPart(context, { ref, version })
  const group = ref.type === 'FUGR' ? ref.name : ref.group
  const modules = ref.type === 'FUGR' ? await modulesOf(context, ref) : []
  const found = new Map<string, Piece>(own.map(piece => [`${piece.ref.name} ${piece.part}`, piece]))
  for (const module of await inParallel(
    modules,
    async one => await pieceOf(context, { ref: one, part: 'main', label: one.name, version })
  )) {
    if (module !== undefined) found.set(module.ref.name, module)
  }
  const missing = await addIncludes(context, { found, group, version })
  return { pieces: [...found.values()], missing }
}

interface PieceOptions {
  readonly ref: ObjectRef
  readonly part: string
  readonly label: string
  readonly version: VersionOptions | undefined
}

async function pieceOf(
  context: ToolContext,
  { ref, part, label, version }: PieceOptions
): Promise<Piece | undefined> {
  try {
    return { ref, part, label, text: (await readPart(context, { ref, part, version })).text }
  } catch (error) {
    if (
      isErpError(error, 'ERP_NOT_FOUND', 'ERP_UNSUPPORTED', 'ERP_BAD_NAME') ||
      (error instanceof ToolError && error.code === 'ERP_NOT_FOUND')
    ) {
      return undefined
    }
    throw error
  }
}

interface Expansion {
  readonly found: Map<string, Piece>
  readonly group: string | undefined
  readonly version: VersionOptions | undefined
}

/** Adds what the sources include, level by level. */
async function addIncludes(
  context: ToolContext,
  { found, group, version }: Expansion
): Promise<string[]> {
  const tried = new Set<string>([...found.values()].map(({ ref }) => ref.name))
  const missing: string[] = []
  let level = [...found.values()]
  for (let depth = 0; depth < deepest && level.length > 0 && found.size < mostPieces; depth++) {
    const named = await findIncludes([level.map(({ text }) => text)], context.signal)
    const names = named.filter(name => !tried.has(name)).slice(0, mostPieces - found.size)
    names.forEach(name => tried.add(name))
    const pieces = await inParallel(
      names,
      async name => await includePiece(context, { name, group, version })
    )
    level = pieces.filter(piece => piece !== undefined)
    level.forEach(piece => found.set(piece.ref.name, piece))
    missing.push(
      ...names.filter(
        (_name, index) => pieces[index] === undefined && !isGenerated(names[index] ?? '')
      )
    )
  }
  return missing
}

async function includePiece(
  context: ToolContext,
  {
    name,
    group,
    version
  }: { name: string; group: string | undefined; version: VersionOptions | undefined }
): Promise<Piece | undefined> {
  const inGroup =
    group === undefined
      ? undefined
      : await pieceOf(context, {
          ref: { type: 'FINC', name, group },
          part: 'main',
          label: name,
          version
        })
  return (
    inGroup ??
    (await pieceOf(context, { ref: { type: 'INCL', name }, part: 'main', label: name, version }))
  )
}

/**
 * The include that only lists the includes of function modules; these are read as function modules.
 */
function isGenerated(name: string): boolean {
  return /UXX$|U\d\d$|V\d\d$/.test(name)
}

async function modulesOf(context: ToolContext, ref: ObjectRef): Promise<ObjectRef[]> {
  try {
    return flatten(await readOutline(context.erp, { ref }, context.signal)).flatMap(node =>
      node.adtType === 'FUGR/FF'
        ? [{ type: 'FUNC', name: node.name.toUpperCase(), group: ref.name }]
        : []
    )
  } catch (error) {
    if (!isErpError(error, 'ERP_NOT_FOUND', 'ERP_UNSUPPORTED', 'ERP_NOT_ACCEPTABLE')) throw error
    return []
  }
}

function flatten(node: OutlineNode): OutlineNode[] {
  return [node, ...node.children.flatMap(flatten)]
}
