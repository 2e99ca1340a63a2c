/** One ERP system as the bridge serves it: its tools, rules, keys and connections. */
import type { ProxySettings } from '../config/config.ts'
import type { Secrets } from '../config/secrets.ts'
import { defaultSystemName } from '../config/landscape.ts'
import type { Landscape, Origins, SystemEntry, SystemRole } from '../config/landscape.ts'
import type { ConnectionLimiter, ErpCallMetrics } from '../erp-client/index.ts'
import {
  changeNotice,
  createFeatureProbe,
  createGitCredentials,
  createPolicy,
  createRegistry,
  tools as builtInTools
} from '../tools/index.ts'
import type {
  AuditGate,
  CallEffect,
  Caller,
  Log,
  LongCalls,
  Policy,
  Registry,
  RegistryOptions,
  ResultForm,
  TokenSigner,
  Tool,
  ToolEvent,
  ToolSession,
  Tracer
} from '../tools/index.ts'
import { logonOf } from './logon-of.ts'
import { createTechnicalUser } from './erp-connections.ts'
import type { ErpConnections } from './erp-connections.ts'
import { featureStates } from './features.ts'
import type { InFlight } from './in-flight.ts'
import { erpOptions, limitsOf, placeOf, policyOptions, registryOptions } from './options.ts'
import type { SystemTarget } from './options.ts'
import { anyCaller, createFirstLooks, probedErp } from './system-probe.ts'
import type { RecordingState, SystemRecording } from './recording.ts'
import { createPlaceState } from './place-state.ts'
import type { HaltResource, PlaceResources, PlaceState, ProcessResource } from './place-state.ts'
import { recordsOf } from './records.ts'
import type { SystemJournal } from './records.ts'
import { settingTitles } from './setting-titles.ts'
import { labelOf, tracerOf, withSystem } from './system-labels.ts'

export interface System {
  /** In every event, log line, span and metric of the system. */
  readonly name: string
  /** Undefined where flags and variables describe the one system. */
  readonly described: SystemDescription | undefined
  /** Origin and client of the ERP. Signed tokens are valid at this place only. */
  readonly place: string
  readonly registry: Registry
  readonly policy: Policy
  readonly limits: ToolSession['limits']
  readonly signer: TokenSigner
  readonly connections: ErpConnections
  /** Undefined where nothing is recorded. */
  readonly recording: (() => RecordingState) | undefined
  /** What the client turned out to be, in words. */
  clientWords(): string | undefined
  /** Throws what `connections.accessOf` throws. */
  session(caller: Caller, log: Log): ToolSession
  /**
   * Asks the ERP in the background for the features that the settings leave open. With principal
   * propagation there is no user for that: the session of the first caller does it.
   */
  probeFeatures(): void
  /** The system is no longer served: what its ERP answers from now on changes no list. */
  withdraw(): void
  /** Closes the connections to the ERP. */
  close(): Promise<void>
}

/** What a systems file says of a system, for people and agents. */
export interface SystemDescription {
  readonly name: string
  readonly title?: string | undefined
  readonly role?: SystemRole | undefined
  /** Settings that do not stand in the entry of the file alone. */
  readonly origins?: Origins | undefined
}

/** What the process has once and lends to all its systems. */
export interface SystemResources extends PlaceResources, HaltResource, ProcessResource {
  readonly log: Log
  /** Largest request body in bytes. */
  readonly bodyLimit: number
  /** Bytes of one answer at the most, where the limit for models does not apply. */
  readonly answerBytes?: number | undefined
  /** The short tool list. */
  readonly compact?: boolean | undefined
  /** Whether answers have a structured half. */
  readonly resultForm?: ResultForm | undefined
  readonly proxy?: ProxySettings | undefined
  /** What an earlier system of this place left; a new state if left out. */
  readonly placeState?: PlaceState | undefined
  /** Receives the calls that may continue after their answer. */
  readonly inFlight?: InFlight | undefined
  readonly secrets?: Pick<Secrets, 'redact' | 'source'> | undefined
  /** Decides before a call whether it can be recorded. */
  readonly audit?: AuditGate | undefined
  /** Records changes; the systems of a process share it. */
  readonly journal?: SystemJournal | undefined
  readonly observers: readonly ((event: ToolEvent) => void)[]
  readonly tracer?: Tracer | undefined
  /** Receives each round trip to the ERP. */
  readonly observe?: ((exchange: ErpCallMetrics) => void) | undefined
  /** The recording of the exchanges, which ends with the system. */
  readonly recording?: SystemRecording | undefined
  /** The connections of all identities; given where several callers share them. */
  readonly connectionLimiter?: ConnectionLimiter | undefined
  /** False: features stay unknown instead of being read from the ERP in the background. */
  readonly probesFeatures?: boolean | undefined
  /** Whether the ERP is the embedded sandbox; the ERP itself says so where it is undefined. */
  readonly isSandbox?: boolean | undefined
  /** Connections per user; those of the technical user if left out. */
  readonly connections?: ErpConnections | undefined
  /** Tools instead of the built-in ones. */
  readonly tools?: readonly Tool[] | undefined
  /** Another registry than the one of `tools`. */
  readonly createRegistry?: ((options: RegistryOptions) => Registry) | undefined
  /** The other systems of a caller, for comparisons. */
  readonly otherSystems?: ((caller: Caller, log: Log) => ToolSession['otherSystems']) | undefined
}

/**
 * Connects to nothing: `probeFeatures` does, or the first call that needs the ERP. Without
 * `connections` that call throws a TypeError where the configuration names no technical user.
 */
