/**
 * TABLE 1: the settings. One property a row; flag, variable, help text, validation, types,
 * embedding options, log redaction and the generated documents all derive from it.
 *
 * Standard annotations: `description`, `default`, `examples`, `writeOnly` (a secret, also accepted
 * as `<NAME>_FILE`). Own ones:
 * - `group`: heading in the help text;
 * - `value`: what stands for the value in the help text;
 * - `env`: the variable, where it is not `ERP_` + the flag in upper snake case;
 * - `flag`: false where only the variable exists;
 * - `bare`: the value that the flag has when it is given alone;
 * - `filter`: an allow or deny list, whose blank value stops the start because it must never mean
 *   "all";
 * - `followed`: what uses the file reads it again by itself when it changes;
 * - `mistake`: what a value must look like, said when it does not;
 * - `spelling`: which other spellings of a value are understood (`letters`, `duration`, `url`,
 *   `scheme`, `words`); those of switches, numbers and choices follow from their type;
 * - `logsOn`: the method by which clients log on that the setting switches on, in words;
 * - `needs`: the setting without which this one has no effect;
 * - `scope`: `system` for what describes one ERP system (target, log-on, safety filters, features,
 *   limits), `server` for what the process has once;
 * - `beside`: what a system setting means as a flag or variable beside a systems file: `filter`, it
 *   holds for every system as well; `default`, for systems that do not give it; `server`, for the
 *   server alone. Without the column it stops the start: target and log-on are never inherited.
 */
import { Type } from '@sinclair/typebox'
import type {
  SchemaOptions,
  Static,
  TArray,
  TBoolean,
  TInteger,
  TOptional,
  TSchema,
  TString,
  TUnsafe
} from '@sinclair/typebox'

/** Where a setting belongs: to the server, or to one ERP system. */
export type SettingScope = 'server' | 'system'
/** A schema that carries its scope in its type, so that types per scope derive from the table. */
type Scoped<Schema extends TSchema, S extends SettingScope> = Schema & { readonly scope: S }
type Row<S extends SettingScope> = SchemaOptions & { readonly scope: S; readonly beside?: Beside }

/** The meaning of a system setting that is given beside a systems file. */
export type Beside = 'filter' | 'default' | 'server'

function Choice<const Values extends readonly string[], S extends SettingScope>(
  values: Values,
  options: Row<S>
): Scoped<TUnsafe<Values[number]>, S> {
  return scoped(Type.Unsafe<Values[number]>({ type: 'string', enum: values, ...options }))
}

function Names<S extends SettingScope>(
  options: Row<S> & { item?: string }
): Scoped<TOptional<TArray<TString>>, S> {
  const { item, ...rest } = options
  const name = Type.String({ minLength: 1, ...(item === undefined ? {} : { pattern: item }) })
  return scoped(Type.Optional(Type.Array(name, { minItems: 1, ...rest })))
}

function Flag<S extends SettingScope>(options: Row<S>): Scoped<TBoolean, S> {
  return scoped(Type.Boolean({ default: false, ...options }))
}

function Text<S extends SettingScope>(options: Row<S>): Scoped<TOptional<TString>, S> {
  return scoped(Type.Optional(Type.String(options)))
}

function Word<S extends SettingScope>(options: Row<S>): Scoped<TString, S> {
  return scoped(Type.String(options))
}

function Integer<S extends SettingScope>(options: Row<S>): Scoped<TInteger, S> {
  return scoped(Type.Integer(options))
}

function List<S extends SettingScope>(item: TString, options: Row<S>): Scoped<TArray<TString>, S> {
  return scoped(Type.Array(item, options))
}

/** The scope is an annotation of the schema, which TypeBox keeps out of its types. */
function scoped<Schema extends TSchema, S extends SettingScope>(schema: Schema): Scoped<Schema, S> {
  return schema as Scoped<Schema, S>
}

const opLetters =
  'operation letters out of R read, S search, Q query, C create, D delete, U update, A activate; for example RS'
const packages = 'package names, * as wildcard; for example $TMP,ZSALES*'
const transports = 'numbers of transport requests, * as wildcard; for example DEVK9*'
const hosts =
  'host names with or without a port; for example bridge.example.com,bridge.example.com:8443'
const origins = 'origins with scheme; for example https://inspector.example.com'

