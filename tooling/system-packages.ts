/**
 * `npm run test:system` first installs the Debian packages its tests use, where they are missing.
 */
import { execFileSync, spawnSync } from 'node:child_process'

/** By a command, or a path where a package brings none. */
const PACKAGES: Readonly<Record<string, string>> = {
  chromium: 'chromium',
  curl: 'curl',
  nginx: 'nginx-light',
  openssl: 'openssl',
  'redis-server': 'redis-server',
  '/usr/lib/postgresql': 'postgresql',
  tinyproxy: 'tinyproxy-bin',
  go: 'golang-go',
  '/usr/share/gocode/src/github.com/Masterminds/sprig': 'golang-github-masterminds-sprig-dev',
  '/usr/share/gocode/src/gopkg.in/yaml.v3': 'golang-gopkg-yaml.v3-dev'
}

const missing = Object.entries(PACKAGES)
  .filter(
    ([command]) =>
      spawnSync('sh', [
        '-c',
        `command -v ${command} || test -x /usr/sbin/${command} || test -d ${command}`
      ]).status !== 0
  )
  .map(([, name]) => name)
if (missing.length > 0) {
  const sudo = process.getuid?.() === 0 ? [] : ['sudo', '-n']
  const apt = (...args: string[]) => {
    const [command, ...rest] = [...sudo, 'apt-get', ...args]
    execFileSync(command ?? 'apt-get', rest, {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    })
  }
  console.log(`Installing ${missing.join(', ')} with apt-get`)
  apt('update', '-qq')
  apt('install', '-y', '-qq', '--no-install-recommends', ...missing)
}
