/**
 * Requests to identity providers: bounded in time and size, without redirects, through the
 * configured proxy and authorities.
 */
import { readFileSync } from 'node:fs'
import { getCACertificates } from 'node:tls'
import { EnvHttpProxyAgent, errors, request } from 'undici'
import type { Dispatcher } from 'undici'
import { documentDepth, readJson } from '../config/json-text.ts'
import type { ErpOptions } from '../erp-client/index.ts'

export interface OutboundOptions {
  /** The standard proxy variables; an empty text means none. */
  readonly proxy?:
    { readonly https: string; readonly http: string; readonly no: string } | undefined
  /** Further certificate authorities, PEM. */
  readonly caFile?: string | undefined
  /** A client certificate, for platform bindings that have one instead of a secret. */
  readonly identity?: { readonly cert: string; readonly key: string } | undefined
  /** Milliseconds for a whole exchange. */
  readonly timeoutMs?: number | undefined
}

export interface Outbound {
  readonly dispatcher: Dispatcher
  /** The same; the observer receives every complete answer with status 200. */
  observed(onBody: (body: Buffer) => void): Dispatcher
  /**
   * A JSON document. Throws when it cannot be had in time, in size, at that very address, or is no
   * JSON.
   */
  getJson(url: URL): Promise<unknown>
  close(): Promise<void>
}

/** The proxy of an ERP client, in the form of this module. */
export function proxyOf(proxy: ErpOptions['proxy']): NonNullable<OutboundOptions['proxy']> {
  const { https = '', http = '', no = '' } = proxy ?? {}
  return { https, http, no }
}

export const outboundBounds = { timeoutMs: 5000, bytes: 262_144 } as const

export function createOutbound({
  proxy,
  caFile,
  identity,
  timeoutMs = outboundBounds.timeoutMs
}: OutboundOptions): Outbound {
  const ca =
    caFile === undefined
      ? {}
      : { ca: [...getCACertificates('default'), readFileSync(caFile, 'utf8')] }
  const connect = { ...ca, ...identity, timeout: timeoutMs, allowH2: false }
  const { https: httpsProxy = '', http: httpProxy = '', no: noProxy = '' } = proxy ?? {}
  // Both are needed: one holds for tunnelled connections, the other for those past the proxy.
  const agent = new EnvHttpProxyAgent({
    httpProxy,
    httpsProxy,
    noProxy,
    connect,
    requestTls: connect,
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    maxResponseSize: outboundBounds.bytes,
    connections: 4
  })
  const bounded = agent.compose(
    dispatch => (options, handler) => dispatch(options, deadline(handler, timeoutMs))
  )
  return {
    dispatcher: bounded,
    observed: onBody =>
      bounded.compose(
        dispatch => (options, handler) => dispatch(options, observer(handler, onBody))
      ),
    async getJson(url) {
      const { statusCode, body } = await request(url, {
        dispatcher: bounded,
        headers: { accept: 'application/json' }
      })
      if (statusCode !== 200) {
        await body.dump()
        throw new Error(`${url.href} answers ${statusCode}`)
      }
      const document = await body.bytes()
      try {
        return readJson(document, documentDepth)
      } catch (cause) {
        throw new Error(`the answer of ${url.href} ${(cause as Error).message}`, { cause })
      }
    },
    close: () => agent.destroy()
  }
}

type Handler = Dispatcher.DispatchHandler

/** Hands everything on; a base for what listens in. */
function passOn(handler: Handler): Handler {
  return {
    onRequestStart: (controller, context) => handler.onRequestStart?.(controller, context),
    onRequestUpgrade: (...upgrade) => handler.onRequestUpgrade?.(...upgrade),
    onResponseStart: (...start) => handler.onResponseStart?.(...start),
    onResponseData: (controller, chunk) => handler.onResponseData?.(controller, chunk),
    onResponseEnd: (controller, trailers) => handler.onResponseEnd?.(controller, trailers),
    onResponseError: (controller, error) => handler.onResponseError?.(controller, error)
  }
}

/**
 * For the whole exchange: the timeouts of the agent begin anew with every byte of a dripping
 * answer.
 */
function deadline(handler: Handler, ms: number): Handler {
  let timer: NodeJS.Timeout | undefined
  const next = passOn(handler)
  return {
    ...next,
    onRequestStart(controller, context) {
      timer = setTimeout(
        () =>
          controller.abort(new errors.HeadersTimeoutError(`no whole answer within ${ms / 1000} s`)),
        ms
      )
      next.onRequestStart?.(controller, context)
    },
    onResponseEnd(controller, trailers) {
      clearTimeout(timer)
      next.onResponseEnd?.(controller, trailers)
    },
    onResponseError(controller, error) {
      clearTimeout(timer)
      next.onResponseError?.(controller, error)
    }
  }
}

function observer(handler: Handler, onBody: (body: Buffer) => void): Handler {
  const chunks: Buffer[] = []
  let good = false
  const next = passOn(handler)
  return {
    ...next,
    onResponseStart(...start) {
      good = start[1] === 200
      next.onResponseStart?.(...start)
    },
    onResponseData(controller, chunk) {
      if (good) chunks.push(chunk)
      next.onResponseData?.(controller, chunk)
    },
    onResponseEnd(controller, trailers) {
      if (good) onBody(Buffer.concat(chunks))
      next.onResponseEnd?.(controller, trailers)
    }
  }
}
