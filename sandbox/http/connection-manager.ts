/** Answers of the connection manager (ICM), which refuses a request before ABAP sees it. */
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { PlainError } from './errors.ts'

/** `icm/HTTP/max_request_size_KB` as delivered: 102,400 KB. */
export const defaultBodyLimit = 102_400 * 1024
/** Request line and headers together. */
export const headerLimit = 65_536

const errorName = 'ICMEPROTERROR'

/** The page of the kernel, in which clients read the texts of `msgText`. */
function page(status: number, detail: string): string {
  const title = `${status} ${STATUS_CODES[status] ?? ''}`
  const texts = [detail, `Error: ${errorName}`]
    .map(text => `<p class="detailText"> <span id="msgText">${text}</span></p>`)
    .join('')
  return `<!DOCTYPE html><html><head><title>Application Server Error</title></head><body><h1>${title}</h1>${texts}</body></html>`
}

const headers = {
  'content-type': 'text/html; charset=utf-8',
  'sap-err-id': errorName,
  'x-sap-icm-err-id': errorName,
  connection: 'close'
}

/** A violation of the HTTP protocol, or of a limit of the connection manager. */
export function protocolError(status: number, detail: string): PlainError {
  return new PlainError(page(status, detail), status, headers)
}

/** The length of a request is judged by its header, before its body and before the log-on. */
export function assertLength(length: string | undefined, limit: number): void {
  if (Number(length ?? 0) > limit) throw bodyTooLarge()
}

export function bodyTooLarge(): PlainError {
  return protocolError(413, 'The request is larger than icm/HTTP/max_request_size_KB permits')
}

const details: Readonly<Record<string, readonly [status: number, detail: string]>> = {
  HPE_HEADER_OVERFLOW: [
    400,
    `The request line and the headers are larger than ${headerLimit} bytes`
  ],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request did not arrive in time']
}

/** Answers a request that could not be parsed, and ends its connection. */
export function refuseUnparsed(error: Error & { readonly code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const [status, detail] = details[error.code ?? ''] ?? [400, 'The request is no valid HTTP']
  const body = page(status, detail)
  const lines = Object.entries({ ...headers, 'content-length': Buffer.byteLength(body) })
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${body}`
  )
}
