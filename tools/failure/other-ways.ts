/** Other ways to the same end: those that an answer names, and those that the client takes itself. */

/**
 * A way that only some systems have: those that offer the service of another row (its name), or
 * those with transactions and tables of the standard (`standard`), which the sandbox lacks.
 */
export interface ConditionalWay {
  readonly way: string
  readonly needs: 'standard' | 'dumps' | 'dataPreview' | 'debugger' | 'packages'
}

export type Way = string | ConditionalWay

export function wayWords(ways: readonly Way[]): string {
  return ways.map(way => (typeof way === 'string' ? way : way.way)).join(' ')
}

export interface OtherWay {
  readonly on: string
  readonly way: string
}

/**
 * Other ways of older releases to the same end, which the client takes by itself. The column
 * `otherWays` of an action names its rows.
 */
export const otherWays = {
  tableAsStructure: {
    on: '7.50',
    way: 'A table is read among the structures; the head line says so.'
  },
  olderDocument: {
    on: '7.50 and older',
    way: 'Documents are written in the older media type that the release accepts.'
  },
  readOneByOne: {
    on: '7.50 and older',
    way: 'Text in the sources of a package or of named objects is found by reading them one by one; the answer says how far it came.'
  },
  classicRequest: {
    on: '7.50 and older',
    way: 'The classic service creates a workbench request for the package that is named.'
  },
  olderTransportAddress: {
    on: '7.40',
    way: 'The transport services are asked for at their older address, /sap/bc/cts.'
  },
  noPackageText: {
    on: '7.40',
    way: 'A package is listed without its description; the head line says so.'
  },
  callsInSources: {
    on: '7.40',
    way: 'Calls are followed in the sources; where a block is called from is left open, which the answer says.'
  }
} as const satisfies Readonly<Record<string, OtherWay>>

export type OtherWayName = keyof typeof otherWays
