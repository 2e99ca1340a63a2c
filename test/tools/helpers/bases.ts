/**
 * One call of each changing action that has all it needs, so that a rule and nothing else decides
 * about it.
 */
export const changingBases: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'ERPWrite create': { type: 'CLAS', name: 'ZCL_MX_NEW', package: '$TMP', source: 'x' },
  'ERPWrite update': { type: 'CLAS', name: 'ZCL_MX', source: 'x', overwrite: true },
  'ERPWrite edit': {
    type: 'CLAS',
    name: 'ZCL_MX',
    edits: [{ old: 'result = 1.', new: 'result = 1 + 1.' }]
  },
  'ERPWrite edit_method': {
    type: 'CLAS',
    name: 'ZCL_MX',
    method: 'RUN',
    source: '    result = 3.'
  },
  'ERPWrite edit_class': {
    type: 'CLAS',
    name: 'ZCL_MX',
    change: 'add',
    declaration: 'METHODS more'
  },
  'ERPWrite edit_texts': {
    type: 'PROG',
    name: 'ZMX_PROGRAM',
    kind: 'symbols',
    texts: [{ key: '001', text: 'Text' }]
  },
  'ERPWrite move': { type: 'CLAS', name: 'ZCL_MX', package: '$OTHER' },
  'ERPWrite rename': { type: 'CLAS', name: 'ZCL_MX', symbol: 'result', newName: 'outcome' },
  'ERPWrite replace': { type: 'CLAS', name: 'ZCL_MX', pattern: 'METHOD', replacement: 'method' },
  'ERPWrite move_members': { type: 'CLAS', name: 'ZCL_MX', members: ['RUN'], to: 'ZCL_MX_TO' },
  'ERPWrite change_signature': {
    type: 'CLAS',
    name: 'ZCL_MX',
    method: 'run',
    declaration: 'METHODS run RETURNING VALUE(result) TYPE int8.'
  },
  'ERPWrite extract_method': {
    type: 'CLAS',
    name: 'ZCL_MX',
    line: 7,
    endLine: 7,
    newName: 'part'
  },
  'ERPWrite apply_quick_fix': { type: 'CLAS', name: 'ZCL_MX', line: 7, column: 5 },
  'ERPWrite scaffold': { type: 'DDLS', name: 'ZI_MX', generator: 'uiservice', package: '$TMP' },
  'ERPWrite batch': {
    items: [
      {
        action: 'edit',
        type: 'CLAS',
        name: 'ZCL_MX',
        edits: [{ old: 'result = 1.', new: 'result = 4.' }]
      }
    ]
  },
  'ERPWrite undo': { type: 'CLAS', name: 'ZCL_MX', version: 'inactive' },
  'ERPWrite delete': { type: 'PROG', name: 'ZMX_GOES' },
  'ERPActivate activate': { type: 'CLAS', name: 'ZCL_MX' },
  'ERPActivate check': { type: 'CLAS', name: 'ZCL_MX' },
  'ERPActivate publish': { name: 'ZUI_MX' },
  'ERPActivate unpublish': { name: 'ZUI_MX' },
  'ERPManage features': {},
  'ERPManage drafts': {},
  'ERPManage journal': {},
  'ERPManage export': { package: '$MX', dryRun: true },
  'ERPManage approvals': {},
  'ERPManage approve': { approval: 'none', digest: 'none' },
  'ERPManage reject': { approval: 'none', digest: 'none' },
  'ERPManage change_set': {},
  'ERPManage locks': { type: 'CLAS', name: 'ZCL_MX' },
  'ERPManage release_lock': { type: 'CLAS', name: 'ZCL_MX' },
  'ERPManage create_package': { name: '$MX_NEW', package: '$TMP' },
  'ERPManage change_package': { name: '$MX', description: 'Changed' },
  'ERPManage delete_package': { name: '$MX_GOES' },
  'ERPManage set_release_state': {
    type: 'CLAS',
    name: 'ZCL_MX',
    contract: 'C1',
    state: 'RELEASED'
  },
  'ERPManage git_repos': {},
  'ERPManage git_status': { repository: '000000000001' },
  'ERPManage git_clone': { repository: 'https://git.example/demo.git', package: '$MX' },
  'ERPManage git_pull': { repository: '000000000001' },
  'ERPManage git_switch': { repository: '000000000001', branch: 'refs/heads/main' },
  'ERPManage git_stage': {
    repository: '000000000001',
    objects: [{ type: 'CLAS', name: 'ZCL_MX' }]
  },
  'ERPManage git_push': {
    repository: '000000000001',
    objects: [{ type: 'CLAS', name: 'ZCL_MX' }],
    description: 'Message'
  },
  'ERPManage git_unlink': { repository: '000000000001' },
  'ERPManage ui5_apps': {},
  'ERPManage ui5_upload': { name: 'ZMX_APP', path: 'Component.js', source: 'x' },
  'ERPManage run_class': { name: 'ZCL_MX' },
  'ERPManage run_program': { name: 'ZMX_PROGRAM' },
  'ERPTransport list': {},
  'ERPTransport get': { transport: 'SBXK900001' },
  'ERPTransport objects': { transport: 'SBXK900001' },
  'ERPTransport diff': { transport: 'SBXK900001' },
  'ERPTransport review': { transport: 'SBXK900001' },
  'ERPTransport check': { type: 'CLAS', name: 'ZCL_MX' },
  'ERPTransport history': { type: 'CLAS', name: 'ZCL_MX' },
  'ERPTransport layers': {},
  'ERPTransport targets': {},
  'ERPTransport create': { description: 'Made by a test' },
  'ERPTransport create_task': { transport: 'SBXK900001' },
  'ERPTransport add_user': { transport: 'SBXK900001', user: 'OTHER' },
  'ERPTransport reassign': { transport: 'SBXK900001', user: 'OTHER' },
  'ERPTransport add_object': { transport: 'SBXK900001', type: 'CLAS', name: 'ZCL_MX' },
  'ERPTransport change': { transport: 'SBXK900001', description: 'Other' },
  'ERPTransport remove_object': { transport: 'SBXK900001', type: 'CLAS', name: 'ZCL_MX' },
  'ERPTransport release': { transport: 'SBXK900001' },
  'ERPTransport release_recursive': { transport: 'SBXK900001' },
  'ERPTransport delete': { transport: 'SBXK900001' }
}

