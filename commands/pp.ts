/**
 * `erp-bridge pp`: tools of an administrator who tries principal propagation and sets the ERP
 * system up for it.
 */
import { createHash, X509Certificate } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { ParseArgsConfig } from 'node:util'
import { ConfigError } from '../config/config.ts'
import { setting } from '../config/settings.ts'
import { spelled } from '../config/spellings.ts'
import { loadCertificateAuthority } from '../erp-client/pki/certificate-authority.ts'
import { ErpError } from '../erp-client/index.ts'
import { createRootAuthority } from '../erp-client/pki/new-authority.ts'
import {
  createKeyPair,
  issueClientCertificate,
  parseLifetime
} from '../erp-client/pki/principal.ts'
import type { CommandIo } from './command.ts'

const help = `Usage: erp-bridge pp init-ca [--dir DIR] [--name NAME] [--kind rsa|ec] [--days N]
       erp-bridge pp issue --user U [--pp-ca-key FILE] [--pp-ca-cert FILE] [--pp-cert-ttl TIME]
                           [--pp-ca-passphrase PASSPHRASE]
       erp-bridge pp rule [--pp-ca-cert FILE]

  init-ca   Make a certificate authority for trying it: DIR/pp-ca.key and DIR/pp-ca.pem. Nothing is overwritten.
  issue     Print a certificate as the ERP system would see it for the ERP user U. The key is not printed.
  rule      Print what has to be set up in the ERP system for this certificate authority.

  Files, passphrase and lifetime default to ERP_PP_CA_KEY, ERP_PP_CA_CERT, ERP_PP_CA_PASSPHRASE (or the file of
  ERP_PP_CA_PASSPHRASE_FILE) and ERP_PP_CERT_TTL.`

const day = 86_400_000
const text = { type: 'string' } as const

export async function run(argv: readonly string[], io: CommandIo): Promise<number> {
  const [action = '', ...rest] = argv
  if (action === '' || action === '--help' || rest.includes('--help')) {
    io.say(help)
    return 0
  }
  const actions = new Map([
    ['init-ca', initCa],
    ['issue', issue],
    ['rule', rule]
  ])
  const act = actions.get(action)
  if (act === undefined) {
    throw new ConfigError([
      `unknown action ${action}; give one of ${[...actions.keys()].join(', ')} (see erp-bridge pp --help)`
    ])
  }
  try {
    await act(rest, io)
  } catch (error) {
    if (error instanceof ErpError) throw new ConfigError([`${error.message}. ${error.remedy}`])
    if (error instanceof RangeError) throw new ConfigError([error.message])
    throw error
  }
  return 0
}

async function initCa(argv: readonly string[], io: CommandIo): Promise<void> {
  const {
    dir = '.',
    name = 'erp-bridge principal propagation',
    kind = 'rsa',
    days = '365'
  } = read(argv, { dir: text, name: text, kind: text, days: text })
  if (kind !== 'rsa' && kind !== 'ec') {
    throw new ConfigError([`--kind ${kind} is not valid; give rsa or ec`])
  }
  if (!/^[1-9]\d{0,3}$/.test(days)) {
    throw new ConfigError([`--days ${days} is not valid; give a number from 1 to 9999`])
  }
  if (!/^[\w .-]{1,64}$/.test(name)) {
    throw new ConfigError([
      `--name ${JSON.stringify(name)} is not valid; give up to 64 letters, digits, blanks and . _ -`
    ])
  }
  const { key, certificate } = await createRootAuthority({
    name,
    kind,
    lifetimeMs: Number(days) * day
  })
  orSay(() => mkdirSync(dir, { recursive: true }), dir)
  const [keyFile, certificateFile] = [join(dir, 'pp-ca.key'), join(dir, 'pp-ca.pem')]
  // An ERP may trust an existing key already: no file is overwritten.
  writeNew(keyFile, key, 0o600)
  writeNew(certificateFile, certificate, 0o644)
  io.say(
    `CA key           ${keyFile}   (it can issue certificates for any user of the ERP; keep it secret)`
  )
  io.say(
    `CA certificate   ${certificateFile}   (for the ERP system; see erp-bridge pp rule --pp-ca-cert ${certificateFile})`
  )
}

async function issue(argv: readonly string[], io: CommandIo): Promise<void> {
  const { user, ...own } = read(argv, {
    user: text,
    'pp-ca-key': text,
    'pp-ca-cert': text,
    'pp-ca-passphrase': text,
    'pp-cert-ttl': text
  })
  if (user === undefined) {
    throw new ConfigError(['--user is missing; give the ERP user that the certificate is for'])
  }
  const [key, certificate] = [
    fileOf('ERP_PP_CA_KEY', own['pp-ca-key'], io),
    fileOf('ERP_PP_CA_CERT', own['pp-ca-cert'], io)
  ]
  const lifetime = own['pp-cert-ttl'] ?? io.env['ERP_PP_CERT_TTL'] ?? '5m'
  const lifetimeMs = parseLifetime(String(spelled(setting('ppCertTtl'), lifetime)))
  const authority = await loadCertificateAuthority({
    key,
    certificate,
    passphrase: passphraseOf(own['pp-ca-passphrase'], io)
  })
  const issued = await issueClientCertificate(authority, {
    user,
    lifetimeMs,
    keys: await createKeyPair(authority.algorithm)
  })
  for (const warning of authority.warnings) io.warn(`warning: ${warning}`)
  const times = [issued.notBefore, issued.notAfter].map(time => new Date(time).toISOString())
  io.say(
    `# subject CN=${user}, issuer ${oneLine(authority.certificate.issuer)}, valid ${times.join(' to ')}, for client authentication only`
  )
  io.say(issued.certificate.trim())
}

