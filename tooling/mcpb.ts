/**
 * `npm run mcpb [FILE]`: a bundle that desktop clients install with one click (`erp-bridge.mcpb` if
 * left out). It holds the bridge for stdio and the packages it needs, as the lock file names them;
 * the sandbox stays out.
 */
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { packExtension, validateManifest } from '@anthropic-ai/mcpb/cli'

const root = fileURLToPath(new URL('..', import.meta.url))
const output = resolve(process.argv[2] ?? 'erp-bridge.mcpb')
const folder = mkdtempSync(join(tmpdir(), 'erp-bridge-mcpb-'))

interface Locked {
  readonly dependencies?: Readonly<Record<string, string>>
}

try {
  execFileSync(process.execPath, ['tooling/build.ts', '--packed', join(folder, 'dist')], {
    cwd: root,
    stdio: 'inherit'
  })
  cpSync(join(root, 'LICENSE'), join(folder, 'LICENSE'))
  cpSync(join(root, 'docs/licences.md'), join(folder, 'LICENCES.md'))
  cpSync(join(root, 'deploy/mcpb/manifest.json'), join(folder, 'manifest.json'))
  const {
    scripts: _scripts,
    devDependencies: _dev,
    workspaces: _workspaces,
    optionalDependencies: _optional,
    bundleDependencies: _bundled,
    ...description
  } = read('package.json')
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(description, undefined, 2)}\n`)
  for (const path of neededPackages()) {
    cpSync(join(root, path), join(folder, path), {
      recursive: true,
      filter: source => !source.slice(join(root, path).length).includes('node_modules')
    })
  }
  if (
    !validateManifest(join(folder, 'manifest.json')) ||
    !(await packExtension({ extensionPath: folder, outputPath: output, silent: true }))
  ) {
    throw new Error('the bundle could not be packed')
  }
  process.stdout.write(`${output}\n`)
} finally {
  rmSync(folder, { recursive: true, force: true })
}

function read(path: string): Record<string, unknown> {
  return JSON.parse(readFileSync(join(root, path), 'utf8')) as Record<string, unknown>
}

/**
 * The folders of all packages that the bridge needs at run time, each where the lock file puts it.
 */
function neededPackages(): Set<string> {
  const locked = read('package-lock.json')['packages'] as Record<string, Locked>
  const needed = new Set<string>()
  const add = (from: string): void => {
    for (const name of Object.keys(locked[from]?.dependencies ?? {})) {
      const path = placeOf(name, from, locked)
      if (path === undefined || needed.has(path) || !existsSync(join(root, path))) {
        continue
      }
      needed.add(path)
      add(path)
    }
  }
  add('')
  return needed
}

/** As Node looks for a package: beside the package that imports it, then further up. */
function placeOf(
  name: string,
  from: string,
  locked: Readonly<Record<string, Locked>>
): string | undefined {
  for (let at = from; at !== ''; at = at.slice(0, Math.max(0, at.lastIndexOf('/node_modules/')))) {
    const path = `${at}/node_modules/${name}`
    if (locked[path] !== undefined) return path
  }
  return locked[`node_modules/${name}`] === undefined ? undefined : `node_modules/${name}`
}
