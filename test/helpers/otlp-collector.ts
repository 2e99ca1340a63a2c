/** A collector of OpenTelemetry that keeps what it gets over OTLP. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { TestContext } from 'node:test'

interface Attribute {
  readonly key: string
  readonly value: { readonly stringValue?: string; readonly intValue?: number }
}
interface OtlpSpan {
  readonly name: string
  readonly kind: number
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly attributes: readonly Attribute[]
  readonly status: { readonly code?: number }
}
interface Otlp {
  readonly resourceSpans?: readonly {
    readonly resource: { readonly attributes: readonly Attribute[] }
    readonly scopeSpans: readonly { readonly spans: readonly OtlpSpan[] }[]
  }[]
  readonly resourceMetrics?: readonly {
    readonly scopeMetrics: readonly { readonly metrics: readonly { readonly name: string }[] }[]
  }[]
}

/** An HTTP server that ends with the test. @returns its URL */
export async function serve(
  t: TestContext,
  handler: (request: IncomingMessage, response: ServerResponse) => void
): Promise<string> {
  const server: Server = createServer(handler).listen(0, '127.0.0.1')
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** Starts one, with all that it got. */
export async function collector(t: TestContext) {
  const got: { path: string; body: string }[] = []
  const url = await serve(t, (request, response) => {
    void text(request).then(body => {
      got.push({ path: request.url ?? '', body })
      response.setHeader('content-type', 'application/json').end('{}')
    })
  })
  const all = () => got.map(({ body }) => JSON.parse(body) as Otlp)
  return {
    url,
    got,
    resources: () =>
      all().flatMap(({ resourceSpans = [] }) =>
        resourceSpans.map(({ resource }) => resource.attributes)
      ),
    spans: () =>
      all().flatMap(({ resourceSpans = [] }) =>
        resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans))
      ),
    metrics: () =>
      new Set(
        all().flatMap(({ resourceMetrics = [] }) =>
          resourceMetrics.flatMap(({ scopeMetrics }) =>
            scopeMetrics.flatMap(({ metrics }) => metrics.map(({ name }) => name))
          )
        )
      )
  }
}
