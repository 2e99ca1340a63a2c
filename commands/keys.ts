/** `erp-bridge keys`: makes named keys and denials in the file of `--api-keys-file`. */
import { chmodSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { ConfigError } from '../config/config.ts'
import { makeKey, readKeysFile } from '../plugins/auth/named-keys.ts'
import type { KeysFile, NamedKey } from '../plugins/auth/named-keys.ts'
import type { CommandIo } from './command.ts'

const help = `Usage: erp-bridge keys create --file FILE --name NAME [--owner WHO] [--scopes read,write,admin] [--expires DATE|90d]
                              [--packages 'Z*,$TMP'] [--systems 'dev,qa*'] [--erp-user USER] [--approve]
       erp-bridge keys list   --file FILE
       erp-bridge keys remove --file FILE --name NAME
       erp-bridge keys deny   --file FILE --identity WHO     a user name, an identity or the token fingerprint of a log line
       erp-bridge keys allow  --file FILE --identity WHO     takes a denial back

--approve lets the key decide about changes of others that wait for an approval; without --scopes it can do nothing else.
A running bridge with --api-keys-file FILE notices every change within 5 seconds. A new key is shown once; the file has its hash.`

interface Options {
  readonly file: string
  readonly values: Readonly<Record<string, string | undefined>>
  readonly approve: boolean
}
type Action = (options: Options, io: CommandIo) => void

const actions: Readonly<Record<string, Action>> = { create, list, remove, deny, allow }

export async function run(argv: readonly string[], io: CommandIo): Promise<number> {
  const [name = '', ...rest] = argv
  if (['', '--help', '-h'].includes(name) || rest.includes('--help')) {
    io.say(help)
    return name === '' ? 1 : 0
  }
  const action = Object.hasOwn(actions, name) ? actions[name] : undefined
  if (action === undefined) {
    throw new ConfigError([
      `keys ${name} is unknown; give create, list, remove, deny or allow (see erp-bridge keys --help)`
    ])
  }
  action(readOptions(rest), io)
  return 0
}

function readOptions(args: readonly string[]): Options {
  const text = { type: 'string' } as const
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        file: text,
        name: text,
        owner: text,
        scopes: text,
        expires: text,
        packages: text,
        systems: text,
        'erp-user': text,
        identity: text,
        approve: { type: 'boolean' }
      }
    })
    const { approve = false, ...texts } = values
    return { file: texts.file ?? need('file'), values: texts, approve }
  } catch (error) {
    if (error instanceof ConfigError) throw error
    throw new ConfigError([
      `${(error as Error).message.replace(/\.?$/, '')} (see erp-bridge keys --help)`
    ])
  }
}

function need(flag: string): never {
  throw new ConfigError([`--${flag} is missing (see erp-bridge keys --help)`])
}

function create({ file, values, approve }: Options, io: CommandIo): void {
  const content = read(file, true)
  const { key, hash } = makeKey()
  const { name = need('name'), owner, expires, packages, systems } = values
  const { scopes = approve ? '' : 'read' } = values
  const entry: NamedKey = {
    name,
    ...(owner === undefined ? {} : { owner }),
    hash,
    scopes: (scopes === '' ? [] : scopes.split(',')) as NamedKey['scopes'],
    ...(approve ? { approve } : {}),
    ...(expires === undefined ? {} : { expires: endOf(expires) }),
    ...(packages === undefined ? {} : { packages: packages.split(',') }),
    ...(systems === undefined ? {} : { systems: systems.split(',').map(one => one.trim()) }),
    ...(values['erp-user'] === undefined ? {} : { erpUser: values['erp-user'] })
  }
  write(file, { ...content, keys: [...content.keys, entry] })
  io.say(key)
  io.warn(
    `The key ${name} (${rightsOf(entry)}) is in ${file} as a hash. Keep the line above: it cannot be shown again.`
  )
}

function rightsOf({ scopes, approve }: NamedKey): string {
  return [...scopes, ...(approve === true ? ['approve'] : [])].join(',')
}

/** `90d`, or a date. */
function endOf(text: string): string {
  const days = /^([1-9]\d{0,3})d$/.exec(text)?.[1]
  const time = days === undefined ? Date.parse(text) : Date.now() + Number(days) * 86_400_000
  if (Number.isNaN(time)) {
    throw new ConfigError([`--expires ${text} is not a date; give for example 2027-06-30 or 90d`])
  }
  if (time <= Date.now()) {
    throw new ConfigError([`--expires ${text} is in the past; give a later time, for example 90d`])
  }
  return new Date(time).toISOString()
}

function list({ file }: Options, io: CommandIo): void {
  const { keys, denied } = read(file, false)
  for (const key of keys) {
    const { name, owner = '-', expires = 'no end', packages = [], systems, erpUser } = key
    const ended = Date.parse(expires) <= Date.now() ? ' ENDED' : ''
    io.say(
      [
        name,
        owner,
        rightsOf(key),
        `${expires}${ended}`,
        packages.join(',') || 'all packages',
        ...(systems === undefined ? [] : [`systems ${systems.join(',')}`]),
        ...(erpUser === undefined ? [] : [`ERP user ${erpUser}`])
      ].join('  ')
    )
  }
  for (const identity of denied) io.say(`denied: ${identity}`)
}

function remove({ file, values: { name = need('name') } }: Options, io: CommandIo): void {
  const content = read(file, false)
  const keys = content.keys.filter(key => key.name !== name)
  if (keys.length === content.keys.length) {
    throw new ConfigError([`${file} has no key named ${name}`])
  }
  write(file, { ...content, keys })
  io.say(`The key ${name} is removed.`)
}

function deny({ file, values: { identity = need('identity') } }: Options, io: CommandIo): void {
  const content = read(file, true)
  write(file, { ...content, denied: [...new Set([...content.denied, identity])] })
  io.say(`${identity} is denied.`)
}

function allow({ file, values: { identity = need('identity') } }: Options, io: CommandIo): void {
  const content = read(file, false)
  if (!content.denied.includes(identity)) {
    throw new ConfigError([
      `${file} does not deny ${identity}; erp-bridge keys list lists the denials`
    ])
  }
  write(file, { ...content, denied: content.denied.filter(other => other !== identity) })
  io.say(`${identity} is not denied any more.`)
}

function read(file: string, mayBeMissing: boolean): KeysFile {
  try {
    return readKeysFile(readFileSync(file, 'utf8'))
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' && mayBeMissing) return { keys: [], denied: [] }
    throw new ConfigError([
      code === undefined
        ? `the file ${file} ${error instanceof SyntaxError ? 'is not valid JSON' : message}`
        : `cannot read ${file} (${code})`
    ])
  }
}

/** Replaces the file atomically, because a running bridge may read it at any time. */
function write(file: string, content: KeysFile): void {
  const text = `${JSON.stringify(content, null, 2)}\n`
  try {
    readKeysFile(text)
  } catch (error) {
    throw new ConfigError([`nothing was written: the file ${(error as Error).message}`])
  }
  const draft = `${file}.${Date.now()}.tmp`
  writeFileSync(draft, text, { mode: 0o600 })
  chmodSync(draft, 0o600)
  renameSync(draft, file)
}
