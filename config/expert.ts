/** What the list of `--expert` permits. */

/** What `true` means; every other ability is permitted by its name alone. */
const usual = ['execute', 'debug', 'amdp']

export function expertAbilities(given: readonly string[]): string[] {
  const named = given.filter(ability => ability !== 'true')
  return [...new Set([...(given.includes('true') ? usual : []), ...named])]
}
