/**
 * The URL of a sibling module, `.ts` when run from source and `.js` when compiled: workers and
 * forks are not rewritten by tsc.
 */
export function sibling(name: string, from: string): URL {
  return new URL(`./${name}${from.endsWith('.ts') ? '.ts' : '.js'}`, from)
}
