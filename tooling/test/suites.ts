/** The suites of the test runner: which files belong together, when they run, what they may cost. */

/** A group of test files, or one command, with a budget of its own. */
export interface Suite {
  readonly name: string
  readonly about: string
  /** `test`: part of `npm test`. `all`: only of `npm run test:all`. `named`: where it is named. */
  readonly runs: 'test' | 'all' | 'named'
  /** Processor seconds in `npm run test:all`. Above it the runner prints a warning, never a failure. */
  readonly budget: number
  /** Seconds after which a file or the command is killed and reported; 300. */
  readonly limit?: number
  /**
   * Globs of test files: `test/tools/a.test.ts` is `tools/a.test.ts` here, and
   * `sandbox/test/a.test.ts` is `sandbox/a.test.ts`. The first suite that matches has the file.
   */
  readonly files?: readonly string[]
  /** Arguments of Node.js, or an npm script after `npm`. Runs before the files if there are any. */
  readonly command?: readonly string[]
  /** One process at a time, after all other suites. */
  readonly alone?: true
  /**
   * Minutes to expect of the suite if it runs alone, of one file otherwise: `--minutes` leaves out
   * what would not end in time.
   */
  readonly minutes?: number
}

/**
 * Test files that cover the code that decides who may do what, as far as it must be covered whole.
 * `npm run test:all` measures them alone: measured code takes half as long again, and the other
 * files would have no time. `npm run coverage` measures every file.
 */
export const decisive: readonly string[] = [
  'erp-client/pki/*.test.ts',
  'halt/*.test.ts',
  'landscape/access.test.ts',
  'logon/{by-address,oauth}.test.ts',
  'open-server.test.ts',
  'plugins/auth.test.ts',
  'plugins/auth/*.test.ts',
  'routes/log-on.test.ts',
  'tools/approval/*.test.ts',
  'tools/call/!(agents|answer-size|hostile-answers|hostile-arguments|kills).test.ts',
  'tools/change-sets/{apply,faults,staged-actions,staging}.test.ts',
  'tools/policy/*.test.ts',
  'tools/write/batch-resume.test.ts'
]

const seconds = 60

/**
 * A budget from one measured run on two processors: a third above it is noise of the machine and
 * of the coverage, more than that comes from a change.
 *
 * @param measured processor seconds
 */
function budgetOf(measured: number): number {
  return Math.ceil((measured * 1.3) / 10) * 10
}

