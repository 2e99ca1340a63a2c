/** The types that route files declare and handlers work with: route, request and answer. */
import type { IncomingHttpHeaders } from 'node:http'
import type { System } from '../system.ts'
import type { SecuritySession, StatefulContext } from './logon/sessions.ts'
import type { XmlElement } from './xml-reader.ts'

/**
 * What a file in `routes/` declares. The discovery document is made of these declarations, so what
 * is served and what is announced cannot differ.
 */
export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /**
   * The path below `/sap/bc/adt`, e.g. `/oo/classes/{name}/source/main`; from the server's root
   * when it begins with `/sap/` or `/sandbox/`.
   * `{name}` is one segment, percent-decoded. A GET also serves HEAD. Literal segments win over
   * parameters.
   */
  readonly path: string
  /**
   * Media types of the answer, best first; the one the client asked for first is taken, none of
   * them is 406. Left out: no check.
   */
  readonly produces?: readonly string[]
  /**
   * Vendor media types of the request body; `application/*`, XML and text are always understood.
   */
  readonly accepts?: readonly string[]
  /** The entry in the discovery document, when the path is a collection. */
  readonly collection?: Collection
  /** Served without log-on. */
  readonly open?: boolean
  readonly handler: (request: Request) => Answer | Promise<Answer>
}

export interface Collection {
  /** Title of the workspace the entry stands in; several entries may share one. */
  readonly workspace: string
  readonly title: string
  /** Scheme, below `http://www.sap.com/adt/categories/` unless it is a whole URL, and term. */
  readonly category: readonly [scheme: string, term: string]
  /** The content of `app:accept`; the route's `accepts` by default. */
  readonly accept?: readonly string[]
  readonly templates?: readonly Template[]
}

export interface Template {
  readonly rel: string
  readonly template: string
  readonly title?: string
  readonly type?: string
}

/** One request, after log-on, CSRF check and session. */
export interface Request {
  readonly system: System
  readonly user: string
  readonly language: string
  readonly session: SecuritySession
  /** The ABAP session that holds locks; absent in a stateless request. */
  readonly context: StatefulContext | undefined
  readonly params: Readonly<Record<string, string>>
  readonly query: URLSearchParams
  readonly headers: IncomingHttpHeaders
  /** Over TLS. */
  readonly secure: boolean
  /** Everything that is served, for the documents that are made of it. */
  readonly routes: readonly Route[]
  /** Path as sent, without the query. */
  readonly path: string
  readonly body: Buffer
  /** The negotiated media type of the answer, when the route declares `produces`; else empty. */
  readonly type: string
  /** A parameter of the path that must be there. */
  param(name: string): string
  /**
   * A query parameter that must be there and not be empty; 400 `ExceptionParameterNotFound`
   * otherwise.
   */
  required(name: string): string
  /**
   * The body as text in the declared charset, without byte-order mark; 400 when the bytes do not
   * fit.
   */
  text(): string
  /** The body as XML; 400 when it is not. */
  xml(): XmlElement
}

export interface Answer {
  /** 200 when left out. */
  readonly status?: number
  /** Content type; the negotiated one when left out and there is a body. */
  readonly type?: string
  readonly headers?: Readonly<Record<string, string | readonly string[]>>
  readonly body?: string | Buffer
}
