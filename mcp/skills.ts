/**
 * Serves the prompts as skills, by the Skills extension of MCP (SEP-2640). The class of the SDK for
 * it needs its high-level server, so that its parts are used: the entry with digests, and the names.
 */
import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
import type { Server, ServerContext, StandardSchemaV1 } from '@modelcontextprotocol/server'
import type { Skill } from '@modelcontextprotocol/server/ext/skills'
import { skillOf } from '../tools/index.ts'
import type { Prompt, ToolSession } from '../tools/index.ts'
import { isRecord } from '../tools/schema/json.ts'
import { promptsFor } from './prompts.ts'
import type { RequestContext } from './request-context.ts'

export const skillsExtension = 'io.modelcontextprotocol/skills'

export interface ServedSkill {
  readonly entry: Skill
  readonly text: string
}

export interface Skills {
  /** Those of the prompts that the caller is offered. */
  offered(session: ToolSession): Promise<ServedSkill[]>
  /** The skill whose `SKILL.md` has the address, where the caller is offered it. */
  find(session: ToolSession, uri: string): Promise<ServedSkill | undefined>
}

/** Entries are made at the first request: most clients have no use for them. */
export function createSkills(): Skills {
  const known = new WeakMap<Prompt, Promise<ServedSkill | undefined>>()
  const servedOf = (prompt: Prompt) => {
    const served = known.get(prompt) ?? serve(prompt)
    known.set(prompt, served)
    return served
  }
  const offered = async (session: ToolSession) => {
    const all = await Promise.all(promptsFor(session).map(servedOf))
    return all.filter(skill => skill !== undefined)
  }
  return {
    offered,
    find: async (session, uri) =>
      uri.startsWith('skill:')
        ? (await offered(session)).find(({ entry }) => entry.uri === uri)
        : undefined
  }
}

async function serve(prompt: Prompt): Promise<ServedSkill | undefined> {
  const document = skillOf(prompt)
  if (document === undefined) return undefined
  const { name, text } = document
  const { skillEntry } = await import('@modelcontextprotocol/server/ext/skills')
  return { entry: await skillEntry(name, { 'SKILL.md': text }), text }
}

interface Terms {
  readonly skills: Skills
  requestContextOf(context: ServerContext): RequestContext
  /** What the revision of the client has beside each result. */
  readonly cache: object
}

export function addSkills(server: Server, { skills, requestContextOf, cache }: Terms): void {
  const sessionOf = (context: ServerContext) => requestContextOf(context).session
  server.setRequestHandler('skills/list', { params: listParams }, async (_params, context) => {
    const all = await skills.offered(sessionOf(context))
    return { skills: all.map(({ entry }) => entry), ...cache }
  })
  server.setRequestHandler('skills/get', { params: getParams }, async ({ uri }, context) => {
    const skill = await skills.find(sessionOf(context), uri)
    if (skill !== undefined) return { skill: skill.entry, ...cache }
    throw new ProtocolError(
      ProtocolErrorCode.InvalidParams,
      `No skill is served at ${JSON.stringify(uri.slice(0, 200))}; skills/list has all.`
    )
  })
}

/** Everything is on the first page, so that no cursor is valid. */
const listParams = schemaOf('cursor', ({ cursor }) => (cursor === undefined ? {} : undefined))
const getParams = schemaOf('uri', ({ uri }) => (typeof uri === 'string' ? { uri } : undefined))

/** @param read the parameters; undefined where the member is not valid */
function schemaOf<T>(
  member: string,
  read: (params: Readonly<Record<string, unknown>>) => T | undefined
): StandardSchemaV1<unknown, T> {
  return {
    '~standard': {
      version: 1,
      vendor: 'erp-bridge',
      validate: (given = {}) => {
        const value = isRecord(given) ? read(given) : undefined
        return value === undefined
          ? { issues: [{ message: `${member} is not valid`, path: [member] }] }
          : { value }
      }
    }
  }
}
