/** Requests of traces: whose next runs are measured. They end with the sandbox. */
import { randomBytes } from 'node:crypto'
import type { TraceRequest, TraceRequests } from '../../trace-types.ts'

const MAX_PARAMETERS = 100
/** Runs of the sandbox are HTTP requests; a trace of other objects does not begin with them. */
const processes = new Set(['any', 'http'])
const objects = new Set(['any', 'url'])

export function createTraceRequests(): TraceRequests {
  const parameters = new Map<string, string>()
  let requests: TraceRequest[] = []
  let counter = 0
  const current = (): TraceRequest[] => {
    requests = requests.filter(({ expires }) => expires > Date.now())
    return requests
  }
  return {
    addParameters(description) {
      const id = randomBytes(16).toString('hex').toUpperCase()
      parameters.set(id, description)
      const [oldest] = parameters.keys()
      if (parameters.size > MAX_PARAMETERS && oldest !== undefined) parameters.delete(oldest)
      return id
    },
    hasParameters: id => parameters.has(id),
    descriptionOf: id => parameters.get(id) ?? '',
    add(request, server) {
      const at = Date.now()
      const time = new Date(at).toISOString().replace(/\D/g, '').slice(0, 14)
      const added = { ...request, id: `${server},${++counter},${time}`, at, completed: 0 }
      requests.push(added)
      return added
    },
    list: () => [...current()],
    remove(id) {
      const before = requests.length
      requests = requests.filter(request => request.id !== id)
      return requests.length < before
    },
    take(user, given) {
      if (given !== undefined && parameters.has(given)) return parameters.get(given)
      const request = current().find(
        one =>
          (one.user === user || one.user === '*') &&
          processes.has(one.processType) &&
          objects.has(one.objectType) &&
          one.completed < one.maximal
      )
      if (request === undefined) return undefined
      request.completed++
      return request.title
    }
  }
}
