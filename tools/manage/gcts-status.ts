/** The status of a repository of gCTS: its history, branches and objects. */
import { readGctsBranches, readGctsHistory, readGctsObjects } from '../../erp-client/index.ts'
import type { GctsRepository } from '../../erp-client/index.ts'
import type { ToolContext } from '../call/context.ts'
import { omitUndefined } from '../schema/output.ts'
import type { ToolResult } from '../call/result.ts'
import { count, systemWords } from '../objects/words.ts'
import { gctsWords } from './git-backend.ts'

const objectsShown = 200

export const gctsData = ({
  rid,
  name,
  url,
  branch,
  status,
  role,
  type,
  vsid,
  commit
}: GctsRepository) =>
  omitUndefined({ backend: 'gCTS', key: rid, name, url, branch, status, role, type, vsid, commit })

export async function gctsStatus(context: ToolContext, one: GctsRepository): Promise<ToolResult> {
  const [history, objects, branches] = await Promise.all([
    readGctsHistory(context.erp, { rid: one.rid }, context.signal),
    readGctsObjects(context.erp, { rid: one.rid }, context.signal),
    readGctsBranches(context.erp, { rid: one.rid }, context.signal)
  ])
  const system = systemWords(context.erp)
  return {
    kind: 'data',
    data: {
      system,
      action: 'git_status',
      repository: gctsData(one),
      history,
      branches,
      objects: objects.slice(0, objectsShown),
      objectTotal: objects.length
    },
    text: [
      `${system} · ${gctsWords(one)} (gCTS) · ${count(objects.length, 'object')}`,
      `branches: ${branches.map(({ name, type }) => `${name} (${type})`).join(', ') || 'none'}`,
      ...history.map(
        ({ type, from, to, at, by, request }) =>
          `${at} ${by} ${type} ${from.slice(0, 12)} → ${to.slice(0, 12)}${request === '' ? '' : ` in ${request}`}`
      ),
      ...objects
        .slice(0, objectsShown)
        .map(({ pgmid, type, name }) => `  ${pgmid} ${type} ${name}`),
      'gCTS keeps no list of what differs; git_push commits the objects that you name.'
    ].join('\n')
  }
}
