/** Where programs of one user keep their state. */
import { homedir, platform as platformHere } from 'node:os'
import { join } from 'node:path'

type Environment = Readonly<Record<string, string | undefined>>

/** `erp-bridge` in the state folder of the user, as the platform has it. */
export function stateFolder(
  env: Environment,
  { platform = platformHere(), home = homedir() }: { platform?: string; home?: string } = {}
): string {
  const given = (name: string) => (env[name] === '' ? undefined : env[name])
  if (platform === 'win32') {
    return join(given('LOCALAPPDATA') ?? join(home, 'AppData', 'Local'), 'erp-bridge')
  }
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'erp-bridge')
  return join(given('XDG_STATE_HOME') ?? join(home, '.local', 'state'), 'erp-bridge')
}
