/** Reads the files of a client certificate, and checks them at the start. */
import { readFileSync, statSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { othersMayRead } from '../others-may-read.ts'
import { invalidCertificate } from './certificate-faults.ts'
import { readClientIdentity } from './client-identity.ts'
import type { ClientCertificateBytes, ClientIdentity } from './client-identity.ts'
import type { ClientCertificateFiles } from '../options.ts'

/** A certificate with a long chain has some KB. */
const largestFile = 1024 * 1024

/**
 * Reads and checks the files before their first use.
 * @throws ErpError ERP_CLIENT_CERT_INVALID that names the file and the mistake
 */
export function checkClientCertificate(files: ClientCertificateFiles): ClientIdentity {
  const found = readClientIdentity(readCertificateFiles(files), files)
  const keyPath = files.key ?? files.certificate
  if (!othersMayRead(keyPath)) return found
  const open = `The private key in ${keyPath} can be read by other users of this machine; chmod 600 it`
  return { ...found, warnings: [...found.warnings, open] }
}

/** @throws ErpError ERP_CLIENT_CERT_INVALID */
export function readCertificateFiles({
  certificate,
  key
}: ClientCertificateFiles): ClientCertificateBytes {
  return {
    certificate: contentOf(certificate, 'The client certificate'),
    ...(key === undefined ? {} : { key: contentOf(key, 'The key file') })
  }
}

function contentOf(path: string, what: string): Buffer {
  const remedy = 'Check --client-cert (ERP_CLIENT_CERT) and --client-key (ERP_CLIENT_KEY).'
  try {
    const facts = statSync(path)
    const fault = faultOf(facts)
    if (fault !== undefined) throw invalidCertificate(`${what} ${path} ${fault}`, remedy)
    return readFileSync(path)
  } catch (error) {
    const { code = 'unknown' } = error as NodeJS.ErrnoException
    if (code === 'ERP_CLIENT_CERT_INVALID') throw error
    throw invalidCertificate(
      `${what} ${path} cannot be read (${code})`,
      `${remedy} The bridge needs the permission to read the file.`
    )
  }
}

/** A pipe cannot be read a second time, and reading an open one would wait. */
function faultOf(facts: ReturnType<typeof statSync>): string | undefined {
  if (facts?.isDirectory() === true) return 'is a directory'
  if (facts?.isFile() !== true) return 'is no regular file'
  if (facts.size === 0) return 'is empty'
  return facts.size > largestFile ? 'is larger than 1 MB' : undefined
}

/** Changes whenever one of the files is written or replaced. Rejects for a file that is not there. */
export async function markOf({ certificate, key }: ClientCertificateFiles): Promise<string> {
  const paths = key === undefined ? [certificate] : [certificate, key]
  const marks = await Promise.all(
    paths.map(async path => {
      const { mtimeMs, ino, size } = await stat(path)
      return `${mtimeMs} ${ino} ${size}`
    })
  )
  return marks.join(' ')
}
