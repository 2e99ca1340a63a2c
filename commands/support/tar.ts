/** A tar archive of texts (POSIX ustar), compressed. */
import { gzipSync } from 'node:zlib'

export interface BundleFile {
  readonly name: string
  readonly text: string
}

const block = 512

/** @param seconds since 1970, of every entry */
export function tarGz(files: readonly BundleFile[], seconds: number): Buffer {
  const parts = files.flatMap(({ name, text }) => {
    const content = Buffer.from(text)
    const padding = Buffer.alloc((block - (content.length % block)) % block)
    return [headerOf(name, content.length, seconds), content, padding]
  })
  return gzipSync(Buffer.concat([...parts, Buffer.alloc(2 * block)]))
}

function headerOf(name: string, size: number, seconds: number): Buffer {
  const header = Buffer.alloc(block)
  const octal = (value: number, length: number) =>
    `${value.toString(8).padStart(length - 1, '0')}\0`
  header.write(name, 0, 100)
  header.write(octal(0o600, 8), 100)
  header.write(octal(0, 8), 108)
  header.write(octal(0, 8), 116)
  header.write(octal(size, 12), 124)
  header.write(octal(seconds, 12), 136)
  // The sum counts its own field as spaces.
  header.write(' '.repeat(8), 148)
  header.write('0', 156)
  header.write('ustar\x0000', 257)
  const sum = header.reduce((all, byte) => all + byte, 0)
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return header
}
