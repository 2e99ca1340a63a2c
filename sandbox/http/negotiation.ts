/** Content negotiation: the media type of the answer and the check of the request's type. */
import { contentNotAcceptable, notAcceptable, unsupportedMediaType } from './errors.ts'

interface Range {
  readonly type: string
  readonly parameters: string
  readonly quality: number
}

function parse(header: string): Range[] {
  return header
    .split(',')
    .map(part => {
      const [type = '', ...parameters] = part
        .trim()
        .split(';')
        .map(each => each.trim())
      const weight = parameters.find(each => /^q=/i.test(each))
      const quality = weight === undefined ? 1 : Number(weight.slice(2))
      const rest = parameters.filter(each => !/^q=/i.test(each)).join(';')
      return {
        type: type.toLowerCase(),
        parameters: rest.toLowerCase(),
        quality: Number.isFinite(quality) ? quality : 1
      }
    })
    .filter(range => range.type !== '' && range.quality > 0)
}

function withoutParameters(type: string): string {
  return (type.split(';')[0] ?? '').trim().toLowerCase()
}

function parametersOf(type: string): string[] {
  return type
    .toLowerCase()
    .split(';')
    .slice(1)
    .map(each => each.trim())
    .filter(each => !each.startsWith('charset='))
}

function matches(range: Range, offered: string): boolean {
  if (range.type === '*/*' || range.type === '*') return true
  const type = withoutParameters(offered)
  if (range.type.endsWith('/*')) return type.startsWith(range.type.slice(0, -1))
  if (range.type !== type) return false
  // `dataname=…` names the payload: an offer with another one is another type; a request without is
  // content with any
  const wanted = range.parameters
    .split(';')
    .map(each => each.trim())
    .filter(each => each !== '' && !each.startsWith('charset='))
  const given = parametersOf(offered)
  return wanted.every(
    each =>
      given.length === 0 || given.includes(each) || given.some(offer => offer.startsWith(each))
  )
}

/**
 * The media type of the answer: the offered one that the client asked for first (highest q, then
 * order). Clients check that the answer's type begins with what they sent, so order matters. Throws
 * 406 naming the offered types.
 */
export function negotiate(accept: string | undefined, offered: readonly string[]): string {
  const [first = ''] = offered
  if (accept === undefined || accept.trim() === '') return first
  const ranges = parse(accept)
    .map((range, index) => ({ range, index }))
    .sort((a, b) => b.range.quality - a.range.quality || a.index - b.index)
  for (const { range } of ranges) {
    const match = offered.find(type => matches(range, type))
    if (match !== undefined) return match
  }
  throw notAcceptable(offered.map(withoutParameters))
}

/** Documents of this framework are read under their own type alone, without parameters. */
const ownTypeOnly = /^application\/vnd\.sap\.adt\.blues\./

function checkOwnType(header: string, accepted: readonly string[]): void {
  const supported = accepted.map(withoutParameters)
  if (!supported.includes(withoutParameters(header))) {
    throw unsupportedMediaType(withoutParameters(header), supported)
  }
  if (header.includes(';')) throw contentNotAcceptable(supported)
}

/**
 * Checks the request's media type. Clients send `application/*`, `application/xml`, form types or
 * nothing for the same body, so only what clearly says something else is refused: another vendor
 * type, or a type that is neither text nor application.
 */
export function checkContentType(header: string | undefined, accepted: readonly string[]): void {
  if (header === undefined || header.trim() === '') return
  if (accepted.length > 0 && accepted.every(each => ownTypeOnly.test(each))) {
    checkOwnType(header, accepted)
    return
  }
  const type = withoutParameters(header)
  if (accepted.some(each => withoutParameters(each) === type)) return
  const vendor =
    type.startsWith('application/vnd.sap.') && !type.startsWith('application/vnd.sap.as+xml')
  if (vendor && accepted.length > 0) {
    throw unsupportedMediaType(type, accepted.map(withoutParameters))
  }
  if (!type.startsWith('application/') && !type.startsWith('text/') && type !== '*/*') {
    throw unsupportedMediaType(type, accepted.map(withoutParameters))
  }
}
