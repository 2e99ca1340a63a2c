/** The caller of a tool: identity, scopes and credential, as the authentication established them. */

/** What a credential may grant. None implies another: `write` does not include `read`. */
export type Scope = 'read' | 'write' | 'admin'

/** Scopes, and the names of the systems where they hold, * as wildcard; everywhere without names. */
export interface Grant {
  readonly scopes: readonly Scope[]
  readonly systems?: readonly string[] | undefined
  /** As `Caller.approves`. */
  readonly approves?: true
}

export interface Principal {
  /** For logs and audit. Two identities may have the same name. */
  readonly name: string
  readonly kind: 'local' | 'anonymous' | 'key' | 'user'
  /** Identifies the principal: method, issuer and subject. Without it kind and name do. */
  readonly id?: string
  /**
   * The user name as the identity provider states it, for propagation; absent where the credential
   * names no user.
   */
  readonly login?: string
  /** The user at the ERP, where it is known to differ from the technical one. */
  readonly erpUser?: string
}

/**
 * The member with the credential itself, for services that log the caller on at the ERP. A symbol
 * and a function, so that no log, audit or JSON of a caller has it.
 */
export const userToken = Symbol('token of the user')

export interface Caller {
  readonly principal: Principal
  readonly scopes: ReadonlySet<Scope>
  readonly method: 'local' | 'none' | 'api-key' | 'oidc' | 'platform' | 'host'
  /** The program that the credential was issued to, or the owner of a key. */
  readonly client?: string
  /** Fingerprint of the credential, as it stands in the log. */
  readonly tokenId?: string
  /** Seconds since 1970 at which the credential ends. */
  readonly expiresAt?: number
  /** Absent where the credential is no token of an identity provider. */
  readonly [userToken]?: () => string
  /**
   * Packages outside which this caller may change nothing, whatever else is permitted; * as
   * wildcard.
   */
  readonly packages?: readonly string[]
  /**
   * Where the scopes hold, for a credential that is limited to some ERP systems; `scopes` has all of
   * them until `callerAt` has narrowed it to one system.
   */
  readonly grants?: readonly Grant[]
  /** Decides about waiting changes of others without scope admin. It permits nothing else. */
  readonly approves?: true
  /**
   * Further names of the person, by which an approver is found to be the requester. Nothing else
   * uses them.
   */
  readonly aliases?: readonly string[]
}
