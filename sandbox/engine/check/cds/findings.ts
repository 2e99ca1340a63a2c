/** What the parser's rules find in CDS sources, as far as it is so. */
import type { Repository } from '../../repository.ts'

export interface Finding {
  readonly severity: 'E' | 'W'
  readonly text: string
}

/** Texts of entities have up to 60 characters. */
const LABEL_LENGTH = 60

/** Undefined for what is no fault; names of the standard that are absent here are not judged. */
export function cdsFinding(
  { registry }: Repository,
  text: string,
  severity: 'E' | 'W'
): Finding | undefined {
  const [, kind, name] = /^CDS (source|type) "(.+?)" not found$/.exec(text) ?? []
  if (kind === 'type' && name?.toLowerCase() === 'localized') return undefined
  if (kind !== undefined && name !== undefined && !/^[ZY]/i.test(name)) {
    const what = kind === 'type' ? 'type' : 'CDS entity'
    const shown = name.toUpperCase()
    return {
      severity: 'W',
      text: `The ${what} "${shown}" is not in the sandbox: uses of it are not checked.`
    }
  }
  // associations are looked at where their declarations are known: unknownAssociations
  if (/^CDS field "_\w+" not found/.test(text)) return undefined
  // a metadata extension can annotate the elements
  if (text.startsWith('@Search.defaultSearchElement')) return undefined
  const [, length] = /^CDS label is (\d+) characters/.exec(text) ?? []
  if (length !== undefined) {
    const shown = text.replace(/\d+$/, String(LABEL_LENGTH))
    return Number(length) > LABEL_LENGTH ? { severity, text: shown } : undefined
  }
  const [, below] = /^ROOT keyword not valid since (\S+) is not/.exec(text) ?? []
  if (below !== undefined) {
    // the parser finds an extension of the entity under the same name
    const source = registry.getObject('DDLS', below)?.getFiles() ?? []
    if (source.some(file => /\broot\s+(?:view|abstract|custom)/i.test(file.getRaw()))) {
      return undefined
    }
  }
  return { severity, text }
}
