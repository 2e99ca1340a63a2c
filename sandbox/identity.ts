/** What a system is: its name in the landscape, its role and where its transport routes lead. */

/** The roles of a landscape, in the order of its transport routes. */
export const systemRoles = ['development', 'test', 'production'] as const
export type SystemRole = (typeof systemRoles)[number]

/** A system that requests can be released for. */
export interface TransportTarget {
  readonly name: string
  readonly description: string
  /** Whether what is released for it is exported; a virtual system receives nothing. */
  readonly exported: boolean
}

export interface SystemIdentity {
  /** The system id: three characters. */
  readonly id: string
  readonly client: string
  readonly role: SystemRole
  /** Whether repository objects can be changed in it by anything but an import. */
  readonly modifiable: boolean
  /** The first is the target of its own transport layer. */
  readonly targets: readonly TransportTarget[]
  /** SID of the system where the objects of the seed are developed. */
  readonly original: string
  /** Whether an import adds versions (transport parameter VERS_AT_IMP). */
  readonly versionsAtImport: boolean
}

/** A system that stands alone: what it releases is recorded and exported nowhere. */
export const standaloneIdentity: SystemIdentity = {
  id: 'SBX',
  client: '001',
  role: 'development',
  modifiable: true,
  targets: [
    {
      name: 'VRT',
      description: 'Virtual system: releases are recorded and exported nowhere',
      exported: false
    }
  ],
  original: 'SBX',
  versionsAtImport: false
}

/** The transport layer of a system's own developments. */
export function layerOf(systemId: string): string {
  return `Z${systemId}`
}
