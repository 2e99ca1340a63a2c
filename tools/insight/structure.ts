/** The fields of tables, structures and views, with included ones. */
import { findReferences } from '../../erp-client/index.ts'
import type { ObjectRef } from '../../erp-client/index.ts'
import type { ToolContext } from '../call/context.ts'
import { badArguments } from '../failure/errors.ts'
import { inParallel } from '../call/parallel.ts'
import { readPart, textIfReadable } from '../objects/sources.ts'
import { count, refWords, systemWords } from '../objects/words.ts'
import { pack } from './budget.ts'
import { objectsNamed } from './contracts.ts'

const deepest = 8

export interface Field {
  readonly name: string
  readonly type: string
  readonly key: boolean
  readonly notNull: boolean
}
export interface Included {
  readonly include: string
  readonly suffix: string | undefined
  readonly group: string | undefined
}

/**
 * A table or structure, flat: its own fields, those of its includes where they stand, and those
 * that others append.
 */
export async function structureOf(
  context: ToolContext,
  ref: ObjectRef,
  bytes: number
): Promise<string> {
  if (ref.type !== 'TABL' && ref.type !== 'STRU') {
    throw badArguments(
      `${refWords(ref)} has no fields to lay out.`,
      'structure is for TABL and STRU; ERPNavigate element_info describes CDS views.'
    )
  }
  const { text } = await readPart(context, { ref })
  const lines = await layout(context, text, {
    indent: 0,
    from: ref.name,
    seen: new Set([ref.name])
  })
  const appends = await appendsOf(context, ref)
  const appended = await inParallel(appends, async append => [
    `append ${append.ref.name}:`,
    ...(await layout(context, append.text, {
      indent: 1,
      from: append.ref.name,
      seen: new Set([append.ref.name])
    }))
  ])
  const all = [...lines, ...appended.flat()]
  const fields = all.filter(line => line.includes(' : ')).length
  const head = [
    `${systemWords(context.erp)} · structure of ${refWords(ref)} · ${count(fields, 'field')}${appends.length === 0 ? '' : `, ${count(appends.length, 'append')}`}`
  ]
  return pack(
    head,
    all.map(line => ({ brief: line, full: line })),
    bytes
  ).text
}

/** Components of a `define table`, `define structure` or `extend type` text, in order. */
export function componentsOf(text: string): (Field | Included)[] {
  const plain = text
    .replace(/\/\*(?:[\s\S]*?\*\/|[\s\S]*)|\/\/[^\n]*/g, '')
    .replace(/@[\w.]+\s*:\s*(?:'(?:[^']|'')*'|\[[^\]]*\]|\{[^}]*\}|#?[\w.]+)/g, '')
  const body = /\{([\s\S]*)\}/.exec(plain)?.[1] ?? ''
  return body
    .split(';')
    .map(piece => piece.replace(/\s+/g, ' ').trim())
    .filter(piece => piece !== '')
    .flatMap((piece): (Field | Included)[] => {
      const [, group, include, suffix] =
        /^(?:key )?(?:([\w/]+) ?: ?)?include ([\w/]+)(?: with suffix (\w+))?/i.exec(piece) ?? []
      if (include !== undefined) return [{ include: include.toUpperCase(), suffix, group }]
      const [, key, name, type = ''] = /^(key )?([\w/]+) ?: ?(.*)$/i.exec(piece) ?? []
      if (name === undefined) return []
      return [
        {
          name: name.toUpperCase(),
          type: type
            .replace(/ not null.*$/i, '')
            .replace(/ with foreign key.*$/i, '')
            .trim(),
          key: key !== undefined,
          notNull: / not null/i.test(type)
        }
      ]
    })
}

interface At {
  readonly indent: number
  readonly from: string
  readonly seen: ReadonlySet<string>
}

async function layout(context: ToolContext, text: string, { indent, seen }: At): Promise<string[]> {
  const lines: string[] = []
  for (const one of componentsOf(text)) {
    const indentation = '  '.repeat(indent)
    if ('name' in one) {
      lines.push(
        `${indentation}${one.key ? 'key ' : ''}${one.name} : ${one.type}${one.notNull ? ' not null' : ''}`
      )
      continue
    }
    lines.push(
      `${indentation}include ${one.include}${one.suffix === undefined ? '' : ` with suffix ${one.suffix}`}:`
    )
    const inner =
      seen.has(one.include) || indent >= deepest ? undefined : await sourceOf(context, one.include)
    if (inner === undefined) lines.push(`${indentation}  (not readable)`)
    else {
      lines.push(
        ...(await layout(context, inner, {
          indent: indent + 1,
          from: one.include,
          seen: new Set([...seen, one.include])
        }))
      )
    }
  }
  return lines
}

async function sourceOf(context: ToolContext, name: string): Promise<string | undefined> {
  const [ref] = await objectsNamed(context, name, type => type === 'STRU' || type === 'TABL')
  return ref === undefined ? undefined : await textIfReadable(context, ref)
}

/** Appends are structures of their own that name what they extend. */
async function appendsOf(
  context: ToolContext,
  ref: ObjectRef
): Promise<{ ref: ObjectRef; text: string }[]> {
  const { references } = await findReferences(context.erp, { ref }, context.signal)
  const candidates = [
    ...new Map(
      references.flatMap(({ ref: user }) =>
        user?.type === 'STRU' ? [[user.name, user] as const] : []
      )
    ).values()
  ].slice(0, 40)
  const read = await inParallel(candidates, async candidate => ({
    ref: candidate,
    text: (await textIfReadable(context, candidate)) ?? ''
  }))
  return read.filter(({ text }) =>
    new RegExp(`\\bextend\\s+type\\s+${ref.name.replace(/[^\w]/g, '\\$&')}\\b`, 'i').test(text)
  )
}
