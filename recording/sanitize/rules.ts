/** What is done with a value, by the name of its attribute, element or member, and by the service. */

/**
 * `user`, `system`, `host`, `handle`: learned, and replaced wherever it stands; `contributor`: of a
 * feed, a system or a user; `person`: letters replaced; `secret`: removed; `value`: only its form
 * stays; `text`: what developers wrote in prose; `source`: source text; `plain`: only names are
 * replaced.
 */
export type Treatment =
  | 'user'
  | 'contributor'
  | 'system'
  | 'host'
  | 'handle'
  | 'person'
  | 'secret'
  | 'value'
  | 'text'
  | 'source'
  | 'plain'

/** Names in lower case, without the prefix of a name space. */
const names: Readonly<Record<Exclude<Treatment, 'plain' | 'value' | 'contributor'>, string>> = {
  user: 'responsible changedby createdby lastchangedby lastchanger owner user username uname author corruser as4user lockuser lockedby requestuser debuggeeuser debuggee_user processor reviewer contactperson targetuser sourceuser createduser changeduser lastchangeduser releasedby userid user_name sap-user runuser',
  system:
    'mastersystem systemid system_id sysid sid vsid sourcesystem source_system targetsystem target_system originalsystem target srcsystem',
  host: 'host hostname host_name server servername server_name applicationserver dbhost',
  handle: 'lock_handle lockhandle terminalid terminal_id ideid ide_id',
  person:
    'fullname userfullname user_fullname realname displayname firstname lastname full_name ownername',
  secret:
    'password passwd pwd passphrase token secret cookie authorization credential credentials sessionid session_id apikey api_key accesstoken access_token refresh_token client_secret privatekey private_key sap-password mysapsso2',
  text: 'description desc corrtext msgtext messagetext shortfieldlabel mediumfieldlabel longfieldlabel headingfieldlabel shorttext_customer labeltext commitmessage commit_message',
  source:
    'content codesnippet snippet sourcecode source_code unicodecontent textline matchingline sourceline abapsource proposal beforecode aftercode signature declaration documentation longtext'
}

const treatments = new Map(
  Object.entries(names).flatMap(([treatment, list]) =>
    list.split(' ').map((name): [string, Treatment] => [name, treatment as Treatment])
  )
)

/** Services whose answers hold values. An expression without elements: every text of the answer. */
const valueServices: readonly { readonly path: RegExp; readonly elements?: RegExp }[] = [
  { path: /\/datapreview\//i, elements: /^(?:data|value)$/i },
  {
    path: /\/debugger(?:\/|\?|$)/i,
    elements: /^(?:value|hex_value|hexvalue|short_value|table_body|row|cell)$/i
  },
  { path: /\/amdp\/debugger/i, elements: /^(?:value|cell|row|data|scalar)$/i },
  { path: /\/runtime\/dumps/i, elements: /^(?:summary|content)$/i },
  { path: /\/runtime\/dump\//i, elements: /^(?:value|content|summary)$/i },
  { path: /\/gw\/errorlog/i, elements: /^(?:summary|content|value)$/i },
  { path: /\/runtime\/traces\//i, elements: /^(?:value|statement|where|condition)$/i },
  { path: /\/sap\/opu\/odata4?\/(?!.*\$metadata)/i }
]
/** Services whose texts without markup are the output of a program, or a dump. */
const outputs = /\/oo\/classrun\/|\/programs\/programrun\/|\/runtime\/dump\//i

/** A query of data preview: literals in it are values. */
export const isQuery = (path: string): boolean => /\/datapreview\//i.test(path)

/** Whether a plain text of this path is the output of a program. */
export const isOutput = (path: string): boolean => outputs.test(path)

export interface Place {
  /** Of the request. */
  readonly path: string
  /** Local name of the element, member or attribute. */
  readonly name: string
  /** Local name of the element around it. */
  readonly parent?: string
  readonly isAttribute?: boolean
}

export function treatmentOf({ path, name, parent = '', isAttribute = false }: Place): Treatment {
  const service = valueServices.find(one => one.path.test(path))
  if (service !== undefined && !isAttribute && (service.elements?.test(name) ?? true)) {
    return 'value'
  }
  const lower = name.toLowerCase()
  if (lower === 'name' && /^author$/i.test(parent)) return 'user'
  if (lower === 'name' && /^contributor$/i.test(parent)) return 'contributor'
  // An attribute of that name is a media type.
  if (isAttribute && lower === 'content') return 'plain'
  return treatments.get(lower) ?? 'plain'
}
