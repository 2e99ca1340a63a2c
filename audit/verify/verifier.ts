/** Reads audit lines once, in their order, and finds what was changed in them afterwards. */
import { timingSafeEqual } from 'node:crypto'
import { macOf, sealOf } from '../chain.ts'
import type { AuditKey, ChainPlace, Seal } from '../chain.ts'
import type { FoundLine, Place } from './lines.ts'
import type { Gap } from './order.ts'
import { findingAt } from './report.ts'
import type { AuditReport, Finding } from './report.ts'
import { Suspects } from './suspects.ts'
import { namedEnds, Writer } from './writer.ts'

export interface VerifyOptions {
  readonly keys: readonly AuditKey[]
  /** Chains may begin in files before the first one. */
  readonly allowEarlier?: boolean
  /** Chains may lack their end. */
  readonly allowUnended?: boolean
  readonly anchors?: readonly Anchor[]
}

export interface Anchor extends ChainPlace {
  readonly time: string
}

/** More findings than these say no more. */
const mostFindings = 10_000
/** How each line of the bridge begins, which no value inside a line can show. */
const lineStart = /(?=\{"time":")/
const kindForm = /^\{"time":"([^"]*)","kind":"([\w-]+)"/
const intentForm = /,"intent":"([\w-]{12})"/

export class AuditVerifier {
  readonly #options: VerifyOptions
  readonly #writers = new Map<string, Writer>()
  readonly #findings: Finding[] = []
  readonly #suspects: Suspects
  readonly #named: { readonly end: ChainPlace; readonly place: Place }[] = []
  readonly #anchors = new Map<string, string>()
  readonly #files = new Set<string>()
  #lines = 0
  /** Of the first genuine line. */
  #first: { readonly time: string; readonly file: string } | undefined

  constructor(options: VerifyOptions) {
    this.#options = options
    this.#suspects = new Suspects(options.keys)
    for (const { writer, seq, mac } of options.anchors ?? []) {
      this.#anchors.set(`${writer} ${seq}`, mac)
    }
  }

  /** Whether the rest is worth reading. */
  get isFull(): boolean {
    return this.#findings.length + this.#suspects.count > mostFindings
  }

  add({ bytes, place }: FoundLine): void {
    this.#lines++
    this.#files.add(place.file)
    const text = bytes.toString('latin1')
    if (this.#genuine(text, bytes, place)) return
    // Lines that lost the break between them are told apart by how each begins.
    const pieces = text.split(lineStart)
    if (pieces.length < 2) {
      this.#suspect(text, bytes, place)
      return
    }
    for (const piece of pieces) {
      const own = Buffer.from(piece, 'latin1')
      if (!this.#genuine(piece, own, place)) this.#suspect(piece, own, place)
      else if (piece !== pieces.at(-1)) {
        this.#findings.push(findingAt('altered', place, { detail: 'two lines stand in one' }))
      }
    }
  }

  #suspect(text: string, bytes: Buffer, place: Place): void {
    const seal = sealOf(text)
    const isKnown = seal !== undefined && this.#writers.has(seal.writer)
    this.#suspects.add({ text, bytes, place, seal, isKnown })
  }

  /** Takes the line where its MAC fits its bytes. */
  #genuine(text: string, bytes: Buffer, place: Place): boolean {
    const seal = sealOf(text)
    const key = seal && this.#keyOf(seal, bytes)
    if (seal === undefined || key === undefined) return false
    const [, time = '', kind = ''] = kindForm.exec(text) ?? []
    const intent = intentForm.exec(text)?.[1]
    this.#first ??= { time, file: place.file }
    const writer = this.#writers.get(seal.writer) ?? new Writer(seal.writer, key)
    this.#writers.set(seal.writer, writer)
    for (const finding of writer.add({ bytes, seal, place, kind, intent })) this.#report(finding)
    if (kind === 'started') {
      const missing = namedEnds(bytes).filter(end => !this.#reached(end))
      for (const end of missing) this.#named.push({ end, place })
    }
    this.#compare(seal, place)
    if (kind === 'repeated') this.#suspects.resolveTorn(place)
    return true
  }

  #keyOf({ writer, at, mac }: Seal, bytes: Buffer): AuditKey | undefined {
    const known = this.#writers.get(writer)?.key
    const keys = known === undefined ? this.#options.keys : [known]
    const covered = bytes.subarray(0, at)
    return keys.find(({ secret }) =>
      timingSafeEqual(Buffer.from(macOf(secret, covered)), Buffer.from(mac))
    )
  }

  /** A line that was too early may turn out to be a copy of one that is in its place. */
  #report(finding: Finding): void {
    const earlier = this.#findings.find(
      ({ kind, file, line }) => kind === 'moved' && file === finding.file && line === finding.line
    )
    if (finding.kind === 'inserted' && earlier !== undefined) earlier.kind = 'inserted'
    else this.#findings.push(finding)
  }

  #compare({ writer, seq, mac }: Seal, place: Place): void {
    const anchored = this.#anchors.get(`${writer} ${seq}`)
    if (anchored === undefined || anchored === mac) return
    const detail = 'its anchor has another MAC: the chain was written anew with its key'
    this.#findings.push(findingAt('anchor', place, { writer, detail }))
  }

  end(): AuditReport {
    const writers = [...this.#writers.values()]
    this.#findings.push(...this.#suspects.end(this.#writers))
    for (const writer of writers) this.#findings.push(...this.#missing(writer))
    this.#findings.push(...this.#unreached())
    const rank = new Map([...this.#files].map((file, index) => [file, index]))
    const rankOf = ({ file }: Finding) => rank.get(file) ?? rank.size
    const findings = this.#findings.toSorted((a, b) => rankOf(a) - rankOf(b) || a.line - b.line)
    return {
      intact: findings.length === 0,
      lines: this.#lines,
      writers: writers.map(({ id, lines, ended }) => ({ writer: id, lines, ended })),
      findings,
      stopped: this.isFull,
      anchors: this.#options.anchors?.length ?? 0,
      unknownOutcomes: writers.flatMap(({ intents }) => [...intents.values()])
    }
  }

  /** Lines that are missing before others, and an end that is missing. */
  #missing({ id: writer, order, continues, ended }: Writer): Finding[] {
    const { allowUnended } = this.#options
    const gaps = order.gaps
      .filter(gap => !this.#isBeforeFiles(gap, continues))
      .map(({ from, to, after, before }) => {
        const where =
          after === undefined
            ? 'the chain begins before; give the earlier files, or --allow-earlier'
            : `the line before them is ${after.file}:${after.line}`
        const detail = `${rangeWords(from, to)} of the chain missing here: ${where}`
        return findingAt('removed', before, { writer, detail })
      })
    const { last } = order
    if (ended || allowUnended === true || last === undefined) return gaps
    const detail = `no line says that the chain ends after line ${order.next - 1}`
    return [...gaps, findingAt('unended', last, { writer, detail })]
  }

  /**
   * Lines of files before the first one. A chain that goes on in a later file only had none in the
   * files between if its last line is older than they are.
   */
  #isBeforeFiles({ to, before }: Gap, continues: Writer['continues']): boolean {
    if (this.#options.allowEarlier !== true || continues?.seq !== to + 1) return false
    const { time = '', file } = this.#first ?? {}
    return before.file === file || continues.since < time
  }

  /** Lines that a later start or an anchor names, and that are not there. */
  #unreached(): Finding[] {
    const named = this.#named
      .filter(({ end }) => !this.#reached(end))
      .map(({ end: { writer, seq }, place }) =>
        findingAt('removed', place, {
          writer,
          detail: `this line names line ${seq} of another chain, which is not there`
        })
      )
    const farthest = new Map<string, Anchor>()
    for (const anchor of this.#options.anchors ?? []) {
      if (this.#isEarlier(anchor) || this.#reached(anchor)) continue
      if ((farthest.get(anchor.writer)?.seq ?? -1) < anchor.seq) farthest.set(anchor.writer, anchor)
    }
    const cut = [...farthest.values()].map(({ writer, seq, time }) => {
      const last = this.#writers.get(writer)?.order.last
      const detail = `the anchor of ${time} names line ${seq} of the chain, which is not there`
      return findingAt('removed', last ?? nowhere, { writer, detail })
    })
    return [...named, ...cut]
  }

  #reached({ writer, seq }: ChainPlace): boolean {
    return (this.#writers.get(writer)?.order.next ?? 0) > seq
  }

  /** An anchor of files before the first one. */
  #isEarlier({ writer, time }: Anchor): boolean {
    const { allowEarlier } = this.#options
    return allowEarlier === true && !this.#writers.has(writer) && time < (this.#first?.time ?? '')
  }
}

const nowhere: Place = { file: '', line: 0, at: 0 }

function rangeWords(from: number, to: number): string {
  return from === to ? `line ${from} is` : `lines ${from} to ${to} are`
}
