/** What names an ERP system: log lines, spans and head lines. */
import type { Log, Tracer } from '../tools/index.ts'
import type { SystemRole } from '../config/landscape.ts'

/** One object per request, so methods of a class: closures would be created for each of them. */
class SystemLog implements Log {
  readonly #log: Log
  readonly #system: string

  constructor(log: Log, system: string) {
    this.#log = log
    this.#system = system
  }

  debug(facts: object, message: string): void {
    this.#log.debug({ system: this.#system, ...facts }, message)
  }
  info(facts: object, message: string): void {
    this.#log.info({ system: this.#system, ...facts }, message)
  }
  warn(facts: object, message: string): void {
    this.#log.warn({ system: this.#system, ...facts }, message)
  }
  error(facts: object, message: string): void {
    this.#log.error({ system: this.#system, ...facts }, message)
  }
}

/** The same log; each line has the field `system`. */
export function withSystem(log: Log, system: string): Log {
  return new SystemLog(log, system)
}

/** The same tracer; each span has the attribute `erp_bridge.system`. */
export function tracerOf(tracer: Tracer, system: string): Tracer {
  return {
    begin: (name, options) =>
      tracer.begin(name, {
        ...options,
        attributes: { ...options.attributes, 'erp_bridge.system': system }
      })
  }
}

/** Name and role as they stand in head lines; undefined where there is one system. */
export function labelOf(
  described: { readonly name: string; readonly role?: SystemRole | undefined } | undefined
): string | undefined {
  if (described === undefined) return undefined
  return described.role === undefined ? described.name : `${described.name} (${described.role})`
}
