/** Names that CDS, behavior and service sources use. */
import { lineAt, lineStarts } from './units.ts'
import type { UseKind, Use } from './uses.ts'

/** Entities that a CDS source reads or points at, upper case, without itself. */
export function findCdsUses(text: string): Use[] {
  const plain = withoutCdsComments(text)
  const starts = lineStarts(plain)
  const own =
    /\bdefine\s+(?:root\s+)?(?:custom\s+|abstract\s+|transient\s+)?(?:view\s+entity|view|table\s+function|entity|table|structure|hierarchy)\s+([\w/]+)/i
      .exec(plain)?.[1]
      ?.toUpperCase()
  const pattern =
    /\b(?:from|join|projection\s+on|association\s*(?:\[[^\]]*\])?\s*(?:of\s+\w+\s+to\s+\w+\s+|to\s+(?:parent\s+|exact\s+one\s+|one\s+|many\s+)?)|composition\s*(?:\[[^\]]*\])?\s*of\s+(?:exact\s+one\s+|one\s+|many\s+)?)\s*([\w/]+)/gi
  return [...plain.matchAll(pattern)].flatMap((found): Use[] => {
    const used = (found[1] ?? '').toUpperCase()
    return used === '' || used === own
      ? []
      : [{ kind: 'reads', name: used, line: lineAt(starts, found.index) }]
  })
}

/**
 * What behavior, service, access and metadata sources stand on: pattern → how the name behind it is
 * used.
 */
const entityReferences: readonly (readonly [RegExp, UseKind])[] = [
  [/\b(?:define|extend)\s+(?:own\s+)?behavior\s+for\s+([\w/]+)/gi, 'reads'],
  [/\b(?:persistent|draft)\s+table\s+([\w/]+)/gi, 'writes'],
  [/\bimplementation\s+(?:\([^)]*\)\s*)?in\s+class\s+([\w/]+)/gi, 'refers'],
  [/\bexpose\s+([\w/]+)/gi, 'reads'],
  [/\bannotate\s+(?:view|entity)\s+([\w/]+)/gi, 'reads'],
  [/\bgrant\s+select\s+on\s+([\w/]+)/gi, 'reads']
]

/**
 * Entities, tables and classes that a source of type BDEF, SRVD, DDLX or DCLS names, upper case.
 */
export function findEntityUses(text: string): Use[] {
  const plain = withoutCdsComments(text)
  const starts = lineStarts(plain)
  return entityReferences.flatMap(([pattern, kind]) =>
    [...plain.matchAll(pattern)].map((found): Use => ({
      kind,
      name: (found[1] ?? '').toUpperCase(),
      line: lineAt(starts, found.index)
    }))
  )
}

function withoutCdsComments(text: string): string {
  return text.replace(/\/\*(?:[\s\S]*?\*\/|[\s\S]*)|\/\/[^\n]*/g, comment =>
    comment.replace(/[^\n]/g, ' ')
  )
}
