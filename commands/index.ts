/** The sub-commands, loaded only when they run. */
import type { Command } from './command.ts'

export const commands: readonly Command[] = [
  {
    name: 'approvals',
    summary: 'Look at changes that wait for a second person, and decide (approvals --help)',
    load: () => import('./approvals/approvals.ts')
  },
  {
    name: 'audit',
    summary: 'Verify or convert the audit; export or erase what is about a person (audit --help)',
    load: () => import('./audit.ts')
  },
  {
    name: 'basis',
    summary: 'Print the role, services and paths that the Basis team sets up (basis --help)',
    load: () => import('./basis.ts')
  },
  {
    name: 'call',
    summary: 'Call one tool from a shell or CI (call --help)',
    load: () => import('./call.ts')
  },
  {
    name: 'ci',
    summary: 'Check a change in a pipeline: SARIF, JUnit and others, exit codes (ci --help)',
    load: () => import('./ci.ts')
  },
  {
    name: 'clean-core',
    summary: "Download SAP's catalogue of released objects (clean-core --help)",
    load: () => import('./clean-core.ts')
  },
  {
    name: 'client-config',
    summary:
      'Show or write the entry for a client such as claude-code or vscode (client-config --help)',
    load: () => import('./client-config.ts')
  },
  {
    name: 'diff',
    summary: 'Show what differs between a folder and its package (diff --help)',
    load: () => import('./files/diff.ts')
  },
  {
    name: 'doctor',
    summary: 'Check settings, identity providers and the ERP, and say what to do (doctor --help)',
    load: () => import('./doctor.ts')
  },
  {
    name: 'halt',
    summary: 'Switch calls or changes off, at all replicas within 5 seconds (halt --help)',
    load: () => import('./halt.ts')
  },
  {
    name: 'inventory',
    summary: 'Count which endpoints of the ERP who used, from the audit (inventory --help)',
    load: () => import('./inventory.ts')
  },
  {
    name: 'journal',
    summary: 'List, show, undo and export recorded changes (journal --help)',
    load: () => import('./journal.ts')
  },
  {
    name: 'keys',
    summary: 'Make, list, end and deny named API keys (keys --help)',
    load: () => import('./keys.ts')
  },
  {
    name: 'login',
    summary: 'Log on at the ERP in the browser, for systems with single sign-on (login --help)',
    load: () => import('./login.ts')
  },
  {
    name: 'logout',
    summary: 'End the log-on of login (logout --help)',
    load: () => import('./logout.ts')
  },
  {
    name: 'policy',
    summary:
      'Say which rule decides about a call, and check a table of expected decisions (policy --help)',
    load: () => import('./policy.ts')
  },
  {
    name: 'pp',
    summary:
      "Principal propagation: make a CA, show a certificate, print the ERP's set-up (pp --help)",
    load: () => import('./pp.ts')
  },
  {
    name: 'pull',
    summary: 'Write a package as files in the layout of abapGit (pull --help)',
    load: () => import('./files/pull.ts')
  },
  {
    name: 'push',
    summary: 'Save the changed files of a folder in the system (push --help)',
    load: () => import('./files/push.ts')
  },
  {
    name: 'replay',
    summary: 'Serve a recording of --record as an ERP on this machine (replay --help)',
    load: () => import('./replay.ts')
  },
  {
    name: 'resume',
    summary: 'End what halt has switched off (halt --help)',
    load: () => import('./resume.ts')
  },
  {
    name: 'sandbox',
    summary: 'Run the embedded ABAP system alone, for any ADT client (sandbox --help)',
    load: () => import('./sandbox.ts')
  },
  {
    name: 'status',
    summary: 'Name what differs between a folder and its package (status --help)',
    load: () => import('./files/status.ts')
  },
  {
    name: 'support-bundle',
    summary:
      'Write what a report of a fault needs, without secrets and names (support-bundle --help)',
    load: () => import('./support/bundle.ts')
  },
  {
    name: 'tools',
    summary: 'List what these settings offer, and to whom (tools --help)',
    load: () => import('./tools.ts')
  },
  {
    name: 'verify',
    summary: 'Try on your own system what the bridge assumes about it (verify --help)',
    load: () => import('./verify.ts')
  }
]
