/** Code completion: ranked proposals for the text before the cursor. */
import { BasicTypes, Objects, Position } from '@abaplint/core'
import type { FileProposal, RepositoryFile } from '../../types.ts'
import { chainAtEnd, definitionOf, resolveChain, structureOf } from './chain.ts'
import type { ScopeView } from './chain.ts'
import { objectId, parseFileName } from '../files.ts'
import { enterProgram, programsInView } from '../includes.ts'
import { KEYWORDS } from '../format/keywords.ts'
import { allMembers, findDefinition, signatureOf, typeText } from './members.ts'
import type { Member, TypeDefinition } from './members.ts'
import { proposeByStatement, suppliableParameters } from './proposals.ts'
import type { Proposal } from './proposals.ts'
import type { Repository } from '../repository.ts'
import { completionContextAt, withoutStatement } from './completion-context.ts'
import type { CompletionContext } from './completion-context.ts'
import { scopeViewAt } from './scopes.ts'
import { builtins } from './builtins.ts'

export interface PlaceRequest {
  readonly file: string
  readonly row: number
  readonly column: number
  readonly overlay: readonly RepositoryFile[]
  readonly main?: string | undefined
}

const MAX_PROPOSALS = 200

/**
 * Proposals for what is being typed at a place, those that begin with the prefix, the nearest
 * first.
 */
export function complete(
  repository: Repository,
  { file, row, column, overlay, main }: PlaceRequest
): FileProposal[] {
  enterProgram(repository, { file, overlay, main })
  const source = repository.text(file)?.replaceAll('\r\n', '\n')
  if (source === undefined || parseFileName(file)?.extension !== 'abap') return []
  const context = completionContextAt(source, row, column)
  if (context === undefined) return []
  repository.enter(
    [
      ...overlay.filter(entry => entry.name !== file),
      { name: file, text: withoutStatement(source, context) }
    ],
    repository.main()
  )
  const id = objectId(file)
  repository.refresh([id, ...programsInView(repository, id)])
  const view = scopeViewAt(repository, file, rowColumn(source, context.start))
  return ranked(proposalsFor(view, context), context)
}

function rowColumn(source: string, offset: number): Position {
  const before = source.slice(0, offset).split('\n')
  return new Position(before.length, (before.at(-1)?.length ?? 0) + 1)
}

function proposalsFor(view: ScopeView, context: CompletionContext): Proposal[] {
  if (context.operator !== '') return afterOperator(view, context)
  return (
    proposeByStatement(view, context) ?? [
      ...suppliableParameters(view, context),
      ...variables(view),
      ...ownMembers(view),
      ...builtins(),
      ...globals(view, context),
      ...keywords(context)
    ]
  )
}

function afterOperator(view: ScopeView, { before, operator }: CompletionContext): Proposal[] {
  const links = chainAtEnd(before)
  if (operator === '~') return interfaceMembers(view, links.at(-1)?.name ?? '') ?? []
  const end = resolveChain(view, links, operator)
  if (end === undefined) return []
  const definition = operator === '-' ? undefined : definitionOf(view, end)
  if (definition !== undefined) return memberProposals(view, definition, operator === '=>')
  const structure = structureOf(
    operator === '->' && end.type instanceof BasicTypes.DataReference
      ? end.type.getType()
      : operator === '-'
        ? end.type
        : undefined
  )
  return (
    structure?.getComponents().map(({ name, type }) => ({
      name,
      kind: 'component',
      detail: type.toText(0).replaceAll('```', '')
    })) ?? []
  )
}

function interfaceMembers(view: ScopeView, name: string): Proposal[] | undefined {
  const definition = findDefinition(view.repository, view.scope, name)
  return definition === undefined ? undefined : memberProposals(view, definition, undefined)
}

/** Components that can be used here: by visibility, and static ones only after `=>`. */
function memberProposals(
  view: ScopeView,
  definition: TypeDefinition,
  isStatic: boolean | undefined
): Proposal[] {
  return allMembers(view.repository, view.scope, definition)
    .filter(
      member => isStatic === undefined || (isStatic ? member.isStatic : member.kind !== 'type')
    )
    .filter(
      member =>
        member.kind !== 'event' &&
        member.name !== 'CONSTRUCTOR' &&
        member.name !== 'CLASS_CONSTRUCTOR' &&
        isVisible(view, definition, member)
    )
    .map(memberProposal)
}

