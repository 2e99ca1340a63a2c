/** Computes the entity tag of a text. */
import type { PartKey, Version } from '../types.ts'
import { objectTypes } from './object-types.ts'

const dictionarySources = new Set(['TABL', 'STRU', 'DDLS', 'DCLS', 'DDLX', 'BDEF', 'SRVD'])

/**
 * The version of a text as clients see it: `YYYYMMDDhhmmss`, `001` (active) or `000` (inactive), a
 * counter; dictionary sources have the media type before the counter.
 */
export function etagOf(
  part: PartKey,
  version: Version,
  stamp: { changedAt: number; revision: number }
): string {
  const time = new Date(stamp.changedAt).toISOString().replace(/\D/g, '').slice(0, 14)
  const { type } = part.object
  const kind = dictionarySources.has(type)
    ? 'text/plain'
    : objectTypes[type].source === undefined && type !== 'FUGR'
      ? 'application/xml'
      : ''
  return `${time}${version === 'active' ? '001' : '000'}${kind}${stamp.revision}`
}
