/** Prettier and ESLint on the given files: the lint of `npm run test:changed`. */
import { spawnSync } from 'node:child_process'

const files = process.argv.slice(2)
const prettier = ['node_modules/prettier/bin/prettier.cjs', '--check', '--log-level', 'warn']
const eslint = ['node_modules/eslint/bin/eslint.js', '--no-warn-ignored']
const failed = [prettier, eslint].filter(
  command => spawnSync(process.execPath, [...command, ...files], { stdio: 'inherit' }).status !== 0
)
process.exitCode = failed.length === 0 ? 0 : 1