export function createSystem(
  config: SystemTarget,
  resources: SystemResources,
  described?: SystemDescription
): System {
  const name = described?.name ?? defaultSystemName
  const log = withSystem(resources.log, name)
  const { secrets, audit, tracer, inFlight } = resources
  const place = placeOf(config, { name: described?.name })
  const placeState = resources.placeState ?? createPlaceState(place, resources)
  const target = { ...config, label: labelOf(described) }
  const connections = connectionsOf(target, { ...resources, log })
  const policy = policyOf(config, described)
  const lent = { ...resources, log, connections, placeState, policy }
  const { registry, probe } = catalogOf(config, lent, described)
  const parts = {
    ...{ system: name, ...logonOf(config), cleanCoreData: config.cleanCoreData },
    registry,
    policy,
    limits: limitsOf(config, resources),
    confirmation: { mode: config.confirm, signer: placeState.signer, used: placeState.used },
    ...{ twin: resources.twin, ...callsOf(placeState, inFlight) },
    ...{ audit, ...recordsOf(config, { ...lent, place, ...placeState, role: described?.role }) },
    gitCredentials: gitCredentialsOf(config, { log, secrets }),
    observers: [...resources.observers, changeNotice(registry)],
    redact: secrets?.redact,
    ...(tracer === undefined ? {} : { tracer: tracerOf(tracer, name) })
  }
  const looks = createFirstLooks(probe, connections, { ...resources, access: parts.journal })
  return {
    name,
    described,
    place,
    ...{ registry, policy },
    limits: parts.limits,
    signer: placeState.signer,
    connections,
    recording: resources.recording?.state,
    clientWords: () => parts.client?.words(),
    session(caller, requestLog) {
      const access = connections.accessOf(caller)
      const otherSystems = resources.otherSystems?.(caller, requestLog)
      return {
        ...parts,
        ...(otherSystems === undefined ? {} : { otherSystems }),
        caller: access.caller,
        erp: probedErp(access.erp, probe, resources),
        log: withSystem(requestLog, name)
      }
    },
    probeFeatures: () => looks.start(),
    withdraw: () => looks.end(),
    async close() {
      looks.end()
      await connections.close()
    }
  }
}

/** The calls that a client comes back to. */
function callsOf(
  { kept, running }: PlaceState,
  inFlight: InFlight | undefined
): Pick<ToolSession, 'kept' | 'running'> {
  return { kept, running: inFlight === undefined ? running : counted(running, inFlight) }
}

/** The calls of this system among those of its place, so that its connections outlast them. */
function counted(running: LongCalls, inFlight: InFlight): LongCalls {
  return {
    ...running,
    orHandle: async (call, start, handedOver) => {
      const begin = async () => {
        const ended = inFlight.begin('call')
        try {
          return await start()
        } finally {
          ended()
        }
      }
      return await running.orHandle(call, begin, handedOver)
    }
  }
}

function policyOf(config: SystemTarget, described: SystemDescription | undefined): Policy {
  const options = policyOptions(config)
  return createPolicy(
    described === undefined ? options : { ...options, settingTitle: settingTitles(described) }
  )
}

/** What a systems file says of the system; undefined where flags and variables describe it. */
export function describedIn(
  { file }: Landscape,
  { name, title, role, origins }: SystemEntry
): SystemDescription | undefined {
  return file === undefined ? undefined : { name, title, role, origins }
}

/** Those that were given, or of a technical user; with the recording, which ends after them. */
function connectionsOf(config: SystemTarget, resources: SystemResources): ErpConnections {
  const { recording } = resources
  const open = resources.connections ?? technicalUser(config, resources)
  if (recording === undefined) return open
  const close = async () => {
    await recording.settle()
    await open.close()
    await recording.close()
  }
  return { ...recording.guard(open), close }
}

function technicalUser(config: SystemTarget, resources: SystemResources): ErpConnections {
  const { log, observe, proxy, secrets, connectionLimiter, recording } = resources
  return createTechnicalUser(
    () => ({
      log,
      observe,
      exchanges: recording?.observer,
      redact: secrets?.redact,
      learn: secrets?.source(),
      ...(connectionLimiter === undefined ? {} : { connectionLimiter }),
      ...erpOptions({ ...config, proxy: config.proxy ?? proxy })
    }),
    { isShared: connectionLimiter !== undefined }
  )
}

/** The tools of the system, with the features that its ERP turns out to have. */
function catalogOf(
  config: SystemTarget,
  resources: SystemResources & { readonly connections: ErpConnections; readonly policy: Policy },
  described: SystemDescription | undefined
) {
  const {
    log,
    compact = false,
    resultForm: results,
    isSandbox,
    connections,
    placeState,
    policy
  } = resources
  const probe = createFeatureProbe(featureStates(config), {
    log,
    onChange: () => registry.changed({ what: 'tools' })
  })
  const options = {
    ...registryOptions({ ...config, compact, results }, () => isSandbox ?? connections.isSandbox()),
    features: probe.features,
    isMissing: probe.isMissing,
    notices: placeState?.notices,
    permits: (effect: CallEffect) => policy.decide(effect, undefined, anyCaller).allow,
    ...(described === undefined ? {} : { system: described })
  }
  const { tools = builtInTools } = resources
  const registry: Registry = resources.createRegistry?.(options) ?? createRegistry(tools, options)
  return { registry, probe }
}

function gitCredentialsOf(
  { gitCredentialsFile: path }: SystemTarget,
  { log, secrets }: Pick<SystemResources, 'log' | 'secrets'>
) {
  return path === undefined
    ? undefined
    : createGitCredentials({ path, log, learn: secrets?.source() })
}