/**
 * The same for the actions that only read, so that a hostile value meets the code behind the schema
 * too.
 */
export const readingBases: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'ERPRead ': { type: 'CLAS', name: 'ZCL_X' },
  'ERPSearch ': { query: 'ZCL_X' },
  'ERPQuery ': { table: 'T000' },
  'ERPNavigate definition': { type: 'CLAS', name: 'ZCL_X', symbol: 'x' },
  'ERPNavigate references': { type: 'CLAS', name: 'ZCL_X' },
  'ERPContext overview': { type: 'CLAS', name: 'ZCL_X' },
  'ERPContext dependencies': { type: 'CLAS', name: 'ZCL_X' },
  'ERPContext usages': { type: 'CLAS', name: 'ZCL_X' },
  'ERPContext impact': { type: 'CLAS', name: 'ZCL_X' },
  'ERPContext compare': { type: 'CLAS', name: 'ZCL_X', withName: 'ZCL_Y' },
  'ERPContext changes': { type: 'DEVC', name: '$TMP' },
  'ERPContext test_seams': { type: 'CLAS', name: 'ZCL_X' },
  'ERPContext call_graph': { type: 'CLAS', name: 'ZCL_X', method: 'RUN' },
  'ERPContext structure': { type: 'TABL', name: 'ZTAB' },
  'ERPLint check': { type: 'CLAS', name: 'ZCL_X' },
  'ERPLint fix': { type: 'CLAS', name: 'ZCL_X' },
  'ERPLint format': { type: 'CLAS', name: 'ZCL_X' },
  'ERPLint rules': {},
  'ERPNavigate implementations': { type: 'CLAS', name: 'ZCL_X', symbol: 'x' },
  'ERPNavigate element_info': { type: 'CLAS', name: 'ZCL_X', symbol: 'x' },
  'ERPNavigate hierarchy': { type: 'CLAS', name: 'ZCL_X', symbol: 'x' },
  'ERPNavigate documentation': { type: 'CLAS', name: 'ZCL_X', symbol: 'x' },
  'ERPNavigate completion': { type: 'CLAS', name: 'ZCL_X', source: 'x', line: 1, column: 1 },
  'ERPNavigate outline': { type: 'CLAS', name: 'ZCL_X' },
  'ERPDiagnose atc': { type: 'CLAS', name: 'ZCL_X' },
  'ERPDiagnose atc_variants': {},
  'ERPDiagnose quick_fixes': { type: 'CLAS', name: 'ZCL_X', symbol: 'x' },
  'ERPDiagnose compare': { type: 'CLAS', name: 'ZCL_X' },
  'ERPDiagnose dumps': {},
  'ERPDiagnose dump': { id: 'x' },
  'ERPDiagnose incident': { job: 'Z_X', from: '20260519' },
  'ERPDiagnose traces': {},
  'ERPDiagnose trace': { id: 'x' },
  'ERPDiagnose trace_start': { user: 'U' },
  'ERPDiagnose trace_stop': { id: 'x' },
  'ERPDiagnose system_messages': {},
  'ERPDiagnose gateway_errors': {},
  'ERPDiagnose clean_core': { type: 'CLAS', name: 'ZCL_X' },
  'ERPDiagnose sql_trace': {},
  'ERPDiagnose service_check': { name: 'Z_X' },
  'ERPDiagnose breakpoints': {},
  'ERPDiagnose set_breakpoint': { type: 'CLAS', name: 'ZCL_X', line: 1 },
  'ERPDiagnose delete_breakpoint': { id: 'x' },
  'ERPDiagnose debug_run': {
    type: 'CLAS',
    name: 'ZCL_X',
    breakpoints: [{ type: 'CLAS', name: 'ZCL_X', line: 1 }],
    trigger: 'unit_test',
    seconds: 1
  },
  'ERPDiagnose amdp_run': {
    type: 'CLAS',
    name: 'ZCL_X',
    breakpoints: [{ type: 'CLAS', name: 'ZCL_X', line: 1 }],
    trigger: 'unit_test',
    seconds: 1
  },
  'ERPDiagnose syntax': { type: 'CLAS', name: 'ZCL_X' },
  'ERPDiagnose unit_test': { type: 'CLAS', name: 'ZCL_X' }
}
