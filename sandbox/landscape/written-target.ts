/** Where a system of a written systems file is, and how to log on there. */
import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { UsageError } from '../command-io.ts'
import type { CommandIo } from '../command-io.ts'
import type { ControlTarget } from './control-client.ts'

type Entry = Readonly<Record<string, unknown>>

/** @throws UsageError with what is wrong, and what to give instead */
export function writtenTarget(file: string, name: string, env: CommandIo['env']): ControlTarget {
  const entry = entryIn(file, name)
  const { url, user } = entry
  if (typeof url !== 'string' || !URL.canParse(url) || typeof user !== 'string') {
    throw new UsageError(
      `${file} gives system ${name} no url and user; give the file of --write-systems-file`
    )
  }
  return { url, user, password: passwordOf(entry, { file, name, env }) }
}

function entryIn(file: string, name: string): Entry {
  const systems = membersOf(membersOf(parsed(file))['systems'])
  const entry = Object.hasOwn(systems, name) ? systems[name] : undefined
  if (entry !== undefined) return membersOf(entry)
  const known = Object.keys(systems)
  throw new UsageError(
    known.length === 0
      ? `${file} has no systems; give the file of --write-systems-file`
      : `--system ${name} is not in ${file}; give one of ${known.join(', ')}`
  )
}

function parsed(file: string): unknown {
  const text = textOf(file)
  try {
    return JSON.parse(text)
  } catch {
    throw new UsageError(`${file} is not JSON; give the file of --write-systems-file`)
  }
}

function membersOf(value: unknown): Entry {
  return typeof value === 'object' && value !== null ? (value as Entry) : {}
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    const { code = 'unknown error' } = error as NodeJS.ErrnoException
    throw new UsageError(`${file} cannot be read (${code}); check path and permissions`)
  }
}

interface PasswordPlace {
  readonly file: string
  readonly name: string
  readonly env: CommandIo['env']
}

function passwordOf(
  { passwordFile, password: reference }: Entry,
  { file, name, env }: PasswordPlace
): string {
  if (typeof passwordFile === 'string') {
    return textOf(resolve(dirname(file), passwordFile)).replace(/\r?\n$/, '')
  }
  const variable = membersOf(reference)['env']
  const password = typeof variable === 'string' ? env[variable] : undefined
  if (password !== undefined && password !== '') return password
  throw new UsageError(
    typeof variable === 'string'
      ? `the password of system ${name} is not set; give it in the variable ${variable}`
      : `${file} gives system ${name} no passwordFile; give the file of --write-systems-file`
  )
}
