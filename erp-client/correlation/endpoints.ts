/** The endpoint of a request: its path without the names of what it is about. */
import { objectTypes } from '../object-types.ts'

/**
 * What stands in paths of services beside the names of objects, users and requests. Every other
 * segment is a name, so that a path of an unknown form shows none.
 */
const serviceWords =
  `sap bc adt api abap public icf logoff virtualhost opu odata odata4 cts cts_abapvcs
  abapgit abapsource abaptraces abapunit acm activation amdp apireleases associations atc attributes
  batch branches breakpoints bufferstate businessservices calls checkruns classes classrun clone
  codecompletion commit compatibility components config configurations consistencychecks content core
  coverage createstatements credentials customizing data datapreview db dbAccesses dcl ddic ddl
  ddls debuggees debugger definitions details dependencies discovery docu documentation documents
  dump dumps elementinfo elements enhancements errorlog evaluation external externalrepoinfo
  feeds filestore formatted freestyle functions fmodules generators getHistory getObjects graph groups
  gw history hitlist http implementations inactive inactiveobjects includes information
  informationsystem instances interfaces langu layout listeners log logs macros main
  mainprograms measurements messages metadata methods naming navigation newreleasejobs
  nodestructure objectproperties objects objectstructure objectsets odatav2 odatav4 oo options
  packages parameters pools position postauditupdate preaudit prettyprinter preview programrun
  programs proposal publishjobs pull pullByCommit push quickfixes quickfix refactoring refactorings
  reference references registration release releasejobs releasestates repo repos repositories
  repository requests results revert rules run runs runtime schema search searchconfiguration
  services sessions settings sortandcompress source sources sscr st05 stack stage stages staging
  state statements status structure summary switch symbols system systeminformation systemmessages
  table tables target targets tasks testclasses testruns text textelements texts textsearch ticket
  trace traces transport transportchecks transportlayers transportrequests transports type
  typehierarchy types typestructure ui5-bsp unpublishjobs urifragmentmappings usageReferences
  usageSnippets useraction user users userinfo validation value valuehelp valuehelps values
  variables variants versions watchpoints where wb workbench worklists $metadata`
    .split(/\s+/)
    .filter(word => word !== '')

const isName = /^\{.*\}$/
const words: ReadonlySet<string> = new Set([
  ...serviceWords,
  ...objectTypes
    .flatMap(({ path, alsoAt = [], parts }) => [path, ...alsoAt, ...Object.values(parts)])
    .flatMap(path => path.split('/'))
    .filter(segment => segment !== '' && !isName.test(segment))
])

/** Longer paths are cut off: no endpoint has as many segments. */
const mostSegments = 16
const name = '{name}'

/**
 * `/sap/bc/adt/oo/classes/{name}/source/main`. Names that follow each other count as one, because a
 * name may have slashes in it.
 */
export function endpointOf(path: string): string {
  const [plain = ''] = path.split(/[?#;]/, 1)
  const segments = plain.split('/').filter(segment => segment !== '')
  const shown: string[] = []
  for (const segment of segments.slice(0, mostSegments)) {
    const word = words.has(segment) ? segment : name
    if (word !== name || shown.at(-1) !== name) shown.push(word)
  }
  return `/${shown.join('/')}`
}
