import { Objects, Statements, Expressions, ABAPObject } from '@abaplint/core'
import type { Repository } from './repository.ts'

/** The programs and function groups that include this one, directly or through other includes; empty for what is no include. */
export function mainPrograms (repository: Repository, id: string): string[] {
  if (!isInclude(repository, id)) return []
  const mains: string[] = []
  const asked = new Set([id])
  const queue = [id]
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    for (const user of repository.freshness.mentioning([nameOf(next)])) {
      if (asked.has(user) || !includes(repository, user, nameOf(next))) continue
      asked.add(user)
      if (isInclude(repository, user)) queue.push(user)
      else mains.push(user)
    }
  }
  return mains
}

function nameOf (id: string): string {
  return id.slice(id.indexOf(' ') + 1)
}

function isInclude (repository: Repository, id: string): boolean {
  const object = repository.object(id)
  return object instanceof Objects.Program && object.isInclude()
}

function includes (repository: Repository, id: string, name: string): boolean {
  repository.refresh([id])
  const object = repository.object(id)
  if (!(object instanceof ABAPObject)) return false
  return object.getABAPFiles().some(file => file.getStatements().some(node => node.get() instanceof Statements.Include &&
    node.findFirstExpression(Expressions.IncludeName)?.concatTokens().toUpperCase() === name))
}