async function rule(argv: readonly string[], io: CommandIo): Promise<void> {
  const own = read(argv, { 'pp-ca-cert': text })
  const pem = fileOf('ERP_PP_CA_CERT', own['pp-ca-cert'], io)
  if (!pem.includes('-----BEGIN CERTIFICATE-----')) {
    throw new ConfigError([
      '--pp-ca-cert (ERP_PP_CA_CERT): the file holds no certificate in PEM form; give the certificate of the CA'
    ])
  }
  for (const line of ruleText(readAuthority(pem))) io.say(line)
}

function readAuthority(pem: string): X509Certificate {
  let certificate
  try {
    certificate = new X509Certificate(pem)
  } catch {
    throw new ConfigError([
      '--pp-ca-cert (ERP_PP_CA_CERT): the certificate cannot be read; give the certificate of the CA in PEM form'
    ])
  }
  // A rule for a user's certificate would trust no CA, or a foreign one.
  if (!certificate.ca) {
    throw new ConfigError([
      `--pp-ca-cert (ERP_PP_CA_CERT): ${oneLine(certificate.subject)} is no certificate authority; give the certificate of the CA that signs the users' certificates`
    ])
  }
  return certificate
}

function ruleText(certificate: X509Certificate): string[] {
  const name = oneLine(certificate.subject)
  const fingerprint = createHash('sha256')
    .update(certificate.raw)
    .digest('hex')
    .toUpperCase()
    .replace(/(..)(?!$)/g, '$1:')
  return [
    'What the ERP administrator sets up for this certificate authority',
    '',
    `  Subject       ${name}`,
    `  Ends          ${certificate.validToDate.toISOString().slice(0, 10)}`,
    `  SHA-256       ${fingerprint}`,
    '',
    '1. Trust       Transaction STRUST, SSL server Standard: import the CA certificate, add it to the certificate list, save.',
    '2. Profile     icm/HTTPS/verify_client = 1            (asks for a certificate, and lets others log on as before)',
    '               login/certificate_mapping_rulebased = 1',
    '               Then restart the ICM (transaction SMICM) or the instance.',
    '3. Rule        Transaction CERTRULE, Import this certificate or Rule by hand:',
    `                 Issuer            ${name}`,
    '                 Certificate part  Subject',
    '                 Attribute         CN',
    '                 Log-on by         User ID  (Alias where the mapped names are aliases)',
    '4. Service     Transaction SICF, /sap/bc/adt: the log-on procedure must include the log-on by SSL certificate.',
    '5. Proof       erp-bridge pp issue --user <USER> > user.pem, then Import Certificate in CERTRULE: it must show that user.',
    '',
    'Behind a web dispatcher or a reverse proxy TLS must pass through, or that hop must hand the certificate on as a trusted proxy',
    '(icm/trusted_reverse_proxy_<n>). The CA key can issue certificates for each user that the rule maps: limit the rule to this issuer.'
  ]
}

/** Node writes a distinguished name with one line for each part. */
function oneLine(name: string): string {
  return name.split('\n').toReversed().join(', ')
}

function read<const Options extends NonNullable<ParseArgsConfig['options']>>(
  argv: readonly string[],
  options: Options
): Partial<Record<keyof Options & string, string>> {
  try {
    return parseArgs({ args: [...argv], options }).values as Partial<
      Record<keyof Options & string, string>
    >
  } catch (error) {
    throw new ConfigError([
      `${(error as Error).message.replace(/\.?$/, '')} (see erp-bridge pp --help)`
    ])
  }
}

function fileOf(variable: string, given: string | undefined, io: CommandIo): string {
  const path = given ?? io.env[variable] ?? ''
  const flag = `--${variable.slice(4).toLowerCase().replaceAll('_', '-')}`
  if (path === '') {
    throw new ConfigError([
      `${flag} (${variable}) is missing; give the file, or make one with erp-bridge pp init-ca`
    ])
  }
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw new ConfigError([
      `${flag} (${variable}): cannot read ${path} (${(error as NodeJS.ErrnoException).code ?? 'unknown'}); check path and permissions`
    ])
  }
}

/** Undefined where there is none, as for most keys. */
function passphraseOf(given: string | undefined, { env }: CommandIo): string | undefined {
  const [direct, path = ''] = [
    given ?? env['ERP_PP_CA_PASSPHRASE'] ?? '',
    env['ERP_PP_CA_PASSPHRASE_FILE']
  ]
  if (direct !== '' || path === '') return direct === '' ? undefined : direct
  try {
    return readFileSync(path, 'utf8').replace(/\r?\n$/, '')
  } catch (error) {
    throw new ConfigError([
      `ERP_PP_CA_PASSPHRASE_FILE: cannot read ${path} (${(error as NodeJS.ErrnoException).code ?? 'unknown'}); check path and permissions`
    ])
  }
}

function writeNew(path: string, content: string, mode: number): void {
  orSay(() => writeFileSync(path, content, { mode, flag: 'wx' }), path)
}

function orSay(write: () => void, path: string): void {
  try {
    write()
  } catch (error) {
    const { code = 'unknown' } = error as NodeJS.ErrnoException
    throw new ConfigError([
      code === 'EEXIST'
        ? `${path} is there already and is not overwritten; give another folder with --dir`
        : `cannot write ${path} (${code}); give another folder with --dir`
    ])
  }
}
