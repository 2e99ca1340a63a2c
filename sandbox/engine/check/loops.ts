/** Checks that CONTINUE stands in a loop. */
import { Statements } from '@abaplint/core'
import type { ABAPFile } from '@abaplint/core'
import type { FileMessage } from '../../types.ts'
import { error, rangeOfNode } from '../ranges.ts'

const RULE = 'loops'

/** The loops, by the names of the parser's statement classes. */
const OPENS = new Set([
  'Do',
  'While',
  'Loop',
  'LoopAtScreen',
  'LoopExtract',
  'SelectLoop',
  'WithLoop',
  'Provide'
])
const CLOSES = new Set(['EndDo', 'EndWhile', 'EndLoop', 'EndSelect', 'EndWith', 'EndProvide'])
/**
 * The blocks are known to be closed in pairs. A source that includes others may have its loops
 * there.
 */
export function checkLoops(file: ABAPFile): FileMessage[] {
  const statements = file.getStatements()
  if (statements.some(node => node.get() instanceof Statements.Include)) return []
  let open = 0
  return statements.flatMap(node => {
    const name = node.get().constructor.name
    if (OPENS.has(name)) open++
    else if (CLOSES.has(name)) open--
    if (!(node.get() instanceof Statements.Continue) || open > 0) return []
    const text = '"CONTINUE" is allowed only in loops.'
    return [error(rangeOfNode(file.getFilename(), node), RULE, text)]
  })
}
