/** Names that a customer chose: objects with Z and Y, name spaces, local packages, transport requests. */
import type { Scrambler } from './scramble.ts'

/** Words with Z or Y of protocols and prose, which name nothing. */
const words = new Set(
  'y z yaml yank yard year yearly years yellow yen yes yesterday yet yield yields you your yours yourself young zero zeros zeroes zip zipped zlib zone zones zoom zstd yyyy yyyymmdd yy yyyymm yymmdd y2k zonlo zoneinfo z0'
    .toUpperCase()
    .split(' ')
)

/** Name spaces of SAP: what is in them is the same at each customer. */
const sapSpaces = new Set(
  'SAP ADT AIF APE ATL BA1 BCV BEV1 BEV2 BIC BI0 BOBF BOFU CPD CRMS FAA IWBEP IWFND IWCNT IWHDB IWNGW IWPGW IWXBE ISDFPS MERP OSP PLMB PLMI PLMPCE PM0 POSDW RPM SAPAPO SAPCEM SAPCND SAPDII SAPDMC SAPHT SAPNEA SAPPO SAPPSPRO SAPSLL SAPSMOSS SAPSRM SAPTRX SCDL SCMB SCMTMS SCTM SCWM SMB SRMERP SRMNXP SYBSYS UI2 UI5 UIF VSO'.split(
    ' '
  )
)

/** What OData, CDS and the ERP itself write with a dollar. */
const dollars = new Set(
  'TMP METADATA FILTER TOP SKIP VALUE COUNT FORMAT BATCH EXPAND SELECT INLINECOUNT ORDERBY SEARCH APPLY SKIPTOKEN REF LINKS LEVELS IT ID ENTITY SESSION PROJECTION PARAMETERS SELF NODE TABLE SCHEMA REFERENCES RECORDCHANGES ALL ROOT QUERY'.split(
    ' '
  )
)

/** What stays of a name, because it says which kind of object it is. */
const kind = /^[YZ](?:CL_|IF_|CX_|BP_|CA_|CB_|[IRC]_)?/i
/** Names of the ERP that are made of the name of an object, and their ends. */
const made =
  /^(?:(SAP[LMFXDK]|M|H_|E|ENQUEUE_E|DEQUEUE_E|VIEWFRAME_|VIEWPROC_|TABLEFRAME_|TABLEPROC_)|(L))([YZ]\w*)$/i
const includeEnd = /(?:TOP|UXX|[A-Z]\d\d|[A-Z]XX)$/i
const lockObject = /^E[YZ]_?/i
const poolEnd = /(?:TOP|[IOFE]\d\d)$/i

/** One segment of a word that begins with a letter: `LS_ZSALES` has `ZSALES`. */
const inside = /(?<=_)[YZ]\w+/i

/** The word with its customer name replaced, or the word itself. */
export function replaceWord(word: string, { scramble }: Scrambler): string {
  if (/^[YZ]/i.test(word)) {
    return words.has(word.toUpperCase()) ? word : scramble(word, kind.exec(word)?.[0].length)
  }
  const derived = derivedName(word, scramble)
  if (derived !== undefined) return derived
  const [name] = inside.exec(word) ?? []
  if (name === undefined || name.length < 3 || words.has(name.toUpperCase())) return word
  const at = word.length - name.length
  return word.slice(0, at) + scramble(name, kind.exec(name)?.[0].length)
}

function derivedName(word: string, scramble: Scrambler['scramble']): string | undefined {
  const [, prefix, include, name] = made.exec(word) ?? []
  if (name === undefined) return undefined
  const replace = (text: string) => scramble(text, kind.exec(text)?.[0].length)
  if (include !== undefined) {
    const [end] = includeEnd.exec(name) ?? []
    return end === undefined ? undefined : include + replace(name.slice(0, -end.length)) + end
  }
  if (prefix === undefined) return undefined
  if (prefix.toUpperCase() === 'M') {
    const [end] = poolEnd.exec(name) ?? []
    return end === undefined ? undefined : prefix + replace(name.slice(0, -end.length)) + end
  }
  if (prefix.toUpperCase() === 'E') {
    return lockObject.test(word) && /^[YZ]\w*_/i.test(name) ? prefix + replace(name) : undefined
  }
  return prefix + replace(name)
}

/** `/ACME/CL_SALES`, also without a name behind it. The positions of the slashes stay. */
export function replaceSpaced(text: string, { scramble }: Scrambler): string {
  const [, space = ''] = text.split('/')
  return sapSpaces.has(space.toUpperCase()) ? text : scramble(text)
}

/** A local package with a name of its own: `$SALES`. */
export function replaceDollar(text: string, { scramble }: Scrambler): string {
  return dollars.has(text.slice(1).toUpperCase()) ? text : scramble(text)
}

/** `DEVK900123`: the letter K and the nine behind it say that it is a request. */
export function replaceRequest(text: string, { scramble }: Scrambler): string {
  const [id, number] = [text.slice(0, 3), text.slice(4)]
  return `${replaceSystemId(id, { scramble })}${text.charAt(3)}${scramble(number, 1)}`
}

/** Three characters, the first of them a letter. */
export function replaceSystemId(id: string, { scramble }: Pick<Scrambler, 'scramble'>): string {
  return scramble(`system ${id}`).slice(-id.length)
}