export const settings = Type.Object({
  url: Text({
    scope: 'system',
    group: 'ERP system',
    value: 'URL',
    spelling: 'url',
    pattern: '^https?://[^/?#@\\s]+/?$',
    examples: ['https://erp.example.com:44300'],
    mistake:
      'a base URL with scheme and port and without a path, for example https://erp.example.com:44300',
    description: 'ERP base URL, with scheme and port; required'
  }),
  client: Word({
    scope: 'system',
    group: 'ERP system',
    value: 'NNN',
    default: '001',
    pattern: '^[0-9]{3}$',
    mistake: 'three digits, for example 001',
    description: 'ERP client number'
  }),
  language: Word({
    scope: 'system',
    group: 'ERP system',
    value: 'XX',
    default: 'EN',
    pattern: '^[A-Za-z]{2}$',
    mistake: 'two letters (ISO 639-1), for example EN',
    description: 'Session language'
  }),
  insecure: Flag({
    scope: 'system',
    group: 'ERP system',
    description: 'Skip TLS verification of the ERP system'
  }),
  caFile: Text({
    scope: 'system',
    beside: 'server',
    group: 'ERP system',
    value: 'FILE',
    description:
      'Further certificate authorities (PEM) trusted for the ERP system and the identity providers'
  }),
  tlsMaxVersion: Type.Optional(
    Choice(['1.2', '1.3'], {
      scope: 'system',
      group: 'ERP system',
      value: 'VERSION',
      description:
        'Highest TLS version offered to the ERP system; 1.2 where an old release breaks off on client certificates'
    })
  ),
  timeout: Integer({
    scope: 'system',
    beside: 'default',
    group: 'ERP system',
    value: 'MS',
    default: 120_000,
    minimum: 100,
    maximum: 3_600_000,
    description: 'Time allowed for one ERP request'
  }),
  connections: Integer({
    scope: 'system',
    beside: 'default',
    group: 'ERP system',
    value: 'N',
    default: 32,
    minimum: 1,
    maximum: 256,
    description:
      'Requests at the ERP system at the same time, and connections to it, at the most for all identities together: with --redis-url of all replicas, else of each, so divide by their number'
  }),
  dialogProcesses: Integer({
    scope: 'system',
    group: 'ERP system',
    value: 'N',
    default: 0,
    minimum: 0,
    maximum: 100_000,
    description:
      'Dialog work processes of the ERP (rdisp/wp_no_dia of all its instances together): a warning where --connections is above 0.6 of them, 0 = not known'
  }),
  cacheSize: Integer({
    scope: 'system',
    beside: 'default',
    group: 'ERP system',
    value: 'BYTES',
    default: 33_554_432,
    minimum: 0,
    maximum: 4_294_967_296,
    description: 'Memory for ERP answers that are revalidated instead of sent again'
  }),
  freshness: Integer({
    scope: 'system',
    beside: 'default',
    group: 'ERP system',
    value: 'MS',
    default: 0,
    minimum: 0,
    maximum: 3_600_000,
    description: 'Time in which a cached ERP answer is used without asking again'
  }),
  sandbox: Flag({
    scope: 'server',
    group: 'ERP system',
    description: 'Start the embedded sandbox and use it as the ERP system'
  }),

  systemsFile: Text({
    scope: 'server',
    group: 'ERP system',
    value: 'FILE',
    description:
      'Several ERP systems, each with its target, log-on and rules, in one JSON file; in place of --url and the log-on'
  }),
  system: Text({
    scope: 'server',
    group: 'ERP system',
    value: 'NAME',
    pattern: '^[a-z0-9-]{1,32}$',
    mistake: 'the name of a system: up to 32 lower-case letters, digits and hyphens',
    description:
      'With --systems-file over stdio and for commands: the system to use (default: the default system of the file)'
  }),

  user: Text({
    scope: 'system',
    group: 'ERP log-on (exactly one method)',
    value: 'NAME',
    description: 'ERP technical user (basic authentication)'
  }),
  password: Text({
    scope: 'system',
    group: 'ERP log-on (exactly one method)',
    value: 'PASSWORD',
    writeOnly: true,
    description: 'ERP password (basic authentication)'
  }),
  cookieFile: Text({
    scope: 'system',
    group: 'ERP log-on (exactly one method)',
    value: 'FILE',
    followed: true,
    flag: false,
    description: 'Cookie file in Netscape format'
  }),
  cookieString: Text({
    scope: 'system',
    group: 'ERP log-on (exactly one method)',
    value: 'COOKIES',
    flag: false,
    writeOnly: true,
    pattern: '^\\s*[^=;,\\s]+(: *[^=;,\\s]+)?=[^\\r\\n\\u0000]*$',
    mistake: 'the value of a Cookie header, name=value pairs separated by semicolons',
    description: 'Cookie header'
  }),
  clientCert: Text({
    scope: 'system',
    group: 'ERP log-on (exactly one method)',
    value: 'FILE',
    followed: true,
    description:
      'Client certificate of the ERP technical user: PEM with its issuers behind it, or PKCS#12 with its key'
  }),
  clientKey: Text({
    scope: 'system',
    group: 'ERP log-on (exactly one method)',
    value: 'FILE',
    followed: true,
    description: 'Private key (PEM) of the client certificate, where its file does not hold it'
  }),
  clientKeyPassphrase: Text({
    scope: 'system',
    needs: 'clientCert',
    group: 'ERP log-on (exactly one method)',
    value: 'PASSPHRASE',
    writeOnly: true,
    description: 'Passphrase of the private key or of the PKCS#12 file'
  }),
  ticketCommand: Text({
    scope: 'system',
    group: 'ERP log-on (exactly one method)',
    value: 'PROGRAM',
    pattern: '^(?:/|[A-Za-z]:[\\\\/]|\\\\\\\\)[^\\u0000\\r\\n]*$',
    mistake: 'the absolute path of a program; it gets no arguments',
    description:
      'Program that prints a log-on ticket as {"ticket": "…"}, for systems that are reached by SNC alone'
  }),
  browserLogon: Flag({
    scope: 'system',
    group: 'ERP log-on (exactly one method)',
    description:
      'Use the session that erp-bridge login opens in the browser, for systems with single sign-on'
  }),
  serviceKey: Text({
    scope: 'system',
    group: 'ERP log-on (exactly one method)',
    value: 'FILE',
    followed: true,
    description:
      'Service key of a BTP ABAP environment (JSON): the token of each caller is exchanged for one of the system; over stdio or on a loopback address the user of erp-bridge login'
  }),
  destination: Text({
    scope: 'system',
    group: 'ERP log-on (exactly one method)',
    value: 'NAME',
    pattern: '^[A-Za-z0-9._-]{1,200}$',
    mistake: 'the name of a destination of the bound destination service, without a level',
    description:
      'Destination of SAP BTP: it gives the address of the ERP system, its log-on and the way through a Cloud Connector; in place of --url'
  }),
  ppCaKey: Text({
    scope: 'system',
    group: 'ERP log-on (exactly one method)',
    value: 'FILE',
    description:
      'CA private key (PEM) for principal propagation: each user works at the ERP system under a certificate of its own'
  }),
  ppCaCert: Text({
    scope: 'system',
    group: 'ERP log-on (exactly one method)',
    value: 'FILE',
    description:
      'CA certificate (PEM) for principal propagation, with its issuers behind it where it is not a root'
  }),
  ppCaPassphrase: Text({
    scope: 'system',
    needs: 'ppCaKey',
    group: 'ERP log-on (exactly one method)',
    value: 'PASSPHRASE',
    writeOnly: true,
    description: 'Passphrase of the CA private key, where it is encrypted'
  }),
  ppCertTtl: Word({
    scope: 'system',
    needs: 'ppCaKey',
    group: 'ERP log-on (exactly one method)',
    value: 'TIME',
    default: '5m',
    spelling: 'duration',
    pattern: '^[1-9][0-9]{0,5}[smh]$',
    mistake: 'a time from 10s to 24h, for example 5m, 1h30m, or seconds',
    description: 'Lifetime of each ephemeral user certificate'
  }),

  policy: Text({
    scope: 'system',
    beside: 'default',
    group: 'Safety filters',
    value: 'PRESET',
    pattern: '^(reading|development|administration)$',
    examples: ['development'],
    mistake: 'reading, development or administration',
    description:
      'Sets filters in one word where nothing else gives them. reading: no changes, no free SQL; development: changes of transportable objects and transport requests, no free SQL; administration: the same with free SQL. Each blocks tables with passwords and secrets'
  }),
  readOnly: Flag({
    scope: 'system',
    beside: 'filter',
    group: 'Safety filters',
    description: 'Block all write operations: create, update, delete, activate, execute'
  }),
  blockFreeSql: Flag({
    scope: 'system',
    beside: 'filter',
    group: 'Safety filters',
    description:
      'Block free SQL queries; without it queries read every table that the ERP user may read'
  }),
  allowedOps: Text({
    scope: 'system',
    beside: 'filter',
    group: 'Safety filters',
    value: 'LETTERS',
    filter: true,
    spelling: 'letters',
    pattern: '^[RSQCDUA]+$',
    examples: ['RS'],
    mistake: opLetters,
    description:
      'Operation letters that are permitted: R read, S search, Q query, C create, D delete, U update, A activate'
  }),
  disallowedOps: Text({
    scope: 'system',
    beside: 'filter',
    group: 'Safety filters',
    value: 'LETTERS',
    filter: true,
    spelling: 'letters',
    pattern: '^[RSQCDUA]+$',
    examples: ['D'],
    mistake: opLetters,
    description: 'Operation letters that are blocked'
  }),
  allowedPackages: Names({
    scope: 'system',
    beside: 'filter',
    group: 'Safety filters',
    value: 'NAMES',
    filter: true,
    item: '^[A-Za-z0-9_/$*#&-]+$',
    examples: ['$TMP,ZSALES*'],
    mistake: packages,
    description: 'Packages in which writes are permitted, * as wildcard'
  }),
  allowTransportableEdits: Flag({
    scope: 'system',
    beside: 'filter',
    group: 'Safety filters',
    description: 'Permit edits of objects that need a transport request'
  }),
  allowModifications: Flag({
    scope: 'system',
    beside: 'filter',
    group: 'Safety filters',
    description:
      'Permit changes of objects that are not your own: repairs, modifications, generated objects'
  }),
  enableTransports: Flag({
    scope: 'system',
    beside: 'filter',
    group: 'Safety filters',
    description: 'Enable the transport-management tool'
  }),
  transportReadOnly: Flag({
    scope: 'system',
    beside: 'filter',
    group: 'Safety filters',
    description: 'With transports enabled: only list and view'
  }),
  allowedTransports: Names({
    scope: 'system',
    beside: 'filter',
    group: 'Safety filters',
    value: 'NUMBERS',
    filter: true,
    item: '^[A-Za-z0-9*]+$',
    examples: ['DEVK9*'],
    mistake: transports,
    description: 'Transport requests that are permitted, * as wildcard'
  }),
  blockedTables: Names({
    scope: 'system',
    beside: 'filter',
    group: 'Safety filters',
    value: 'NAMES',
    filter: true,
    item: '^[A-Za-z0-9_/$*]+$',
    examples: ['USR02,PA0*'],
    mistake: 'table names, * as wildcard; for example USR02,PA0*',
    description: 'Tables whose rows are never shown, * as wildcard'
  }),
  maskedColumns: Names({
    scope: 'system',
    beside: 'filter',
    group: 'Safety filters',
    value: 'NAMES',
    filter: true,
    item: '^(?:[A-Za-z0-9_/$*]+\\.|(?:domain|element|DOMAIN|ELEMENT):)[A-Za-z0-9_/$*]+$',
    examples: ['PA0008.BET01,domain:PERSNO'],
    mistake:
      'columns as TABLE.COLUMN, data elements as element:NAME, domains as domain:NAME, * as wildcard; for example PA0008.BET01,domain:PERSNO',
    description:
      'Columns whose values are masked: TABLE.COLUMN, element:NAME or domain:NAME, * as wildcard'
  }),
  maxRows: Integer({
    scope: 'system',
    beside: 'filter',
    group: 'Safety filters',
    value: 'N',
    default: 1000,
    minimum: 1,
    maximum: 100_000,
    description: 'Rows that one query returns at the most'
  }),
  expert: Names({
    scope: 'system',
    beside: 'filter',
    group: 'Safety filters',
    value: 'LIST',
    bare: 'true',
    spelling: 'words',
    minItems: 0,
    item: '^(execute|debug|amdp|debug-change|true)$',
    mistake:
      'a list out of execute, debug, amdp, debug-change; true means the first three, false none',
    description:
      'Expert abilities: execute, debug, amdp, debug-change (values in the debugger); true means the first three'
  }),
  confirm: Choice(['auto', 'always', 'never'], {
    scope: 'system',
    beside: 'filter',
    group: 'Safety filters',
    value: 'WHEN',
    default: 'auto',
    description:
      'When changes ask back. auto: where data can be lost, before what no undo restores, and before deletions where the client can show a dialogue; always: before everything that replaces or deletes; never: not at all'
  }),
  approval: Names({
    scope: 'system',
    beside: 'filter',
    group: 'Safety filters',
    value: 'RULES',
    item: '^(packages=[A-Za-z0-9_/$*#&-]+|ops=[CUDAcuda]+|transport-release)$',
    examples: ['packages=ZFIN*,ops=D,transport-release'],
    mistake: 'packages=NAME with * as wildcard, ops=LETTERS out of CUDA, or transport-release',
    description:
      'Changes that wait until another person approves them: those in these packages, those with these operation letters, and releases of transport requests'
  }),
  approvalHours: Integer({
    scope: 'system',
    beside: 'default',
    group: 'Safety filters',
    value: 'N',
    default: 24,
    minimum: 1,
    maximum: 720,
    description: 'Hours after which a change that waits, or that was approved, expires'
  }),
  approvalHook: Text({
    scope: 'server',
    group: 'Safety filters',
    value: 'URL',
    spelling: 'scheme',
    pattern:
      '^(https://[^#@\\s]+|http://(localhost|127\\.[0-9.]+|\\[::1\\])(:[0-9]+)?(/[^#@\\s]*)?)$',
    examples: ['https://chat.example.com/hooks/approvals'],
    mistake: 'an address with https (plain http on this machine only)',
    description:
      'Web hook that is told of waiting changes, approvals, rejections and expiries, without sources'
  }),
  approvalHookSecret: Text({
    scope: 'server',
    needs: 'approvalHook',
    group: 'Safety filters',
    value: 'SECRET',
    writeOnly: true,
    pattern: '^whsec_[A-Za-z0-9+/]{32,88}={0,2}$',
    mistake: 'whsec_ and 24 to 64 random bytes in Base64: echo "whsec_$(openssl rand -base64 32)"',
    description: 'Secret that signs the messages of --approval-hook'
  }),
  gitCredentialsFile: Text({
    scope: 'system',
    group: 'Safety filters',
    value: 'FILE',
    followed: true,
    description:
      'Credentials of git servers (JSON; see the page on security), used by abapGit and gCTS; only its owner may read it'
  }),

  featureGitsync: Choice(['auto', 'on', 'off'], {
    scope: 'system',
    beside: 'default',
    group: 'Features (auto, on, off)',
    value: 'STATE',
    default: 'auto',
    description: 'Git synchronisation with abapGit and gCTS'
  }),
  featureRap: Choice(['auto', 'on', 'off'], {
    scope: 'system',
    beside: 'default',
    group: 'Features (auto, on, off)',
    value: 'STATE',
    default: 'auto',
    description: 'RAP and OData: behavior definitions, service definitions, service bindings'
  }),
  featureAmdp: Choice(['auto', 'on', 'off'], {
    scope: 'system',
    beside: 'default',
    group: 'Features (auto, on, off)',
    value: 'STATE',
    default: 'auto',
    description: 'Debugger for database procedures (expert)'
  }),
  featureUi5: Choice(['auto', 'on', 'off'], {
    scope: 'system',
    beside: 'default',
    group: 'Features (auto, on, off)',
    value: 'STATE',
    default: 'auto',
    description: 'UI5 and BSP applications'
  }),
  featureTransport: Choice(['auto', 'on', 'off'], {
    scope: 'system',
    beside: 'default',
    group: 'Features (auto, on, off)',
    value: 'STATE',
    default: 'auto',
    description: 'Transport management; on includes --enable-transports'
  }),
  featureDb: Choice(['auto', 'on', 'off'], {
    scope: 'system',
    beside: 'default',
    group: 'Features (auto, on, off)',
    value: 'STATE',
    default: 'auto',
    description: 'Database queries'
  }),

  transport: Choice(['stdio', 'http-streamable'], {
    scope: 'server',
    group: 'MCP transport',
    value: 'KIND',
    default: 'stdio',
    description: 'stdio, or http-streamable at /mcp'
  }),
  httpAddr: Word({
    scope: 'server',
    group: 'MCP transport',
    value: 'HOST:PORT',
    default: '127.0.0.1:8080',
    pattern: '^(\\[[0-9A-Fa-f:.%]+\\]|[^:\\[\\]/@\\s]+):[0-9]{1,5}$',
    mistake: 'HOST:PORT, for example 127.0.0.1:8080, or 0.0.0.0:8080 for all interfaces',
    description: 'Listen address for http-streamable'
  }),
  publicUrl: Text({
    scope: 'server',
    group: 'MCP transport',
    value: 'URL',
    spelling: 'url',
    pattern: '^https?://[^/?#@\\s]+(/[^?#\\s]*)?$',
    examples: ['https://bridge.example.com'],
    mistake: 'a URL with scheme and without query, for example https://bridge.example.com',
    description: 'Base URL that clients see, used in all metadata'
  }),
  allowedHosts: Names({
    scope: 'server',
    group: 'MCP transport',
    value: 'HOSTS',
    filter: true,
    item: '^[A-Za-z0-9._:\\[\\]-]+$',
    examples: ['bridge.example.com'],
    mistake: hosts,
    description: 'Host headers that are accepted (loopback binds: the loopback names)'
  }),
  allowedOrigins: Names({
    scope: 'server',
    group: 'MCP transport',
    value: 'ORIGINS',
    filter: true,
    spelling: 'url',
    item: '^[a-z][a-z0-9+.-]*://[^/?#@\\s]+$',
    examples: ['https://inspector.example.com'],
    mistake: origins,
    description: 'Origin headers that are accepted (loopback binds: also pages of the own port)'
  }),
  trustProxy: Names({
    scope: 'server',
    group: 'MCP transport',
    value: 'LIST',
    bare: 'true',
    spelling: 'words',
    minItems: 0,
    item: '^(true|[0-9]+|loopback|linklocal|uniquelocal|[0-9A-Fa-f:.]+(/[0-9]+)?)$',
    examples: ['10.0.0.0/8'],
    mistake:
      'addresses or networks of reverse proxies, a number of hops, true for every peer, or false',
    description: 'Reverse proxies whose X-Forwarded headers are believed'
  }),
  bodyLimit: Integer({
    scope: 'server',
    group: 'MCP transport',
    value: 'BYTES',
    default: 16_777_216,
    minimum: 1024,
    maximum: 1_073_741_824,
    description: 'Largest request body'
  }),
  maxConnections: Integer({
    scope: 'server',
    group: 'MCP transport',
    value: 'N',
    default: 4096,
    minimum: 16,
    maximum: 1_000_000,
    description:
      'Client connections open at once; fewer where the system permits fewer open files. One address may hold an eighth of them before log-on'
  }),
  compact: Flag({
    scope: 'server',
    group: 'MCP transport',
    description:
      'A tool list under 2.4 KB with the same power: the usual actions alone, help: true explains all'
  }),
  results: Choice(['both', 'text'], {
    scope: 'server',
    group: 'MCP transport',
    value: 'FORM',
    default: 'both',
    description:
      'Answers as text and as structured content, or text: without structured content and output schemas, for clients that hand the model both'
  }),
  sessions: Flag({
    scope: 'server',
    group: 'MCP transport',
    description:
      'Sessions for clients of the older protocol revisions: dialogues, and notices of changes'
  }),
  redisUrl: Text({
    scope: 'server',
    group: 'MCP transport',
    value: 'URL',
    writeOnly: true,
    spelling: 'scheme',
    pattern: '^rediss?://[^\\s]+$',
    examples: ['redis://redis.example.com:6379'],
    mistake: 'a URL that begins with redis:// or rediss://',
    description:
      'Redis or Valkey that replicas share: counters of the limits, ends of sessions, results of long calls'
  }),
  stateKey: Text({
    scope: 'server',
    group: 'MCP transport',
    value: 'SECRET',
    writeOnly: true,
    pattern: '^.{16,}$',
    mistake: 'a secret of at least 16 characters',
    description: 'One secret that signs handles, cursors, sessions and the audit for all replicas'
  }),
  rateLimit: Integer({
    scope: 'server',
    group: 'MCP transport',
    value: 'N',
    default: 0,
    minimum: 0,
    description: 'Requests per identity and minute, 0 = no limit'
  }),

  apiKey: Text({
    scope: 'server',
    logsOn: 'API key',
    group: 'Client authentication',
    value: 'KEY',
    env: 'SVC_API_KEY',
    writeOnly: true,
    pattern: '^[!-+\\--~]+$',
    mistake: 'printable ASCII characters without spaces and commas',
    description: 'Static API key'
  }),
  apiKeysFile: Text({
    scope: 'server',
    logsOn: 'named API keys',
    group: 'Client authentication',
    value: 'FILE',
    description: 'Named API keys and denied identities (see erp-bridge keys)'
  }),
  oidcIssuer: Text({
    scope: 'server',
    logsOn: 'OIDC token of {value}',
    group: 'Client authentication',
    value: 'URL',
    spelling: 'scheme',
    pattern:
      '^(https://[^?#@\\s]+|http://(localhost|127\\.[0-9.]+|\\[::1\\])(:[0-9]+)?(/[^?#@\\s]*)?)$',
    examples: ['https://login.example.com/realms/dev'],
    mistake: 'the URL of the issuer, with https (plain http on this machine only)',
    description: 'OIDC issuer'
  }),
  oidcAudience: Text({
    scope: 'server',
    group: 'Client authentication',
    value: 'NAME',
    description: 'Expected token audience'
  }),
  oidcUsernameClaim: Word({
    scope: 'server',
    needs: 'oidcIssuer',
    group: 'Client authentication',
    value: 'CLAIM',
    default: 'preferred_username',
    description: 'Claim that holds the user name'
  }),
  oidcUserMapping: Text({
    scope: 'system',
    needs: 'ppCaKey',
    group: 'Client authentication',
    value: 'JSON|FILE',
    followed: true,
    examples: ['{"ada@example.com":"ADA"}'],
    description:
      'User name in the token to ERP user; unmapped users are refused unless "*":"identity" lets them pass as they are. Without a mapping the user name is the ERP user'
  }),
  oidcScopeClaim: Text({
    scope: 'server',
    needs: 'oidcIssuer',
    group: 'Client authentication',
    value: 'CLAIM',
    description:
      'Claim that holds scopes, roles or groups (default: scope and scp, for the scope map also roles and groups)'
  }),
  oidcScopePrefix: Text({
    scope: 'server',
    needs: 'oidcIssuer',
    group: 'Client authentication',
    value: 'TEXT',
    pattern: '^[\\x21\\x23-\\x5b\\x5d-\\x7e]+$',
    examples: ['api://erp-bridge/'],
    mistake: 'characters that a scope may have, for example api://erp-bridge/',
    description: 'Prefix before read, write and admin in the scope claim'
  }),
  oidcScopeMap: Text({
    scope: 'server',
    needs: 'oidcIssuer',
    group: 'Client authentication',
    value: 'JSON|FILE',
    description: 'Group or role to scopes'
  }),
  oidcDefaultScopes: List(Type.String({ pattern: '^(read|write|admin|none)$' }), {
    scope: 'server',
    needs: 'oidcIssuer',
    group: 'Client authentication',
    value: 'SCOPES',
    default: ['read'],
    minItems: 1,
    mistake: 'a list out of read, write, admin, or none',
    description: 'Scopes of a token that names none; none lets such a token do nothing'
  }),
  requireAuth: Flag({
    scope: 'server',
    group: 'Client authentication',
    description: 'Refuse to start an HTTP server where no client authentication is configured'
  }),
  platformAuth: Flag({
    scope: 'server',
    logsOn: 'platform',
    group: 'Client authentication',
    flag: false,
    description: 'The platform OAuth proxy'
  }),
  redirectUris: Names({
    scope: 'server',
    needs: 'platformAuth',
    group: 'Client authentication',
    value: 'PATTERNS',
    filter: true,
    examples: ['http://localhost:*/**'],
    mistake: 'redirect URIs, * as wildcard; for example http://localhost:*/**',
    description:
      'Redirect URIs that the platform OAuth proxy accepts (default: those of deploy/xs-security.json)'
  }),

  verbose: Flag({
    scope: 'server',
    group: 'Logging and operation',
    description: 'Log startup decisions (features, active safety rules) to stderr'
  }),
  logLevel: Choice(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'], {
    scope: 'server',
    group: 'Logging and operation',
    value: 'LEVEL',
    default: 'info',
    description: 'Lowest level that is logged, to stderr'
  }),
  audit: Choice(['changes', 'data', 'all'], {
    scope: 'server',
    group: 'Logging and operation',
    value: 'WHAT',
    default: 'data',
    description:
      'What the audit records: changes; data adds queries, dumps, traces, refusals and failed log-ons; all adds every call'
  }),
  auditFile: Text({
    scope: 'server',
    group: 'Logging and operation',
    value: 'PATH',
    description:
      'File that the audit is appended to; where it cannot be written, what it must record is refused'
  }),
  auditAnchors: Text({
    scope: 'server',
    group: 'Logging and operation',
    value: 'PATH',
    needs: 'stateKey',
    description:
      'Second file, kept apart from the audit, that gets the end of its chain every minute; erp-bridge audit verify compares it'
  }),
  auditPseudonyms: Text({
    scope: 'server',
    group: 'Logging and operation',
    value: 'PLACE',
    description:
      'Pseudonyms stand in the audit in place of names. PLACE keeps their keys, which erp-bridge audit erase deletes: a file, or `journal` for the database of --journal-url, which replicas share'
  }),
  workspaceDir: Text({
    scope: 'server',
    group: 'Logging and operation',
    value: 'FOLDER',
    description:
      'Folder that ERPManage export writes and ERPWrite batch with `files` reads, over stdio only; no link and no path leads out of it'
  }),
  logonStore: Choice(['auto', 'keystore', 'file'], {
    scope: 'server',
    group: 'Logging and operation',
    value: 'PLACE',
    default: 'auto',
    description:
      "Where the key is that seals log-ons of erp-bridge login: the operating system's key store, a file, or the key store where it works"
  }),
  logonKey: Text({
    scope: 'server',
    group: 'Logging and operation',
    value: 'SECRET',
    flag: false,
    writeOnly: true,
    pattern: '^.{32,}$',
    mistake: 'a secret of at least 32 characters',
    description: 'The key that seals kept log-ons, in place of the one of --logon-store'
  }),
  logonDir: Text({
    scope: 'server',
    group: 'Logging and operation',
    value: 'FOLDER',
    description:
      'Folder of kept log-ons (default: log-ons below erp-bridge in the state folder of the user)'
  }),
  haltFile: Text({
    scope: 'server',
    group: 'Logging and operation',
    value: 'PATH',
    description:
      'File of erp-bridge halt where there is no --redis-url (default: halt.json of erp-bridge in the state folder of the user)'
  }),
  contact: Text({
    scope: 'server',
    group: 'Logging and operation',
    value: 'TEXT',
    pattern: '^[^\\p{Cc}]{1,200}$',
    mistake: 'one line of at most 200 characters',
    examples: ['the Basis team, basis@example.com'],
    description: 'Whom callers ask about what erp-bridge halt refuses'
  }),
  journal: Choice(['on', 'off'], {
    scope: 'server',
    group: 'Logging and operation',
    value: 'STATE',
    default: 'on',
    description:
      'Record each change with the state before it. Without --journal-dir and --journal-url it is on over stdio and for a server on a loopback address'
  }),
  journalDir: Text({
    scope: 'server',
    group: 'Logging and operation',
    value: 'FOLDER',
    description:
      'Folder of the journal of changes (default: erp-bridge in the state folder of the user)'
  }),
  journalUrl: Text({
    scope: 'server',
    group: 'Logging and operation',
    value: 'URL',
    writeOnly: true,
    spelling: 'scheme',
    pattern: '^postgres(ql)?://[^\\s]+$',
    examples: ['postgres://bridge@db.example.com/journal'],
    mistake: 'a URL that begins with postgres:// or postgresql://',
    description: 'PostgreSQL database of the journal, which replicas share'
  }),
  journalDays: Integer({
    scope: 'server',
    group: 'Logging and operation',
    value: 'N',
    default: 90,
    minimum: 1,
    maximum: 3650,
    description: 'Days that the journal keeps a change'
  }),
  journalBytes: Integer({
    scope: 'server',
    group: 'Logging and operation',
    value: 'BYTES',
    default: 1_073_741_824,
    minimum: 1_048_576,
    description: 'Bytes of sources that the journal keeps; the oldest changes are removed first'
  }),
  journalFull: Choice(['refuse', 'continue'], {
    scope: 'server',
    group: 'Logging and operation',
    value: 'WHAT',
    default: 'refuse',
    description:
      'Where the journal cannot be written, refuse changes, or make them without an entry and say so'
  }),
  adminAddr: Text({
    scope: 'server',
    group: 'Logging and operation',
    value: 'HOST:PORT',
    pattern: '^(\\[[0-9A-Fa-f:.%]+\\]|[^:\\[\\]/@\\s]+):[0-9]{1,5}$',
    examples: ['127.0.0.1:8081'],
    mistake: 'HOST:PORT, for example 127.0.0.1:8081',
    description:
      'Listen address of metrics (/metrics) and status page (/), without log-on: for a network that only operators reach'
  }),
  record: Text({
    scope: 'system',
    beside: 'default',
    group: 'Logging and operation',
    value: 'DIR',
    description:
      'Record the exchanges with the ERP in a new folder in DIR, without secrets, hosts, users, customer names and values'
  }),
  recordSources: Flag({
    scope: 'system',
    beside: 'default',
    group: 'Logging and operation',
    needs: 'record',
    description: 'Record source texts and descriptions too; names in them are replaced'
  }),
  recordProduction: Flag({
    scope: 'system',
    group: 'Logging and operation',
    needs: 'record',
    description: 'Record the exchanges with a production system'
  }),
  cleanCoreData: Text({
    scope: 'system',
    group: 'Safety filters',
    value: 'DIR',
    description: "Folder with SAP's catalogue of released objects, for clean-core levels"
  }),
  terminalId: Text({
    scope: 'system',
    group: 'Logging and operation',
    value: 'ID',
    pattern: '^[A-Za-z0-9_-]{1,32}$',
    examples: ['0242AC1100021EEB9D9F7A9E4E5F6789'],
    mistake: 'the terminal id of the ERP GUI, up to 32 letters and digits',
    description: 'Debugger terminal, to share breakpoints with the ERP GUI'
  })
})

