/** Finds the uses of a repository object by its name in ABAP, CDS and dictionary sources. */
import { ABAPObject, Position, Statements } from '@abaplint/core'
import type { ABAPFile, ISpaghettiScope, Token } from '@abaplint/core'
import type { FileRange } from '../../types.ts'
import { cdsTokens } from '../check/cds-tokens.ts'
import { parseFileName } from '../files.ts'
import type { Mention, Named, NameOccurrences } from './mentions.ts'
import { namesInCds, namesInTag, nameTag, wordsAround } from './name-spaces.ts'
import type { Repository } from '../repository.ts'
import { declarationPositionOf } from './declaration-positions.ts'

/** One place where something is used. */
export interface Use {
  readonly range: FileRange
}

/** A repository object or function module, looked for by its name. */
export interface Wanted extends Named {
  readonly id: string
}

/**
 * Every mention of the object's name in the role of such a name, in ABAP, CDS and dictionary
 * objects.
 */
export function usesOfName(repository: Repository, wanted: Wanted): Use[] {
  const mentioning = repository.dependencies.mentioning([wanted.name])
  repository.read(mentioning)
  const byOrigin = Map.groupBy(mentioning, id =>
    repository.isLibrary(id) ? ('library' as const) : ('own' as const)
  )
  const candidates = byOrigin.get('own') ?? []
  const occurrences = candidates.flatMap(id => inAbap(repository, id, wanted))
  const declaresOther = ({ id, declares }: FileOccurrences) => declares && id !== wanted.id
  // only where something of the same name is declared, every mention has to be looked up in its
  // scope, which is slow
  const hidden =
    wanted.type !== 'FUNC' &&
    (occurrences.some(declaresOther) ||
      byOrigin.get('library')?.some(id => inAbap(repository, id, wanted).some(declaresOther)) ===
        true)
  if (hidden) repository.refresh(candidates)
  const uses = hidden
    ? candidates.flatMap(id => visible(repository, id, wanted))
    : occurrences.flatMap(entry => entry.mentions.map(mention => useOf(entry, mention)))
  return [...uses, ...candidates.flatMap(id => inOtherSources(repository, id, wanted))]
}

/** How a file of an object mentions and declares a name. */
interface FileOccurrences extends NameOccurrences {
  readonly id: string
  readonly file: ABAPFile
}

function inAbap(repository: Repository, id: string, wanted: Wanted): FileOccurrences[] {
  const object = repository.object(id)
  if (!(object instanceof ABAPObject)) return []
  return object
    .getABAPFiles()
    .map(file => ({ id, file, ...repository.searchCache(file).occurrences(wanted) }))
}

function useOf({ file }: FileOccurrences, { token, column, endColumn }: Mention): Use {
  const row = token.getRow()
  return {
    range: { file: file.getFilename(), startRow: row, startColumn: column, endRow: row, endColumn }
  }
}

/** The mentions in an object that nothing local hides. */
function visible(repository: Repository, id: string, wanted: Wanted): Use[] {
  return inAbap(repository, id, wanted).flatMap(entry => {
    const object = entry.mentions.length === 0 ? undefined : repository.object(id)
    const scopes = object instanceof ABAPObject ? repository.scopes(object) : undefined
    return entry.mentions
      .filter(({ token }) => !isHidden(scopes, entry.file, token, wanted))
      .map(mention => useOf(entry, mention))
  })
}

/** A local type, class or variable of the same name is what a mention means, where there is one. */
function isHidden(
  scopes: ISpaghettiScope | undefined,
  file: ABAPFile,
  token: Token,
  wanted: Wanted
): boolean {
  const node = scopes?.lookupPosition(
    new Position(token.getRow(), token.getStart().getCol()),
    file.getFilename()
  )
  if (node === undefined || wanted.type === 'FUNC') return false
  const local =
    node.findType(wanted.name) ??
    node.findVariable(wanted.name) ??
    node.findClassDefinition(wanted.name) ??
    node.findInterfaceDefinition(wanted.name)
  if (local === undefined) return false
  const spot = declarationPositionOf(local)
  const owner = parseFileName(spot.file)
  // TABLES declares a variable with the name of the table.
  return (
    !(owner !== undefined && `${owner.type} ${owner.object}` === wanted.id) &&
    !isTablesVariable(file, spot.row)
  )
}

function isTablesVariable(file: ABAPFile, row: number): boolean {
  return file
    .getStatements()
    .some(
      node =>
        node.get() instanceof Statements.Tables &&
        node.getFirstToken().getRow() <= row &&
        row <= node.getLastToken().getRow()
    )
}

function inOtherSources(repository: Repository, id: string, wanted: Wanted): Use[] {
  if (id === wanted.id) return []
  const object = repository.object(id)
  return repository.filesOf(id).flatMap(file => {
    if (object instanceof ABAPObject && object.getABAPFileByName(file) !== undefined) return []
    const text = repository.text(file) ?? ''
    if (!text.toUpperCase().includes(wanted.name)) return []
    return file.endsWith('.xml') ? inXml(file, text, wanted) : inCds(file, text, wanted)
  })
}

function inCds(file: string, text: string, { name, type }: Wanted): Use[] {
  const tokens = cdsTokens(text)
  const source = parseFileName(file)?.type ?? ''
  const uses: Use[] = []
  for (const [index, token] of tokens.entries()) {
    if (token.text.toUpperCase() !== name) continue
    if (namesInCds(source, wordsAround(tokens, index))?.has(type) !== true) continue
    uses.push({
      range: {
        file,
        startRow: token.row,
        startColumn: token.column,
        endRow: token.endRow,
        endColumn: token.endColumn
      }
    })
  }
  return uses
}

function inXml(file: string, text: string, { name, type }: Wanted): Use[] {
  const uses: Use[] = []
  for (const [index, line] of text.split('\n').entries()) {
    for (const match of line.matchAll(nameTag)) {
      if (match[1] === undefined || match[2]?.trim().toUpperCase() !== name) continue
      if (namesInTag(match[1], text)?.has(type) !== true) continue
      const column = match.index + match[1].length + 2
      uses.push({
        range: {
          file,
          startRow: index + 1,
          startColumn: column,
          endRow: index + 1,
          endColumn: column + name.length
        }
      })
    }
  }
  return uses
}
