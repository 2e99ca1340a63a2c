/** The scopes of a place, and the class that it is in. */
import { ScopeType } from '@abaplint/core'
import type { ABAPObject, ISpaghettiScopeNode, Position } from '@abaplint/core'
import { findDefinition } from './members.ts'
import type { TypeDefinition } from './members.ts'
import type { Repository } from '../repository.ts'
import { parseFileName } from '../files.ts'
import type { ScopeView } from './chain.ts'
import { scopeOwners } from './owners.ts'

function isMainOf(object: ABAPObject, file: string): boolean {
  return object.getMainABAPFile()?.getFilename() === file
}

/**
 * Code in an include outside of every block belongs to the program, whose scope holds positions of
 * its own file only.
 */
function programIn(node: ISpaghettiScopeNode): ISpaghettiScopeNode | undefined {
  if (
    node.getIdentifier().stype === ScopeType.Program ||
    node.getIdentifier().stype === ScopeType.FunctionGroup
  ) {
    return node
  }
  const first = node.getFirstChild()
  return first === undefined ? undefined : programIn(first)
}

function selfOf(repository: Repository, scope: ISpaghettiScopeNode): TypeDefinition | undefined {
  for (
    let node: ISpaghettiScopeNode | undefined = scope;
    node !== undefined;
    node = node.getParent()
  ) {
    const { stype, sname } = node.getIdentifier()
    if (stype === 'class_implementation' || stype === 'class_definition' || stype === 'interface') {
      return findDefinition(repository, scope, sname)
    }
  }
  return undefined
}

/** The scopes of a place in the objects that it is part of. */
export function scopesAt(
  repository: Repository,
  owners: readonly ABAPObject[],
  { file, position }: { readonly file: string; readonly position: Position }
): ISpaghettiScopeNode[] {
  return owners
    .map(object => {
      const scopes = repository.scopes(object)
      return (
        scopes?.lookupPosition(position, file) ??
        (scopes === undefined || isMainOf(object, file) ? undefined : programIn(scopes.getTop()))
      )
    })
    .filter(scope => scope !== undefined)
}

/** The scope of a place and the class it is in. */
export function scopeViewAt(repository: Repository, file: string, position: Position): ScopeView {
  const [scope] = scopesAt(repository, scopeOwners(repository, file), { file, position })
  if (scope !== undefined) return { repository, scope, self: selfOf(repository, scope) }
  const name = parseFileName(file)
  const global =
    name?.type === 'CLAS' ? findDefinition(repository, undefined, name.object) : undefined
  return { repository, scope: undefined, self: global }
}
