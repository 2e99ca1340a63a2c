/**
 * The client certificate of files: they are read again when they change, and a new file that cannot
 * be used leaves the former certificate in force.
 */
import { isErpError } from '../errors.ts'
import type { ClientCertificateFiles, ErpLog, TlsIdentity } from '../options.ts'
import { endedCertificate, invalidCertificate } from './certificate-faults.ts'
import { markOf, readCertificateFiles } from './certificate-files.ts'
import { readClientIdentity, subjectOf } from './client-identity.ts'
import type { ClientIdentity } from './client-identity.ts'

/** Interval of checks whether the files have changed. */
const checkMilliseconds = 4000

interface FollowResources {
  /** Receives the secrets of the files, each time they have been read. */
  readonly learn: (secrets: readonly string[]) => void
  readonly log?: ErpLog | undefined
}

export class FollowedCertificate {
  readonly #files: ClientCertificateFiles
  readonly #resources: FollowResources
  #held: ClientIdentity | undefined
  #mark = ''
  #checkedAt = -Infinity
  #checking: Promise<void> | undefined
  /** Why the files cannot be used now; empty where they can. */
  #fault = ''
  #toldFault = ''

  constructor(files: ClientCertificateFiles, resources: FollowResources) {
    this.#files = files
    this.#resources = resources
  }

  /** The certificate that is valid now: the same object for as long as it is. */
  current(): TlsIdentity | Promise<TlsIdentity> {
    const isChecked = Date.now() - this.#checkedAt < checkMilliseconds
    if (this.#held !== undefined && isChecked) return this.#usable(this.#held)
    this.#checking ??= this.#check().finally(() => {
      this.#checking = undefined
    })
    return this.#checking.then(() => {
      if (this.#held === undefined) throw invalidCertificate(this.#fault)
      return this.#usable(this.#held)
    })
  }

  async #check(): Promise<void> {
    try {
      // Before the contents: a change in between is then seen by the next check.
      const mark = await markOf(this.#files)
      if (mark !== this.#mark || this.#fault !== '') this.#read()
      this.#mark = mark
      this.#fault = this.#toldFault = ''
    } catch (error) {
      if (this.#held === undefined) throw this.#asFault(error)
      this.#complain(this.#asFault(error).message)
    }
    this.#checkedAt = Date.now()
  }

  #read(): void {
    const { learn, log } = this.#resources
    const found = readClientIdentity(readCertificateFiles(this.#files), this.#files)
    learn(found.secrets)
    const held = this.#held
    // A file that was written again with the same contents must not close any connection.
    if (held !== undefined && isSame(held, found)) return
    if (held !== undefined) assertSameOwner(held, found)
    this.#held = found
    if (held === undefined) return
    const facts = { subject: subjectOf(found.leaf), until: found.leaf.validToDate.toISOString() }
    log?.info(facts, 'the client certificate was read again; new connections use it')
  }

  /** Two files are not replaced in one step: the first fault may be a moment between them. */
  #complain(fault: string): void {
    if (fault === this.#fault && fault !== this.#toldFault) {
      const facts = { reason: fault, certificate: this.#files.certificate }
      this.#resources.log?.error(
        facts,
        'the client certificate cannot be read again; the former one stays in force'
      )
      this.#toldFault = fault
    }
    this.#fault = fault
  }

  #asFault(error: unknown): Error {
    if (isErpError(error)) return error
    const { code = 'unknown' } = error as NodeJS.ErrnoException
    return invalidCertificate(
      `The files of the client certificate ${this.#files.certificate} cannot be read (${code})`
    )
  }

  /** An ended certificate would be refused in the handshake, which tells less. */
  #usable({ identity, leaf }: ClientIdentity): TlsIdentity {
    if (Date.now() < leaf.validToDate.getTime()) return identity
    const ended = endedCertificate(leaf, this.#files.certificate)
    if (this.#fault === '') throw ended
    throw invalidCertificate(
      `${ended.message}, and what stands in its place cannot be used: ${this.#fault}`
    )
  }
}

function isSame(one: ClientIdentity, other: ClientIdentity): boolean {
  return (
    one.leaf.fingerprint256 === other.leaf.fingerprint256 &&
    JSON.stringify(one.identity) === JSON.stringify(other.identity)
  )
}

/**
 * Cookies, sessions and locks belong to the ERP user of the certificate, which the ERP finds by its
 * subject or an alternative name. The issuer may change with a new CA.
 */
function assertSameOwner({ leaf: held }: ClientIdentity, { leaf: next }: ClientIdentity): void {
  if (held.subject === next.subject && held.subjectAltName === next.subjectAltName) return
  throw invalidCertificate(
    `The new client certificate names another subject (${subjectOf(next)}) than the former one (${subjectOf(held)}), whose sessions are open; restart the bridge to change the user`
  )
}
