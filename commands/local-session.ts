/** What the commands of a shell share: the settings, and a session like that of stdio. */
import { createAudit } from '../audit.ts'
import { loadConfig } from '../config/config.ts'
import type { Config, Environment } from '../config/config.ts'
import { createErp } from '../erp-client/index.ts'
import type { Erp } from '../erp-client/index.ts'
import { registerConfigSecrets } from '../config/known-secrets.ts'
import { createLog } from '../log.ts'
import { createSecrets } from '../config/secrets.ts'
import { setting, settingNames, variableOf } from '../config/settings.ts'
import {
  createGitCredentials,
  createPolicy,
  createRegistry,
  createLongCalls,
  createTokenSigner,
  createUsedTokens,
  tools
} from '../tools/index.ts'
import type { ToolSession } from '../tools/index.ts'
import { erpOptions, limitsOf, placeOf, policyOptions, registryOptions } from '../wiring.ts'

export interface LocalSession {
  readonly config: Config
  readonly session: ToolSession
  close(): Promise<void>
}

/** A shell serves no clients, so it does not matter that nothing closes the door to them. */
function withoutDoor(env: Environment): Environment {
  const names = settingNames
    .filter(name => setting(name).group === 'Client authentication')
    .map(variableOf)
  const known = new Set(names.flatMap(name => [name, `${name}_FILE`]))
  const isWanted = ([name, value]: [string, string | undefined]) =>
    !known.has(name) || (value?.trim() !== '' && name !== 'ERP_REQUIRE_AUTH')
  return Object.fromEntries(Object.entries(env).filter(isWanted))
}

/** Reads the settings as the bridge itself would. Throws ConfigError. */
export function openSession(
  flags: readonly string[],
  env: Environment,
  secrets = createSecrets()
): LocalSession {
  // Whatever fails is said by the command itself. The transport is that of the bridge whose
  // settings these are, not of a shell.
  const { config } = loadConfig(
    [...flags.filter(flag => flag !== '--require-auth'), '--transport', 'http-streamable'],
    { ...withoutDoor(env), ERP_LOG_LEVEL: env['ERP_LOG_LEVEL'] ?? 'error' }
  )
  const { redact, redactLine } = registerConfigSecrets(secrets, config)
  const log = createLog(config, undefined, secrets)
  const signer = createTokenSigner(config.stateKey, { place: placeOf(config) })
  const audit =
    config.auditFile === undefined
      ? undefined
      : createAudit({ log, level: config.audit, file: config.auditFile, redactLine })
  let erp: Erp | undefined
  const session: ToolSession = {
    caller: {
      principal: { name: 'local', kind: 'local' },
      scopes: new Set(['read', 'write', 'admin']),
      method: 'local'
    },
    registry: createRegistry(
      tools,
      registryOptions(config, () => erp?.reader.system.sandbox)
    ),
    policy: createPolicy(policyOptions(config)),
    erp: () => (erp ??= createErp({ log, redact, learn: secrets.source(), ...erpOptions(config) })),
    log,
    // No model reads along.
    limits: { ...limitsOf(config), bytes: config.bodyLimit },
    confirmation: { mode: config.confirm, signer, used: createUsedTokens() },
    gitCredentials:
      config.gitCredentialsFile === undefined
        ? undefined
        : createGitCredentials({ path: config.gitCredentialsFile, log, learn: secrets.source() }),
    // A shell waits: there is nobody to collect a handle later.
    running: createLongCalls({ signer, afterMs: 2_000_000_000 }),
    audit,
    redact,
    observers: audit === undefined ? [] : [audit.observe]
  }
  return {
    config,
    session,
    close: async () => {
      await erp?.close()
    }
  }
}

/** Own words of a command, and what belongs to the bridge's settings. */
export function splitArguments(
  argv: readonly string[],
  own: readonly string[]
): { words: string[]; switches: ReadonlySet<string>; flags: string[] } {
  const first = argv.findIndex(argument => argument.startsWith('-') && !own.includes(argument))
  const before = first === -1 ? argv : argv.slice(0, first)
  const after = first === -1 ? [] : argv.slice(first)
  const switches = new Set(argv.filter(argument => own.includes(argument)))
  return {
    words: before.filter(argument => !own.includes(argument)),
    switches,
    flags: after.filter(argument => !own.includes(argument))
  }
}
