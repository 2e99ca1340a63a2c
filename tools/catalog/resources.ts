/** Resources that clients read by address. */
import { codesWith, objectType } from '../../erp-client/index.ts'
import { isRecord } from '../schema/json.ts'
import type { ToolResult } from '../call/result.ts'

/** How the values of a variable are completed: from a list, or by a call of a tool. */
export type Completion = (typed: string, others: Readonly<Record<string, string>>) => CompletionPlan
export type CompletionPlan =
  | { readonly words: readonly string[] }
  | {
      readonly tool: string
      readonly arguments: Readonly<Record<string, unknown>>
      pick(result: ToolResult): readonly string[]
    }

/**
 * A resource that clients read by address. Reading it is a call of a tool, with the scopes, policy and
 * audit of that tool.
 */
export interface Resource {
  /** `{word}` stands for one percent-encoded path segment; without one it is a single resource. */
  readonly uri: string
  readonly name: string
  readonly title: string
  readonly description: string
  readonly mimeType: string
  readonly tool: string
  arguments(values: Readonly<Record<string, string>>): Readonly<Record<string, unknown>>
  readonly completions?: Readonly<Record<string, Completion>>
}

const sourceTypes = codesWith('source')

export const completeType: Completion = typed => ({
  words: sourceTypes.filter(code => code.startsWith(typed.trim().toUpperCase()))
})

/** Names of objects that begin with the typed text, of one type where it is known. */
export const completeName: Completion = (typed, { type }) => ({
  tool: 'ERPSearch',
  arguments: {
    query: `${typed.trim().replace(/[*?]+$/, '')}*`,
    maxResults: 100,
    ...(type === undefined || type === '' ? {} : { type })
  },
  pick: namesOf
})

export const completePackage: Completion = typed => ({
  tool: 'ERPSearch',
  arguments: { query: `${typed.trim().replace(/[*?]+$/, '')}*`, maxResults: 100, type: 'DEVC' },
  pick: namesOf
})

function namesOf(result: ToolResult): string[] {
  const data: unknown = result.kind === 'data' ? result.data : undefined
  const { columns, results: rows } = isRecord(data) ? data : {}
  if (!Array.isArray(columns) || !Array.isArray(rows)) return []
  const place = columns.indexOf('name')
  return rows.flatMap((row: unknown) => {
    const name: unknown = Array.isArray(row) ? row[place] : undefined
    return typeof name === 'string' ? [name] : []
  })
}

export const resources: readonly Resource[] = [
  {
    uri: 'erp://system',
    name: 'system',
    title: 'The ERP system',
    description: 'Which system this is: id, client, release, components.',
    mimeType: 'text/plain',
    tool: 'ERPRead',
    arguments: () => ({ type: 'SYSTEM' })
  },
  {
    uri: 'erp://objects/{type}/{name}',
    name: 'object',
    title: 'Source of an object',
    description:
      'The newest source of an ABAP object, its draft where there is one; for example erp://objects/CLAS/ZCL_ORDER.',
    mimeType: 'text/x-abap',
    tool: 'ERPRead',
    arguments: ({ type, name }) => ({ type, name }),
    completions: { type: completeType, name: completeName }
  },
  {
    uri: 'erp://objects/{type}/{name}/{version}',
    name: 'version',
    title: 'Version of an object',
    description:
      'The active or the inactive version of a source; for example erp://objects/CLAS/ZCL_ORDER/active.',
    mimeType: 'text/x-abap',
    tool: 'ERPRead',
    arguments: ({ type, name, version }) => ({ type, name, version }),
    completions: {
      type: completeType,
      name: completeName,
      version: typed => ({
        words: ['active', 'inactive'].filter(word => word.startsWith(typed.toLowerCase()))
      })
    }
  },
  {
    uri: 'erp://objects/{type}/{name}/includes/{include}',
    name: 'include',
    title: 'Include of a class',
    description:
      'The newest source of one part of a class: definitions, implementations, macros, testclasses.',
    mimeType: 'text/x-abap',
    tool: 'ERPRead',
    arguments: ({ type, name, include }) => ({ type, name, include }),
    completions: {
      type: completeType,
      name: completeName,
      include: (typed, { type = 'CLAS' }) => ({
        words: Object.keys(objectType(type)?.parts ?? {}).filter(word =>
          word.startsWith(typed.toLowerCase())
        )
      })
    }
  },
  {
    uri: 'erp://packages/{package}',
    name: 'package',
    title: 'Content of a package',
    description: 'The objects of a package; for example erp://packages/$TMP.',
    mimeType: 'text/plain',
    tool: 'ERPRead',
    arguments: ({ package: name }) => ({ type: 'DEVC', name }),
    completions: { package: completePackage }
  },
  {
    uri: 'erp://transports/{transport}',
    name: 'transport',
    title: 'Transport request',
    description: 'A transport request with its tasks and objects.',
    mimeType: 'text/plain',
    tool: 'ERPTransport',
    arguments: ({ transport }) => ({ action: 'get', transport })
  }
]

/** The address under which an object can be read. */
export function objectAddress(type: string, name: string): string {
  return `erp://objects/${encodeURIComponent(type)}/${encodeURIComponent(name)}`
}

export function includeAddress(type: string, name: string, include: string): string {
  return `${objectAddress(type, name)}/includes/${encodeURIComponent(include)}`
}

/** The resource that an address belongs to, and the values of its variables. */
export function findResource(
  all: readonly Resource[],
  uri: string
): { readonly resource: Resource; readonly values: Readonly<Record<string, string>> } | undefined {
  for (const resource of all) {
    const values = valuesOf(resource.uri, uri)
    if (values !== undefined) return { resource, values }
  }
  return undefined
}

export function isTemplate({ uri }: Resource): boolean {
  return uri.includes('{')
}

function valuesOf(template: string, uri: string): Record<string, string> | undefined {
  const wanted = template.split('/')
  const given = uri.split('/')
  if (wanted.length !== given.length) return undefined
  const values: Record<string, string> = {}
  for (const [index, part] of wanted.entries()) {
    const text = given[index] ?? ''
    const [, word] = /^\{(\w+)\}$/.exec(part) ?? []
    if (word === undefined) {
      if (part !== text) return undefined
      continue
    }
    const value = decoded(text)
    if (value === undefined || value === '') return undefined
    values[word] = value
  }
  return values
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
