/** What this build calls itself. */
import { createRequire } from 'node:module'
import type { Environment } from './config.ts'

/**
 * Version, and where known commit and date of the build. An image build states them in BUILD_INFO, separated by blanks; a compiled
 * package is a release and has its package's version; a checkout has none and is `dev`.
 */
export function versionOf (env: Environment, moduleUrl: string = import.meta.url): string {
  const stated = (env['BUILD_INFO'] ?? '').trim().split(/\s+/).filter(Boolean)
  const [version, ...details] = stated
  if (version !== undefined) return details.length === 0 ? version : `${version} (${details.join(', ')})`
  if (moduleUrl.endsWith('.ts')) return 'dev'
  const manifest = createRequire(moduleUrl)('erp-bridge/package.json') as { version: string }
  return manifest.version
}
