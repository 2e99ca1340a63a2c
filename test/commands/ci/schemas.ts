/**
 * The parts of published formats that the reports use, written down by hand: SARIF 2.1.0 (OASIS
 * `sarif-schema-2.1.0.json`), JUnit as Jenkins reads it (`junit-10.xsd` of its xUnit plugin),
 * Checkstyle, and Cobertura (`coverage-04.dtd`). What is not named here must not be in a report.
 */
const text = { type: 'string', minLength: 1 }
const closed = (properties: object, ...required: string[]) => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false
})
const message = closed({ text }, 'text')
const level = { enum: ['none', 'note', 'warning', 'error'] }
const positive = { type: 'integer', minimum: 1 }

const rule = closed(
  {
    id: text,
    name: { type: 'string', pattern: '^[A-Za-z0-9]+$' },
    shortDescription: message,
    fullDescription: message,
    help: message,
    helpUri: { type: 'string', pattern: '^https?://' },
    defaultConfiguration: closed({ level }),
    properties: closed({ tags: { type: 'array', uniqueItems: true, items: text } })
  },
  'id'
)

const location = closed({
  physicalLocation: closed({
    // No space, no backslash, no drive: a relative reference of RFC 3986.
    artifactLocation: closed({
      uri: { type: 'string', pattern: "^[A-Za-z0-9._~%!$&'()*+,;=@/-]+$" }
    }),
    region: closed({ startLine: positive, startColumn: positive })
  }),
  logicalLocations: { type: 'array', items: closed({ fullyQualifiedName: text }) }
})

const result = closed(
  {
    ruleId: text,
    ruleIndex: { type: 'integer', minimum: -1 },
    level,
    message,
    locations: { type: 'array', items: location },
    partialFingerprints: {
      type: 'object',
      additionalProperties: { type: 'string' }
    }
  },
  'message'
)

const invocation = closed(
  {
    executionSuccessful: { type: 'boolean' },
    startTimeUtc: { type: 'string', pattern: '^\\d{4}-\\d\\d-\\d\\dT[\\d:.]+Z$' },
    toolExecutionNotifications: {
      type: 'array',
      items: closed({ descriptor: closed({ id: text }), level, message }, 'message')
    }
  },
  'executionSuccessful'
)

const run = closed(
  {
    tool: closed(
      {
        driver: closed(
          {
            name: text,
            version: { type: 'string' },
            informationUri: { type: 'string', pattern: '^https://' },
            rules: { type: 'array', uniqueItems: true, items: rule }
          },
          'name'
        )
      },
      'driver'
    ),
    automationDetails: closed({ id: text }),
    columnKind: { enum: ['utf16CodeUnits', 'unicodeCodePoints'] },
    invocations: { type: 'array', items: invocation },
    results: { type: 'array', items: result }
  },
  'tool'
)

export const sarifSchema = closed(
  { $schema: text, version: { const: '2.1.0' }, runs: { type: 'array', minItems: 1, items: run } },
  'version',
  'runs'
)

export interface ElementRule {
  /** Names of attributes; `!` behind one that must be there. */
  readonly attributes: string
  /** Elements below, in this order. */
  readonly content?: string
  /** Attributes whose value has this form. */
  readonly forms?: Readonly<Record<string, RegExp>>
}

const whole = /^\d+$/
const seconds = /^\d+\.\d{3}$/
const rate = /^(?:0\.\d+|1\.0+)$/

export const junitRules: Readonly<Record<string, ElementRule>> = {
  testsuites: { attributes: 'name time tests failures errors', content: 'testsuite' },
  testsuite: {
    attributes: 'name! tests! failures! errors! skipped time',
    content: 'testcase',
    forms: { tests: whole, failures: whole, errors: whole, skipped: whole, time: seconds }
  },
  testcase: {
    attributes: 'name! classname! time',
    content: 'skipped error failure',
    forms: { time: seconds }
  },
  skipped: { attributes: 'type message' },
  error: { attributes: 'type message' },
  failure: { attributes: 'type message' }
}

export const checkstyleRules: Readonly<Record<string, ElementRule>> = {
  checkstyle: { attributes: 'version!', content: 'file' },
  file: { attributes: 'name!', content: 'error' },
  error: {
    attributes: 'line! column severity! message! source!',
    forms: { line: whole, column: whole, severity: /^(?:error|warning|info)$/ }
  }
}

const rates = 'line-rate! branch-rate! complexity!'
const rateForms = { 'line-rate': rate, 'branch-rate': rate }

export const coberturaRules: Readonly<Record<string, ElementRule>> = {
  coverage: {
    attributes: `${rates} lines-covered! lines-valid! branches-covered! branches-valid! version! timestamp!`,
    content: 'sources packages',
    forms: { ...rateForms, timestamp: whole, 'lines-valid': whole }
  },
  packages: { attributes: '', content: 'package' },
  package: { attributes: `name! ${rates}`, content: 'classes', forms: rateForms },
  classes: { attributes: '', content: 'class' },
  class: { attributes: `name! filename! ${rates}`, content: 'methods lines', forms: rateForms },
  methods: { attributes: '', content: 'method' },
  // Later versions of the DTD have `complexity` here too.
  method: { attributes: `name! signature! ${rates}`, content: 'lines', forms: rateForms },
  lines: { attributes: '', content: 'line' }
}
