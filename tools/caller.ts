/** What a credential may grant. None implies another: `write` does not include `read`. */
export type Scope = 'read' | 'write' | 'admin'

export interface Principal {
  readonly name: string
  readonly kind: 'local' | 'anonymous' | 'key' | 'user'
  /** The user at the ERP, where it is known to differ from the technical one. */
  readonly erpUser?: string
}

/** Who asks, as the authentication in front of the tools established it. */
export interface Caller {
  readonly principal: Principal
  readonly scopes: ReadonlySet<Scope>
  readonly method: 'local' | 'none' | 'api-key' | 'oidc' | 'platform' | 'host'
  readonly client?: string
  readonly tokenId?: string
}