function isVisible(
  { repository, scope, self }: ScopeView,
  definition: TypeDefinition,
  { visibility, owner }: Member
): boolean {
  if (visibility === 'public') return true
  if (self === undefined) return false
  const own = self.getName().toUpperCase()
  if (own === owner || own === definition.getName().toUpperCase()) return true
  return (
    visibility === 'protected' &&
    allMembers(repository, scope, self).some(member => member.owner === owner)
  )
}

export function memberProposal(member: Member): Proposal {
  const detail =
    member.method !== undefined
      ? signatureOf(member.method)
      : member.typed === undefined
        ? ''
        : typeText(member.typed)
  return {
    name: member.name,
    kind: member.kind,
    detail,
    visibility: member.visibility,
    inherited: member.inherited,
    ...(member.method === undefined ? {} : { method: member.method })
  }
}

function variables({ scope }: ScopeView): Proposal[] {
  const found: Proposal[] = []
  for (let node = scope; node !== undefined; node = node.getParent()) {
    const { stype } = node.getIdentifier()
    if (stype === '_builtin' || stype === '_global') continue
    for (const [name, typed] of Object.entries(node.getData().vars)) {
      const isParameter = typed
        .getMeta()
        .some(meta => /^(importing|exporting|changing|returning|form_parameter)/.test(meta))
      found.push({
        name: name.toUpperCase(),
        kind: isParameter ? 'parameter' : 'variable',
        detail: typeText(typed)
      })
    }
  }
  return [...found, { name: 'SY-SUBRC', kind: 'variable', detail: 'i' }]
}

function ownMembers(view: ScopeView): Proposal[] {
  return view.self === undefined ? [] : memberProposals(view, view.self, undefined)
}

/** Classes and interfaces, for static components; only with a prefix, because there are many. */
function globals({ repository }: ScopeView, { prefix }: CompletionContext): Proposal[] {
  if (prefix === '') return []
  const found: Proposal[] = []
  for (const type of ['CLAS', 'INTF'] as const) {
    for (const object of repository.registry.getObjectsByType(type)) {
      if (object instanceof Objects.Class || object instanceof Objects.Interface) {
        found.push({
          name: object.getName(),
          kind: type === 'CLAS' ? 'class' : 'interface',
          detail: object.getDescription() ?? ''
        })
      }
    }
  }
  return found
}

function keywords({ before, prefix }: CompletionContext): Proposal[] {
  return before.trim() === '' && prefix !== ''
    ? KEYWORDS.map(name => ({ name, kind: 'keyword', detail: 'statement' }))
    : []
}

function ranked(proposals: readonly Proposal[], { prefix }: CompletionContext): FileProposal[] {
  const wanted = prefix.toUpperCase()
  const seen = new Set<string>()
  const found: FileProposal[] = []
  for (const { method, ...proposal } of proposals) {
    const name = proposal.name.toUpperCase()
    if (!name.startsWith(wanted) || seen.has(name)) continue
    seen.add(name)
    found.push({
      ...proposal,
      name,
      prefixLength: prefix.length,
      insert: insertion(proposal, method)
    })
    if (found.length === MAX_PROPOSALS) break
  }
  return found
}

/** A call with its mandatory parameters, ready to be filled in. */
function insertion({ name, kind }: Omit<Proposal, 'method'>, method: Proposal['method']): string {
  const written = kind === 'keyword' ? name : name.toLowerCase()
  if (kind === 'builtin') return `${written}( )`
  if (method === undefined) return written
  const parameters = method.getParameters()
  const given = parameters
    .getRequiredParameters()
    .map(parameter => `${parameter.getName().replace('!', '').toLowerCase()} = `)
  const needsName =
    given.length > 1 || parameters.getExporting().length > 0 || parameters.getChanging().length > 0
  return needsName ? `${written}( ${given.join(' ')})` : `${written}( )`
}
