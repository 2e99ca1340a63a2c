/** Words that clients use for actions: names of other servers, and actions of another tool. */
import { nearest } from './nearest.ts'
import { plainWord } from './plain-word.ts'

/** Each row: a tool, its action ('' where it has none), and other words for that action. */
export const actionWords: readonly (readonly [tool: string, action: string, words: string])[] = [
  ['ERPRead', '', 'read get_source read_source get_object source show_source'],
  ['ERPSearch', '', 'search find search_objects find_objects quick_search list_objects'],
  ['ERPQuery', '', 'query sql select run_query table_contents execute_sql'],
  ['ERPNavigate', 'definition', 'goto go_to_definition find_definition'],
  ['ERPNavigate', 'references', 'where_used whereused usages find_references used_by'],
  ['ERPNavigate', 'completion', 'complete code_completion'],
  ['ERPContext', 'dependencies', 'deps depends_on uses requires'],
  ['ERPContext', 'usages', 'where_used used_by callers references'],
  ['ERPContext', 'impact', 'affected impact_analysis blast_radius'],
  ['ERPContext', 'overview', 'package_map map describe summary'],
  ['ERPLint', 'check', 'lint run_lint abaplint'],
  ['ERPLint', 'fix', 'autofix lint_fix'],
  ['ERPLint', 'format', 'pretty_print prettyprint beautify'],
  ['ERPDiagnose', 'syntax', 'syntax_check check_syntax syntaxcheck check'],
  ['ERPDiagnose', 'unit_test', 'test tests run_tests unittest aunit run_unit_tests'],
  ['ERPDiagnose', 'atc', 'run_atc atc_check atc_run code_inspector'],
  ['ERPDiagnose', 'dumps', 'short_dumps list_dumps runtime_errors st22'],
  ['ERPDiagnose', 'quick_fixes', 'quickfix quick_fix fix_proposals'],
  ['ERPWrite', 'create', 'create_object new add'],
  ['ERPWrite', 'update', 'write save set_source write_source update_source put'],
  ['ERPWrite', 'edit', 'patch str_replace search_replace modify change'],
  ['ERPWrite', 'edit_method', 'update_method replace_method set_method'],
  ['ERPWrite', 'edit_class', 'add_method add_attribute add_member'],
  ['ERPWrite', 'batch', 'batch_create batch_update create_many multi bulk'],
  ['ERPWrite', 'delete', 'remove delete_object drop'],
  ['ERPWrite', 'rename', 'rename_symbol refactor_rename'],
  ['ERPWrite', 'change_signature', 'signature refactor_signature change_parameters'],
  ['ERPWrite', 'extract_method', 'extractmethod refactor_extract'],
  ['ERPActivate', 'activate', 'activate_objects mass_activate'],
  ['ERPActivate', 'check', 'syntax_check check_syntax syntax syntaxcheck'],
  ['ERPActivate', 'publish', 'publish_srvb publish_service_binding'],
  ['ERPActivate', 'unpublish', 'unpublish_srvb unpublish_service_binding'],
  ['ERPManage', 'create_package', 'new_package add_package'],
  ['ERPManage', 'drafts', 'inactive inactive_objects list_inactive'],
  ['ERPManage', 'release_lock', 'unlock delete_lock remove_lock'],
  ['ERPManage', 'run_class', 'run execute execute_class'],
  ['ERPTransport', 'get', 'show read details get_transport'],
  ['ERPTransport', 'list', 'list_transports transports my_transports'],
  ['ERPTransport', 'create', 'create_transport new_transport create_request'],
  ['ERPTransport', 'create_task', 'add_task new_task'],
  ['ERPTransport', 'release', 'release_transport release_request'],
  ['ERPTransport', 'delete', 'delete_transport remove'],
  ['ERPTransport', 'objects', 'contents list_objects']
]

/** The actions that a word may mean, those of the tool itself first. */
export function meantActions(
  tool: string,
  word: string,
  actions: readonly string[]
): { readonly own?: string; readonly elsewhere?: string } {
  const wanted = plainWord(word)
  const rows = actionWords.filter(([, action, words]) =>
    [action, ...words.split(' ')].some(one => plainWord(one) === wanted)
  )
  const named = rows.find(([owner]) => owner === tool)?.[1]
  const own = named !== undefined && actions.includes(named) ? named : nearest(word, actions)
  if (own !== undefined) return { own }
  const [owner, action] = rows[0] ?? []
  if (owner === undefined) return {}
  return { elsewhere: action === '' ? owner : `${owner} with the action ${action}` }
}
