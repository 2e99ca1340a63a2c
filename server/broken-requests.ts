/** Answers on the socket to bytes that Node.js could not read as an HTTP request. */
import type { Socket } from 'node:net'

/** Without valid HTTP there is no request and no reply, so the answer goes to the socket. */
export function answerBrokenRequest(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const [status, message] = brokenRequests[error.code ?? ''] ?? [
    '400 Bad Request',
    'The request is not valid HTTP'
  ]
  const body = JSON.stringify({ jsonrpc: '2.0', error: { code: -32600, message }, id: null })
  socket.end(
    `HTTP/1.1 ${status}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`
  )
  // A client that does not answer the end of the connection must not keep it. Unread bytes would
  // reset the answer.
  socket.resume()
  const end = setTimeout(() => socket.destroy(), lingerMs)
  socket.once('close', () => clearTimeout(end))
}

/** For the answer to arrive before the connection is gone. */
const lingerMs = 1000

const brokenRequests: Readonly<Record<string, readonly [status: string, message: string]>> = {
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'The headers are larger than 32 KB'],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'The request was not complete in time']
}
