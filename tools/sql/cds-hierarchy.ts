/** Reads the source of a CDS hierarchy, whose additions are too many to know them all. */
import type { CdsCursor } from './cds-cursor.ts'
import { noteSteps, readSteps } from './cds-expressions.ts'
import { newBranch, readElements } from './cds-select.ts'
import type { CdsBranch } from './cds-select.ts'

/** `parent child hierarchy( source S child to parent association _P start where … ) { … }`. */
export function readHierarchy(cursor: CdsCursor): CdsBranch[] {
  const branch = newBranch()
  cursor.expect('PARENT', 'CHILD', 'HIERARCHY')
  cursor.expect('(')
  cursor.expect('SOURCE')
  const [name = '', ...path] = readSteps(cursor, branch.steps)
  for (const step of path) branch.steps.inner.add(step)
  branch.sources.push({ name, alias: name })
  readAdditions(cursor, branch)
  readElements(cursor, branch)
  return [branch]
}

const unexpected = new Set(['{', '}', ';', '[', ']', '@'])

/**
 * Up to the closing bracket. Each name may be an association: one that is none is found nowhere.
 */
function readAdditions(cursor: CdsCursor, branch: CdsBranch): void {
  while (!cursor.take(')')) {
    if (cursor.take('(')) {
      cursor.nested(() => {
        readAdditions(cursor, branch)
      })
    } else if (cursor.seesName()) {
      const path = readSteps(cursor, branch.steps)
      noteSteps(path.slice(0, -1), branch.steps)
      branch.possibleAssociations.add(path.at(-1) ?? '')
    } else {
      if (cursor.seesOneOf(unexpected) || cursor.sees('SOURCE')) {
        throw cursor.error('the source of a hierarchy does not end')
      }
      cursor.next()
    }
  }
}
