/** Checks that what belongs to loops stands in them, and that groups are those of a loop. */
import { Statements } from '@abaplint/core'
import type { ABAPFile, Nodes } from '@abaplint/core'
import type { FileMessage } from '../../types.ts'
import { nameIn } from '../../grammar/typed-statements.ts'
import { error, rangeOfNode, rangeOfToken } from '../ranges.ts'

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
/** What stands in loops alone, with the words that name it. */
const IN_LOOPS: Readonly<Record<string, string>> = {
  At: 'AT',
  AtFirst: 'AT FIRST',
  AtLast: 'AT LAST',
  Continue: 'CONTINUE',
  Sum: 'SUM'
}

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
    const words = open > 0 ? undefined : IN_LOOPS[name]
    if (words === undefined) return []
    const text = `"${words}" is allowed only in loops.`
    return [error(rangeOfNode(file.getFilename(), node), RULE, text)]
  })
}

/** `… GROUP BY … INTO DATA(name)`, `… ASSIGNING FIELD-SYMBOL(<name>)`, `FOR GROUPS name OF`. */
const GROUP =
  /\bINTO (?:(?:DATA|FINAL)\()?([\w-]+)|\bASSIGNING (?:FIELD-SYMBOL\()?(<\w+>)|\bFOR GROUPS (<?\w+>?) OF/gi

/** LOOP AT GROUP goes through a group that a loop with GROUP BY has made. */
export function checkGroups(file: ABAPFile): FileMessage[] {
  const statements = file.getStatements()
  if (statements.some(node => node.get() instanceof Statements.Include)) return []
  const loops = statements.filter(node => node.get() instanceof Statements.Loop)
  const uses = loops.flatMap(node => groupOf(node) ?? [])
  if (uses.length === 0) return []
  const texts = statements.map(node => node.concatTokens()).filter(text => /GROUPS? /i.test(text))
  const known = new Set(
    texts.flatMap(text =>
      [...text.replaceAll('!', '').matchAll(GROUP)].map(([, into, assigned, group]) =>
        (into ?? assigned ?? group ?? '').toUpperCase()
      )
    )
  )
  return uses
    .filter(token => !known.has(nameIn(token).toUpperCase()))
    .map(token => {
      const text = `"${nameIn(token)}" is not the group of a loop with GROUP BY.`
      return error(rangeOfToken(file.getFilename(), token), RULE, text)
    })
}

function groupOf(node: Nodes.StatementNode) {
  const [, , group, name, next] = node.getTokens()
  const isGroup = group?.getStr().toUpperCase() === 'GROUP' && !/^[-=[(]/.test(next?.getStr() ?? '')
  return isGroup ? name : undefined
}