/** The validated settings, keyed by the camel-case name of the flag. */
export type Settings = Static<typeof settings>
export type SettingName = keyof typeof settings.properties & string

type Rows = typeof settings.properties
/** The names of the settings with one scope. */
export type NameOf<S extends SettingScope> = {
  [Name in SettingName]: Rows[Name] extends { readonly scope: S } ? Name : never
}[SettingName]
/** The settings of one ERP system. */
export type SystemConfig = Readonly<Pick<Settings, NameOf<'system'>>>
/** The settings that the server has once, whatever the number of its systems. */
export type ServerConfig = Readonly<Pick<Settings, NameOf<'server'>>>

/**
 * Settings of the program that listens and logs: an embedding program decides these itself.
 */
export const launcherSettings = [
  'sandbox',
  'system',
  'transport',
  'httpAddr',
  'trustProxy',
  'maxConnections',
  'verbose',
  'logLevel',
  'adminAddr',
  'workspaceDir'
] as const satisfies readonly SettingName[]
export type LauncherSetting = (typeof launcherSettings)[number]

/** One row as the machinery reads it. */
export interface Setting {
  readonly type?: 'string' | 'integer' | 'boolean' | 'array'
  readonly description: string
  readonly group: string
  readonly default?: unknown
  readonly examples?: readonly string[]
  readonly enum?: readonly string[]
  readonly minimum?: number
  readonly maximum?: number
  readonly writeOnly?: boolean
  readonly value?: string
  readonly env?: string
  readonly flag?: false
  readonly bare?: string
  readonly filter?: boolean
  readonly followed?: true
  readonly mistake?: string
  readonly spelling?: 'letters' | 'duration' | 'url' | 'scheme' | 'words'
  readonly pattern?: string
  readonly items?: { readonly pattern?: string }
  readonly scope: SettingScope
  readonly beside?: Beside
  readonly logsOn?: string
  readonly needs?: string
}

