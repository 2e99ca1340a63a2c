/** The ZIP format: entries and the directory at the end. Bytes are hexadecimal digits. */

export interface ArchiveEntry {
  readonly name: string
  /** As ABAP has them: YYYYMMDD and HHMMSS. */
  readonly date: string
  readonly time: string
  readonly size: number
  /** 0 is stored, 8 is DEFLATE. */
  readonly method: number
  readonly crc: number
  /** As they stand in the archive. */
  readonly bytes: string
}

const LOCAL = '504b0304'
const CENTRAL = '504b0102'
const END = '504b0506'
const UTF8_NAMES = 0x800
const ENCRYPTED = 1

const TABLE = Array.from({ length: 256 }, (_, index) => {
  let value = index
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1
  return value >>> 0
})

/** The check sum of bytes, as a number without sign. */
export function crc32(digits: string): number {
  let crc = 0xffffffff
  for (let at = 0; at < digits.length; at += 2) {
    const byte = parseInt(digits.slice(at, at + 2), 16)
    crc = (TABLE[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8)
  }
  return (crc ^ 0xffffffff) >>> 0
}

/** A number as little-endian bytes. */
function little(value: number, bytes: number): string {
  const digits = value.toString(16).padStart(bytes * 2, '0')
  return (digits.match(/../g) ?? []).toReversed().join('')
}

function dosTime({ date, time }: ArchiveEntry): string {
  const at = (text: string, from: number, to: number): number => Number(text.slice(from, to)) || 0
  const seconds = (at(time, 0, 2) << 11) | (at(time, 2, 4) << 5) | (at(time, 4, 6) >> 1)
  const years = Math.min(127, Math.max(0, at(date, 0, 4) - 1980))
  const days = (years << 9) | (Math.max(1, at(date, 4, 6)) << 5) | Math.max(1, at(date, 6, 8))
  return little(seconds, 2) + little(days, 2)
}

/** The archive of the entries in their order. */
export function writeArchive(entries: readonly ArchiveEntry[]): string {
  let body = ''
  let directory = ''
  for (const entry of entries) {
    const name = Buffer.from(entry.name, 'utf8').toString('hex')
    const facts =
      little(20, 2) +
      little(UTF8_NAMES, 2) +
      little(entry.method, 2) +
      dosTime(entry) +
      little(entry.crc, 4) +
      little(entry.bytes.length / 2, 4) +
      little(entry.size, 4) +
      little(name.length / 2, 2) +
      little(0, 2)
    directory += `${CENTRAL}${little(20, 2)}${facts}${'00'.repeat(10)}${little(body.length / 2, 4)}${name}`
    body += LOCAL + facts + name + entry.bytes
  }
  const count = little(entries.length, 2)
  const sizes = little(directory.length / 2, 4) + little(body.length / 2, 4)
  return `${body}${directory}${END}${'00'.repeat(4)}${count}${count}${sizes}0000`.toUpperCase()
}

/** The entries of an archive; undefined for bytes that are none, or that are encrypted. */
export function readArchive(archive: string): ArchiveEntry[] | undefined {
  const digits = archive.toLowerCase()
  const number = (at: number, bytes: number): number =>
    parseInt((digits.slice(at * 2, (at + bytes) * 2).match(/../g) ?? []).toReversed().join(''), 16)
  const signature = (at: number): string => digits.slice(at * 2, at * 2 + 8)
  let end = digits.length / 2 - 22
  while (end >= 0 && signature(end) !== END) end--
  if (end < 0) return undefined
  const entries: ArchiveEntry[] = []
  let at = number(end + 16, 4)
  for (let left = number(end + 10, 2); left > 0; left--) {
    const local = number(at + 42, 4)
    if (signature(at) !== CENTRAL || signature(local) !== LOCAL) return undefined
    const [packed, nameLength] = [number(at + 20, 4), number(at + 28, 2)]
    const data = local + 30 + number(local + 26, 2) + number(local + 28, 2)
    const method = number(at + 10, 2)
    const known = method === 0 || method === 8
    if (!known || (number(at + 8, 2) & ENCRYPTED) !== 0 || (data + packed) * 2 > digits.length) {
      return undefined
    }
    entries.push({
      name: Buffer.from(digits.slice((at + 46) * 2, (at + 46 + nameLength) * 2), 'hex').toString(
        'utf8'
      ),
      ...abapTime(number(at + 14, 2), number(at + 12, 2)),
      size: number(at + 24, 4),
      method,
      crc: number(at + 16, 4),
      bytes: digits.slice(data * 2, (data + packed) * 2).toUpperCase()
    })
    at += 46 + nameLength + number(at + 30, 2) + number(at + 32, 2)
  }
  return entries
}

function abapTime(days: number, seconds: number): { date: string; time: string } {
  const two = (value: number): string => String(value).padStart(2, '0')
  return {
    date: `${1980 + (days >> 9)}${two((days >> 5) & 15)}${two(days & 31)}`,
    time: two(seconds >> 11) + two((seconds >> 5) & 63) + two((seconds & 31) * 2)
  }
}
