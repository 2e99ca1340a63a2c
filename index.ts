/**
 * The package: the bridge as a Fastify plugin, its metadata as a second one, and what a host needs
 * beside them.
 */
export { default, default as bridge, discovery } from './app.ts'
export type { BridgeOptions } from './app.ts'
export { ConfigError } from './config/config.ts'
export type { ConfigOptions, ProxySettings, Settings } from './config/config.ts'
export { redactPaths } from './log.ts'
export type { HostCaller } from './plugins/auth/host.ts'
export { createSecrets } from './config/secrets.ts'
export type { Secrets } from './config/secrets.ts'
export { callerOf } from './plugins/context.ts'
export type { Caller, Scope, Tool, ToolEvent } from './tools/index.ts'
