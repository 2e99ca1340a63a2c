/** Other names that clients use for the arguments. */
import { plainWord } from './plain-word.ts'

/** Keys are lower case without separators; the second element is the type that a word implies. */
const aliases: Readonly<Record<string, readonly [name: string, type?: string]>> = {
  object: ['name'],
  objectname: ['name'],
  objname: ['name'],
  class: ['name', 'CLAS'],
  classname: ['name', 'CLAS'],
  interface: ['name', 'INTF'],
  interfacename: ['name', 'INTF'],
  program: ['name', 'PROG'],
  programname: ['name', 'PROG'],
  report: ['name', 'PROG'],
  function: ['name', 'FUNC'],
  functionmodule: ['name', 'FUNC'],
  functionname: ['name', 'FUNC'],
  functiongroupname: ['group'],
  functiongroup: ['group'],
  structure: ['name', 'STRU'],
  objecttype: ['type'],
  objtype: ['type'],
  objectkind: ['type'],
  searchtype: ['kind'],
  package: ['name', 'DEVC'],
  packagename: ['package'],
  devclass: ['package'],
  developmentclass: ['package'],
  transportrequest: ['transport'],
  transportnumber: ['transport'],
  corrnr: ['transport'],
  request: ['transport'],
  requestid: ['transport'],
  transportid: ['transport'],
  trkorr: ['transport'],
  code: ['source'],
  content: ['source'],
  sourcecode: ['source'],
  text: ['source'],
  body: ['source'],
  newsource: ['source'],
  statement: ['sql'],
  sqlquery: ['sql'],
  query: ['sql'],
  pattern: ['query'],
  search: ['query'],
  searchterm: ['query'],
  searchstring: ['query'],
  name: ['query'],
  tablename: ['table'],
  fields: ['columns'],
  limit: ['maxResults'],
  top: ['maxResults'],
  max: ['maxResults'],
  rows: ['maxRows'],
  rowlimit: ['maxRows'],
  rownumber: ['maxRows'],
  hash: ['expectedHash'],
  sourcehash: ['expectedHash'],
  expectedsourcehash: ['expectedHash'],
  methodname: ['method'],
  unit: ['method'],
  form: ['method'],
  includename: ['include'],
  includetype: ['include'],
  part: ['include'],
  linerange: ['lines'],
  range: ['lines'],
  col: ['column'],
  word: ['symbol'],
  token: ['symbol'],
  preview: ['dryRun'],
  replacements: ['edits'],
  changes: ['edits'],
  old: ['old'],
  oldstring: ['old'],
  oldstr: ['old'],
  oldtext: ['old'],
  newstring: ['new'],
  newstr: ['new'],
  newtext: ['new'],
  dryrunonly: ['dryRun'],
  simulate: ['dryRun'],
  desc: ['description'],
  shorttext: ['description'],
  variantname: ['variant'],
  checkvariant: ['variant'],
  objects: ['items'],
  withcoverage: ['coverage'],
  pagesize: ['maxResults'],
  maxhits: ['maxResults'],
  user: ['by'],
  username: ['by'],
  author: ['by'],
  changedby: ['by'],
  changedsince: ['since'],
  after: ['since'],
  from: ['since']
}

export interface AliasMatch {
  readonly name: string
  readonly type: string | undefined
}

/** Words whose value tells what they mean, in the order in which a schema may have it. */
function meaningsOf(bare: string, value: unknown): readonly string[] {
  if (bare !== 'id') return []
  return isRequestNumber(value) ? ['transport', 'name'] : ['name', 'query', 'transport']
}

function isRequestNumber(value: unknown): boolean {
  return typeof value === 'string' && /^\s*[A-Z0-9]{3}K\d{6}\s*$/i.test(value)
}

/**
 * The argument that a word stands for, where the schema has it. An exact name precedes aliases.
 * @param value what the caller gave; a word such as `id` means what its value is
 */
export function aliasOf(
  word: string,
  properties: Readonly<Record<string, unknown>>,
  value?: unknown
): AliasMatch | undefined {
  if (Object.hasOwn(properties, word)) return { name: word, type: undefined }
  const bare = plainWord(word)
  const own = Object.keys(properties).find(key => plainWord(key) === bare)
  if (own !== undefined) return { name: own, type: undefined }
  const meant = meaningsOf(bare, value).find(one => Object.hasOwn(properties, one))
  if (meant !== undefined) return { name: meant, type: undefined }
  const [name, type] = Object.hasOwn(aliases, bare) ? (aliases[bare] ?? []) : []
  if (name !== undefined && Object.hasOwn(properties, name)) {
    return {
      name,
      type: type !== undefined && Object.hasOwn(properties, 'type') ? type : undefined
    }
  }
  // A limit is called maxResults or maxRows, whichever the tool counts.
  return name === 'maxResults' && Object.hasOwn(properties, 'maxRows')
    ? { name: 'maxRows', type: undefined }
    : undefined
}
