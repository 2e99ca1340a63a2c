/**
 * The compact list of tools: names, the most useful actions and annotations; `help: true` explains
 * the rest. Its size does not depend on the number of actions.
 */
import type { Action, Tool } from '../define.ts'
import type { ToolListing } from './listing.ts'

const hint = '. args: action, arguments; {"help":true} explains, +N too'

/** Named where a configuration leaves a tool none of the actions that its rows name. */
const fewest = 4

/** The named actions and the number of the others: `syntax unit_test +19`. */
function namedActions(actions: ReadonlyMap<string, Action>): string {
  const all = [...actions.keys()]
  const chosen = all.filter(name => actions.get(name)?.compact === true)
  const named = chosen.length === 0 ? all.slice(0, fewest) : chosen
  const others = all.length - named.length
  return `${actionWords(named)}${others === 0 ? '' : ` +${others}`}`
}

/** Actions in the order of the tool; neighbours with one first word share it: `git_{pull,push}`. */
function actionWords(actions: readonly string[]): string {
  const groups: { readonly head: string; readonly rest: string[] }[] = []
  for (const action of actions) {
    const [, head = '', rest = ''] = /^([a-z0-9]+)_(.+)$/.exec(action) ?? []
    const last = groups.at(-1)
    if (head !== '' && last?.head === head) last.rest.push(rest)
    else groups.push(head === '' ? { head: '', rest: [action] } : { head, rest: [rest] })
  }
  return groups
    .map(({ head, rest }) => {
      const [first = ''] = rest
      if (head === '') return first
      return `${head}_${rest.length === 1 ? first : `{${rest.join()}}`}`
    })
    .join(' ')
}

/**
 * A tool in some 200 bytes. Calls may use everything that the list leaves out.
 * @param first whether it is the first of the list, which explains for all of them how to get more
 */
export function compactListing(tool: Tool, first: boolean): ToolListing {
  const {
    name,
    title,
    actions,
    annotations: { readOnlyHint, destructiveHint }
  } = tool
  const words = actions.has('') ? title : namedActions(actions)
  // Hints that are what a client assumes of a tool without hints are left out.
  const annotations = readOnlyHint ? { readOnlyHint } : { destructiveHint }
  return {
    name,
    description: first ? words + hint : words,
    inputSchema: { type: 'object', properties: { args: { type: 'object' } } },
    ...(readOnlyHint || !destructiveHint ? { annotations } : {})
  }
}

/** The first instruction to a model that has the compact list. */
export const compactInstructions =
  'Tools list their usual actions; +3 counts further ones. Put action and arguments into args; args {"help":true} names all actions of a tool with their arguments, with action it explains those of one.'
