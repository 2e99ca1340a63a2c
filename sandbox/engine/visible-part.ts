/**
 * Extracts the part of a source that other objects can depend on, and the names that it defines.
 */
import { parseFileName } from './files.ts'

const CLASS_END = /^[ \t]*ENDCLASS[ \t]*\./im

/**
 * The part of a file that other objects can depend on. An edit outside of it (usually of a method
 * body) invalidates no dependant.
 */
export function visiblePartOf(fileName: string, text: string): string {
  const name = parseFileName(fileName)
  if (name === undefined) return ''
  if (name.extension === 'xml') return text
  if (name.type === 'CLAS') {
    if (name.part !== '') return ''
    const end = CLASS_END.exec(text)
    return end === null ? text : text.slice(0, end.index)
  }
  return text
}

const FUNCTION_NAME = /<FUNCNAME>([^<]+)<\/FUNCNAME>/g
const SQL_VIEW = /@AbapCatalog\.sqlViewName\s*:\s*'([^']+)'/i
const CDS_NAME =
  /\bdefine\s+(?:root\s+)?(?:custom\s+|abstract\s+)?(?:view\s+entity|view|entity|table\s+function|table\s+entity|hierarchy)\s+([\w/]+)/i

/** The names under which other objects can mention the object of this file. */
export function namesOf(fileName: string, text: string): string[] {
  const name = parseFileName(fileName)
  if (name === undefined) return []
  const names = [name.object]
  if (name.type === 'FUGR' && name.extension === 'xml') {
    for (const [, module] of text.matchAll(FUNCTION_NAME)) {
      if (module !== undefined) names.push(module.toUpperCase())
    }
  }
  if (name.type === 'ENQU') names.push(...lockModules(name.object))
  if (name.type === 'TYPE' && name.extension !== 'xml') names.push(...membersOf(name.object, text))
  if (name.type === 'DDLS' && name.extension !== 'xml') {
    for (const match of [SQL_VIEW.exec(text), CDS_NAME.exec(text)]) {
      if (match?.[1] !== undefined) names.push(match[1].toUpperCase())
    }
  }
  return names
}

/** The function modules that set and delete the locks of a lock object. */
function lockModules(name: string): string[] {
  return ['ENQUEUE_', 'DEQUEUE_'].map(kind => name.replace(/^(\/\w+\/)?/, `$1${kind}`))
}

/** What a type group declares: each name begins with that of the group, which no use mentions. */
function membersOf(group: string, text: string): string[] {
  const upper = text.toUpperCase()
  const words = upper.match(/(?:\/\w+\/)?\w+/g) ?? []
  return [...new Set(words.filter(word => word.startsWith(`${group}_`)))]
}
