/** The registry, and a session for whoever calls. */
import fp from 'fastify-plugin'
import type { Secrets } from '../config/secrets.ts'
import {
  changeNotice,
  createFeatureProbe,
  createGitCredentials,
  createRegistry,
  createLongCalls,
  createTokenSigner,
  createUsedTokens
} from '../tools/index.ts'
import type {
  AuditGate,
  Caller,
  ConfirmMode,
  Log,
  Registry,
  RegistryOptions,
  TokenSigner,
  Tool,
  ToolEvent,
  ToolSession
} from '../tools/index.ts'

export interface ToolsOptions {
  readonly tools: readonly Tool[]
  readonly registry: RegistryOptions
  /** Another registry than the one made of `tools`. */
  readonly createRegistry?: ((options: RegistryOptions) => Registry) | undefined
  /** The secret that all replicas share; a new one if left out. */
  readonly stateKey?: string | undefined
  /** The ERP system, which everything signed is bound to. */
  readonly place: string
  readonly confirm: ConfirmMode
  /** After how long a long call answers with a handle, in milliseconds. */
  readonly handOverMs?: number | undefined
  readonly limits: ToolSession['limits']
  /** The operator's file for git servers. */
  readonly gitCredentialsFile?: string | undefined
  readonly observers: readonly ((event: ToolEvent) => void)[]
  /** Asked before a call that must be recorded. */
  readonly audit?: AuditGate | undefined
  readonly secrets?: Secrets | undefined
}

declare module 'fastify' {
  interface FastifyInstance {
    tools: {
      readonly registry: Registry
      readonly signer: TokenSigner
      session(caller: Caller, log: Log): ToolSession
    }
  }
}

export default fp<ToolsOptions>(
  async (
    app,
    {
      handOverMs,
      tools,
      registry: given,
      createRegistry: makeRegistry,
      stateKey,
      place,
      confirm,
      limits,
      gitCredentialsFile: path,
      observers: others,
      audit,
      secrets
    }
  ) => {
    const probe = createFeatureProbe(
      typeof given.features === 'function' ? given.features() : given.features,
      { log: app.log, told: () => registry.changed({ what: 'tools' }) }
    )
    const options = { ...given, features: probe.features, isMissing: probe.isMissing }
    const registry = makeRegistry?.(options) ?? createRegistry(tools, options)
    const signer = createTokenSigner(stateKey, { place })
    const confirmation = { mode: confirm, signer, used: app.shared?.used ?? createUsedTokens() }
    const running = createLongCalls({ signer, afterMs: handOverMs, shared: app.shared?.results })
    const observers = [...others, changeNotice(registry)]
    const gitCredentials =
      path === undefined
        ? undefined
        : createGitCredentials({ path, log: app.log, learn: secrets?.source() })
    const { policy, telemetry } = app
    const session = (caller: Caller, log: Log): ToolSession => {
      const { caller: known, erp } = app.erpAs(caller)
      return {
        caller: known,
        erp: probe.watch(erp),
        registry,
        policy,
        log,
        limits,
        confirmation,
        running,
        audit,
        gitCredentials,
        observers,
        redact: secrets?.redact,
        ...(telemetry === undefined ? {} : { tracer: telemetry.tracer })
      }
    }
    app.decorate('tools', { registry, signer, session })
  },
  { name: 'tools', fastify: '5.x', dependencies: ['safety', 'principal', 'shared'] }
)
