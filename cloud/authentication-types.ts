/**
 * The authentication types of HTTP destinations: how each one logs on at the ERP, or why it is
 * refused. Names: SAP-docs/btp-connectivity, client-authentication-types-for-http-destinations-4e13a04.md
 * and find-destination-response-structure-83a3f3b.md; SAP/cloud-sdk-js,
 * packages/connectivity/src/scp-cf/destination/destination-service-types.ts. That of the Neo environment,
 * and `OAuth2TokenExchange`, are named by other pages and clients.
 */

export interface AuthenticationType {
  /** Each caller as their own user, or one user of the destination for all. */
  readonly users: 'own' | 'one'
  /** What logs on: headers of the answer, a certificate of it, or the Cloud Connector. */
  readonly by: 'headers' | 'certificate' | 'cloud-connector'
  readonly proxyTypes: readonly ('Internet' | 'PrivateLink' | 'OnPremise')[]
}

const direct = ['Internet', 'PrivateLink'] as const
const perCaller: AuthenticationType = { users: 'own', by: 'headers', proxyTypes: direct }

export const supported: Readonly<Record<string, AuthenticationType>> = {
  PrincipalPropagation: { users: 'own', by: 'cloud-connector', proxyTypes: ['OnPremise'] },
  OAuth2UserTokenExchange: perCaller,
  OAuth2JWTBearer: perCaller,
  OAuth2SAMLBearerAssertion: perCaller,
  OAuth2TokenExchange: perCaller,
  SAMLAssertion: perCaller,
  BasicAuthentication: { users: 'one', by: 'headers', proxyTypes: [...direct, 'OnPremise'] },
  OAuth2Password: { users: 'one', by: 'headers', proxyTypes: direct },
  ClientCertificateAuthentication: { users: 'one', by: 'certificate', proxyTypes: direct }
}

/** Words that continue "the authentication type … is not used here: ". */
export const refusedTypes: Readonly<Record<string, string>> = {
  NoAuthentication: 'ADT works with a user alone',
  OAuth2ClientCredentials:
    'its token is of a program, and ADT answers 401 to what is no business user',
  OAuth2TechnicalUserPropagation:
    'its token is of a program, and ADT answers 401 to what is no business user',
  OAuth2AuthorizationCode: 'it needs a code of a browser for each user, which a server has not',
  OAuth2RefreshToken: 'it needs a refresh token of each user, which a server has not',
  AppToAppSSO: 'it is for applications of the Neo environment',
  SAPAssertionSSO: 'it is for applications of the Neo environment'
}