export const annotations = [
  'group',
  'value',
  'env',
  'flag',
  'bare',
  'filter',
  'followed',
  'mistake',
  'spelling',
  'scope',
  'beside',
  'logsOn',
  'needs'
] as const

export const settingNames = Object.keys(settings.properties) as SettingName[]

export const systemSettingNames = settingNames.filter(
  (name): name is NameOf<'system'> => setting(name).scope === 'system'
)

/** The settings that switch on a method by which clients log on. */
export const logOnSettings = settingNames.filter(name => setting(name).logsOn !== undefined)

const serverSettingNames = settingNames.filter(
  (name): name is NameOf<'server'> => setting(name).scope === 'server'
)

/** The settings of an ERP system out of all settings. */
export function systemConfigOf(config: SystemConfig): SystemConfig {
  return partOf(config, systemSettingNames)
}

/** The settings of the server out of all settings. */
export function serverConfigOf(config: ServerConfig): ServerConfig {
  return partOf(config, serverSettingNames)
}

function partOf<Part extends object>(config: Part, names: readonly SettingName[]): Part {
  const given = new Map(Object.entries(config))
  return Object.fromEntries(
    names.filter(name => given.has(name)).map(name => [name, given.get(name)])
  ) as Part
}

export function setting(name: SettingName): Setting {
  return settings.properties[name] as unknown as Setting
}

/** `allowedOps` → `--allowed-ops`, or undefined where only the variable exists. */
export function flagOf(name: SettingName): string | undefined {
  return setting(name).flag === false ? undefined : `--${kebab(name)}`
}

/** `allowedOps` → `ERP_ALLOWED_OPS`. */
export function variableOf(name: SettingName): string {
  return setting(name).env ?? `ERP_${kebab(name).replaceAll('-', '_').toUpperCase()}`
}

/** How a message names a setting: differently for a command line and for a host program. */
export type Naming = (name: SettingName) => string

/** Flag and variable. */
export function titleOf(name: SettingName): string {
  const flag = flagOf(name)
  return flag === undefined ? variableOf(name) : `${flag} (${variableOf(name)})`
}

function kebab(name: string): string {
  return name.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)
}
