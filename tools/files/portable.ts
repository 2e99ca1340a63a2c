/** Names that not every file system can have. */

/** Names of devices, which Windows has in every folder and with every ending. */
const reserved = /^(?:con|prn|aux|nul|com[1-9¹²³]|lpt[1-9¹²³])(?:\..*)?$/i
const forbidden = /[<>:"|?*\\\p{Cc}]/u

/** Why Windows cannot have a path; undefined where it can. */
export function windowsFault(path: string): string | undefined {
  for (const segment of path.split('/')) {
    if (segment === '') continue
    if (reserved.test(segment)) return `${segment} is the name of a device on Windows`
    if (forbidden.test(segment)) return `${segment} has a character that Windows does not allow`
    if (/[. ]$/.test(segment)) return `${segment} ends with a full stop or a space`
  }
  return undefined
}

/** Pairs of paths that differ in upper and lower case only. */
export function caseCollisions(paths: Iterable<string>): readonly (readonly [string, string])[] {
  const seen = new Map<string, string>()
  const found: (readonly [string, string])[] = []
  for (const path of paths) {
    const key = path.toLowerCase()
    const other = seen.get(key)
    if (other === undefined) seen.set(key, path)
    else if (other !== path) found.push([other, path])
  }
  return found
}
