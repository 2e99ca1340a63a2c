/** What the answers of each action hold, for the page about data that reaches the model. */

/** Kinds of data, from the least to the most sensitive. */
export const dataKinds = {
  state: 'state of the bridge and of services, no content of the ERP',
  names: 'names of objects, packages and requests, with their short texts',
  findings: 'findings and messages of checks and of the ERP',
  sources: 'sources, versions, differences and texts of objects',
  people: 'names of users: authors, owners, holders of locks',
  log: 'entries of logs, which may quote values and users',
  output: 'output of a program that the agent runs: whatever its ERP user may read',
  values: 'values of variables of running or broken programs, and times of statements',
  rows: 'rows of tables'
} as const

export type DataKind = keyof typeof dataKinds

type Kinds = readonly DataKind[]
const changed: Kinds = ['names', 'findings', 'sources']
const requests: Kinds = ['names', 'people']

/** By tool and action; the empty action is that of a tool without any. */
export const dataOf: Readonly<Record<string, Readonly<Record<string, Kinds>>>> = {
  ERPRead: { '': ['names', 'sources', 'people'] },
  ERPSearch: { '': ['names', 'sources'] },
  ERPQuery: { '': ['rows'] },
  ERPNavigate: {
    definition: ['names', 'sources'],
    references: ['names', 'sources'],
    implementations: ['names'],
    completion: ['names'],
    element_info: ['names', 'sources'],
    hierarchy: ['names'],
    outline: ['names'],
    documentation: ['names', 'sources']
  },
  ERPContext: {
    overview: ['names', 'sources', 'people'],
    dependencies: ['names', 'sources'],
    usages: ['names', 'sources'],
    impact: ['names', 'sources'],
    call_graph: ['names'],
    structure: ['names'],
    compare: ['names', 'sources'],
    changes: ['names', 'sources', 'people'],
    test_seams: ['names', 'sources']
  },
  ERPLint: {
    check: ['findings', 'sources'],
    fix: ['findings', 'sources'],
    format: ['sources'],
    rules: ['state']
  },
  ERPDiagnose: {
    syntax: ['findings', 'sources'],
    unit_test: ['findings', 'names'],
    atc: ['findings', 'names', 'people'],
    atc_variants: ['names'],
    quick_fixes: ['findings', 'sources'],
    compare: ['names', 'sources'],
    dumps: ['values', 'people', 'names'],
    dump: ['values', 'people', 'sources'],
    incident: ['values', 'log', 'people', 'rows'],
    traces: ['values', 'people'],
    trace: ['values', 'people'],
    trace_start: ['state'],
    trace_stop: ['state'],
    system_messages: ['log', 'people'],
    gateway_errors: ['log', 'people'],
    sql_trace: ['values', 'people'],
    service_check: ['findings', 'names'],
    clean_core: ['findings', 'names'],
    breakpoints: ['names', 'people'],
    set_breakpoint: ['names'],
    delete_breakpoint: ['names'],
    debug_run: ['values', 'output', 'sources'],
    amdp_run: ['values', 'rows', 'output']
  },
  ERPWrite: {
    create: changed,
    update: changed,
    edit: changed,
    edit_method: changed,
    edit_class: changed,
    edit_texts: changed,
    move: ['names', 'findings'],
    rename: changed,
    replace: changed,
    change_signature: changed,
    extract_method: changed,
    move_members: changed,
    apply_quick_fix: changed,
    scaffold: changed,
    batch: changed,
    undo: [...changed, 'people'],
    delete: ['names', 'findings']
  },
  ERPActivate: {
    activate: ['names', 'findings'],
    check: ['findings', 'names'],
    publish: ['names', 'findings'],
    unpublish: ['names', 'findings']
  },
  ERPManage: {
    features: ['state'],
    drafts: requests,
    journal: [...requests, 'sources'],
    export: ['names', 'sources'],
    approvals: [...requests, 'sources'],
    approve: ['names', 'people'],
    reject: ['names', 'people'],
    change_set: [...requests, 'sources'],
    locks: requests,
    release_lock: requests,
    create_package: ['names'],
    change_package: ['names', 'people'],
    delete_package: ['names'],
    set_release_state: ['names'],
    git_repos: ['names', 'people'],
    git_status: ['names'],
    git_clone: ['names', 'findings'],
    git_pull: ['names', 'findings'],
    git_switch: ['names', 'findings'],
    git_stage: ['names'],
    git_push: ['names', 'findings'],
    git_unlink: ['names'],
    ui5_apps: ['names'],
    ui5_upload: ['names', 'sources'],
    run_class: ['output'],
    run_program: ['output']
  },
  ERPTransport: {
    list: requests,
    get: requests,
    objects: requests,
    diff: [...requests, 'sources'],
    review: [...requests, 'sources', 'findings'],
    check: requests,
    history: requests,
    layers: ['names'],
    targets: ['names'],
    create: requests,
    create_task: requests,
    add_user: requests,
    reassign: requests,
    add_object: requests,
    change: requests,
    remove_object: requests,
    release: [...requests, 'findings'],
    release_recursive: [...requests, 'findings'],
    delete: requests
  }
}