/** Long files come first: what no line names falls to the folders below. */
export const suites: readonly Suite[] = [
  {
    name: 'types',
    about: 'TypeScript, and the type tests of what the package exports',
    runs: 'test',
    budget: budgetOf(58),
    limit: 10 * seconds,
    command: ['npm', 'types']
  },
  {
    name: 'lint',
    about: 'Prettier and ESLint',
    runs: 'test',
    budget: budgetOf(90),
    limit: 10 * seconds,
    command: ['npm', 'lint']
  },
  {
    name: 'docs',
    about: 'the generated tables of docs/ agree with the code',
    runs: 'test',
    budget: 5,
    command: ['tooling/docs.ts', '--check']
  },
  {
    name: 'attack',
    about: 'whole corpora, of which the other suites run a sample',
    runs: 'named',
    budget: budgetOf(460),
    limit: 15 * seconds,
    files: ['attack/*.attack.ts']
  },
  {
    name: 'system',
    about: 'nginx, Redis, a browser, certificates, Helm templates',
    runs: 'all',
    budget: 200,
    limit: 10 * seconds,
    command: ['tooling/system-packages.ts'],
    files: ['system/*.test.ts'],
    alone: true,
    minutes: 4
  },
  {
    name: 'oldest-node',
    about: 'the HTTP tests on the oldest Node.js that is supported',
    runs: 'all',
    budget: 150,
    limit: 10 * seconds,
    command: ['tooling/oldest-node.ts'],
    alone: true,
    minutes: 4
  },
  {
    name: 'install',
    about: 'what `npm pack` makes, installed and started',
    runs: 'all',
    budget: 150,
    limit: 10 * seconds,
    files: ['install/*.test.ts'],
    alone: true,
    minutes: 4
  },
  {
    name: 'container',
    about: 'the image, built and started',
    runs: 'all',
    budget: 150,
    limit: 10 * seconds,
    files: ['container/*.test.ts'],
    alone: true,
    minutes: 5
  },
  {
    name: 'processes',
    about: 'programs that are started and killed many times, clients times transports',
    runs: 'all',
    budget: budgetOf(260),
    minutes: 2,
    files: [
      '{cli,demo,shutdown,survival}.test.ts',
      'audit/{canaries,canaries-quoted,launchers}.test.ts',
      'mcp/{clients,end-to-end,replicas}.test.ts',
      'tools/**/{kills,push-attacks,undo-kills}.test.ts',
      'commands/verify/kills.test.ts',
      'sandbox/kill.test.ts'
    ]
  },
  {
    name: 'long',
    about: 'many requests, many runs of programs, all releases',
    runs: 'all',
    budget: budgetOf(760),
    minutes: 2,
    files: [
      'erp-client/{http/isolation,adt/background-runs}.test.ts',
      'commands/ci/ci.test.ts',
      'commands/verify/{bends,releases}.test.ts',
      'mcp/conformance.test.ts',
      'sandbox/engine/hostile.test.ts',
      'sandbox/{landscape/crash,http/background-runs,routes/administration}.test.ts',
      'sandbox/http/{console-rows,generated,releases,runs}.test.ts',
      'sandbox/runtime/{confinement,console,escape,hostile,isolation,lifecycle,not-run,quoting,realm}.test.ts',
      'sandbox/{corpus/corpus,seed/system}.test.ts',
      'landscape/{interleaved,reload}.test.ts',
      'logon/oauth.test.ts',
      'mcp/session-shares.test.ts',
      'plugins/hostile-requests.test.ts',
      'recording/{canaries,recorder,new-releases,old-releases,without-sources}.test.ts',
      'tools/answers/unit-runs.test.ts',
      'tools/change-sets/twin.test.ts',
      'tools/call/answer-size.test.ts',
      'tools/failure/faults.test.ts',
      'tools/{call/hostile-arguments,sandbox}.test.ts',
      'tools/refactor/{extract-method,generated,move-members,replace,replace-text}.test.ts',
      'tools/write/{faults/*,wide,with-tests}.test.ts',
      'tools/**/{affected,agents,cds-property,generated-lines,masked-columns,old-releases,hostile-answers,sandbox-debugger,sandbox-terminations,undo,undo-model,undo-types}.test.ts',
      'tools/releases/{new,old}.test.ts'
    ]
  },
  {
    name: 'architecture',
    about: 'layers, sizes, manifests, documentation',
    runs: 'test',
    budget: budgetOf(30),
    files: ['architecture/*.test.ts', 'tooling/*.test.ts']
  },
  {
    name: 'erp-client',
    about: 'the client of the ERP',
    runs: 'test',
    budget: budgetOf(50),
    files: ['erp-client/**/*.test.ts']
  },
  {
    name: 'tools',
    about: 'tools, policy, schemas, SQL and ABAP reading',
    runs: 'test',
    budget: budgetOf(490),
    files: ['tools/**/*.test.ts', 'stand-in/**/*.test.ts']
  },
  {
    name: 'server',
    about: 'MCP, routes, plugins, commands, settings, log and audit',
    runs: 'test',
    budget: budgetOf(350),
    files: [
      '{mcp,routes,plugins,commands,config,server,systems,audit,recording,journal,cloud,halt,logon}/**/*.test.ts',
      '*.test.ts'
    ]
  },
  {
    name: 'landscape',
    about: 'several ERP systems behind one server: isolation, access, changes of the file',
    runs: 'test',
    budget: 60,
    files: ['landscape/*.test.ts']
  },
  {
    name: 'sandbox',
    about: 'the embedded ABAP system',
    runs: 'test',
    budget: budgetOf(330),
    files: ['sandbox/**/*.test.ts']
  }
]
