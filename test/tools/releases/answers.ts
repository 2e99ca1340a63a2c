/**
 * What each call must end in where it does not simply work: the one table of the release matrix.
 */
import type { Release } from '../../../sandbox/releases.ts'
import type { GapName } from '../../../tools/failure/release-table.ts'

/** The release has no such service, or only the sandbox has not. */
type Reason = 'release' | 'sandbox'

export interface Refused {
  readonly on: readonly Release[]
  readonly gap: GapName
  readonly reason: Reason
}
/** It works another way and says so. */
export interface Fallback {
  readonly on: readonly Release[]
  readonly says: RegExp
}

const all = ['740', '750', '754', '758', '816', 'cloud'] as const
const before751 = ['740', '750'] as const
const from754 = ['754', '758', '816', 'cloud'] as const
const only740 = ['740'] as const
const before816 = ['740', '750', '754', '758'] as const
const before758 = ['740', '750', '754'] as const

const lacks = (gap: GapName, on: readonly Release[]): Refused => ({ on, gap, reason: 'release' })
const sandboxLacks = (gap: GapName, on: readonly Release[] = all): Refused => ({
  on,
  gap,
  reason: 'sandbox'
})
/** Services that neither the releases before 7.51 nor the sandbox have. */
const nowhere = (gap: GapName): readonly Refused[] => [
  lacks(gap, before751),
  sandboxLacks(gap, from754)
]
/** The abapGit backend: announced by the cloud only, absent from the sandbox everywhere. */
const git: readonly Refused[] = [sandboxLacks('git')]

export const refused: Readonly<Record<string, readonly Refused[]>> = {
  'ERPRead (TABL)': [lacks('objectType', only740)],
  'ERPRead (STRU)': [lacks('objectType', only740)],
  'ERPRead (DOMA)': [lacks('metadata', before751)],
  'ERPRead (DTEL)': [lacks('metadata', only740)],
  'ERPRead (TTYP)': [lacks('metadata', before751)],
  'ERPRead (metadata DOMA)': [lacks('metadata', before751)],
  'ERPRead (metadata DTEL)': [lacks('metadata', only740)],
  'ERPRead (metadata TTYP)': [lacks('metadata', before751)],
  'ERPRead (metadata TABL)': [lacks('metadata', before751)],
  'ERPRead (metadata DEVC)': [lacks('metadata', only740)],
  'ERPRead (TABT)': [lacks('metadata', before751)],
  'ERPRead (sql)': [lacks('createStatements', only740)],
  'ERPRead (texts)': [lacks('texts', before751)],
  'ERPRead (api_state)': [sandboxLacks('apiState')],
  'ERPRead (enhancements)': [sandboxLacks('enhancements')],
  'ERPRead (UI5)': [sandboxLacks('ui5')],
  'ERPSearch (source, everywhere)': [lacks('sourceSearch', before751)],
  'ERPQuery (table)': [lacks('dataPreview', only740)],
  'ERPQuery (sql)': [lacks('dataPreview', only740)],
  'ERPNavigate references': [lacks('whereUsed', only740)],
  'ERPNavigate references (object)': [lacks('whereUsed', only740)],
  'ERPNavigate documentation': [sandboxLacks('documentation')],
  'ERPWrite change_signature': [lacks('whereUsed', only740)],
  'ERPWrite move_members': [lacks('whereUsed', only740)],
  'ERPContext usages': [lacks('whereUsed', only740)],
  'ERPContext impact': [lacks('whereUsed', only740)],
  'ERPContext structure': [lacks('objectType', only740)],
  'ERPDiagnose unit_test (coverage)': [lacks('coverage', only740)],
  'ERPDiagnose atc': [lacks('atc', only740)],
  'ERPDiagnose atc_variants': [lacks('atc', only740)],
  'ERPDiagnose system_messages': [sandboxLacks('systemMessages')],
  'ERPDiagnose gateway_errors': [sandboxLacks('gatewayErrors')],
  'ERPDiagnose sql_trace': [sandboxLacks('sqlTrace')],
  'ERPDiagnose amdp_run': [sandboxLacks('amdp')],
  'ERPDiagnose service_check': [lacks('serviceCheck', before751)],
  'ERPWrite create (DOMA)': [lacks('objectType', before751)],
  'ERPWrite create (DTEL)': [lacks('objectType', only740)],
  'ERPWrite create (STRU)': [lacks('objectType', only740)],
  'ERPWrite create (TABL)': [lacks('objectType', before751)],
  'ERPWrite create (TTYP)': [lacks('objectType', before751)],
  'ERPWrite create (DCLS)': [lacks('objectType', only740)],
  'ERPWrite create (DDLX)': [lacks('objectType', before751)],
  'ERPWrite create (BDEF)': [lacks('objectType', before751)],
  'ERPWrite create (SRVD)': [lacks('objectType', before751)],
  'ERPWrite create (SRVB)': [lacks('objectType', before751)],
  'ERPWrite create (ENQU)': [lacks('objectType', before751)],
  'ERPWrite create (DRUL)': [lacks('objectType', before751)],
  'ERPWrite create (EVTB)': [lacks('objectType', before758)],
  'ERPWrite create (DTSC)': [lacks('objectType', before816)],
  'ERPWrite create (DESD)': [lacks('objectType', before816)],
  'ERPWrite create (CSNM)': [lacks('objectType', before816)],
  'ERPWrite create (EVTO)': [lacks('objectType', before816)],
  'ERPWrite create (COTA)': [lacks('objectType', before816)],
  'ERPWrite update (fields)': [lacks('objectType', only740)],
  'ERPWrite edit_texts': [lacks('texts', before751)],
  'ERPWrite scaffold': nowhere('generators'),
  'ERPActivate publish': nowhere('serviceCheck'),
  'ERPActivate unpublish': nowhere('serviceCheck'),
  'ERPManage export': [lacks('packages', only740)],
  'ERPManage create_package': [lacks('packages', only740)],
  'ERPManage change_package': [lacks('packages', only740)],
  'ERPManage delete_package': [lacks('packages', only740)],
  'ERPManage set_release_state': [sandboxLacks('apiState')],
  'ERPManage git_repos': git,
  'ERPManage git_status': git,
  'ERPManage git_clone': git,
  'ERPManage git_pull': git,
  'ERPManage git_switch': git,
  'ERPManage git_stage': git,
  'ERPManage git_push': git,
  'ERPManage git_unlink': git,
  'ERPManage ui5_apps': [sandboxLacks('ui5')],
  'ERPManage ui5_upload': [sandboxLacks('ui5')],
  'ERPManage run_program': [lacks('programRun', before751)],
  'ERPTransport create (without package)': [lacks('transportKinds', ['750'])],
  'ERPTransport create (customizing)': [lacks('transportKinds', ['750'])],
  'ERPTransport add_object': [lacks('transportEditing', before751)],
  'ERPTransport change': [lacks('transportEditing', before751)],
  'ERPTransport remove_object': [lacks('transportEditing', before751)],
  'ERPTransport layers': [lacks('transportTargets', before751)]
}

export const fallbacks: Readonly<Record<string, Fallback>> = {
  'ERPRead (TABL)': { on: ['750'], says: /read as STRU: this release has no path for TABL/ },
  'ERPSearch (source, package)': { on: before751, says: /read one by one/ },
  'ERPContext overview (package)': { on: only740, says: /description is not told by this release/ },
  'ERPContext call_graph': { on: only740, says: /this release has no where-used list/ }
}
