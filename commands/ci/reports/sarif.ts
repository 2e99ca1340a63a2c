/** Findings as SARIF 2.1.0. */
import type {
  PipelineFinding,
  PipelineReport,
  PipelineRule,
  StepReport
} from '../../../tools/pipeline/index.ts'
import type { Rendered } from './rendered.ts'

const schema = 'https://json.schemastore.org/sarif-2.1.0.json'
const informationUri = 'https://github.com/erp-bridge/erp-bridge'

export function sarif({ report, pathOf, version }: Rendered): string {
  const { rules, findings, steps, startedAt, system, subject } = report
  const indexes = new Map(rules.map(({ id }, at) => [id, at]))
  const content = {
    $schema: schema,
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: { name: 'erp-bridge', version, informationUri, rules: rules.map(ruleOf) }
        },
        automationDetails: { id: `erp-bridge ci/${system}/${subject}/` },
        columnKind: 'utf16CodeUnits',
        invocations: [invocationOf(steps, startedAt)],
        results: findings.map(one => resultOf(one, pathOf(one.file), indexes.get(one.rule)))
      }
    ]
  }
  return `${JSON.stringify(content, null, 2)}\n`
}

function ruleOf({ id, title, help, url, level }: PipelineRule): object {
  return {
    id,
    name: nameOf(id),
    shortDescription: { text: title === '' ? id : title },
    fullDescription: { text: help },
    help: { text: help },
    ...(url === undefined ? {} : { helpUri: url }),
    defaultConfiguration: { level },
    properties: { tags: [id.split('/')[0] ?? id] }
  }
}

/** `lint/exit_or_check` as one word in Pascal case. */
function nameOf(id: string): string {
  const words = id.split(/[^A-Za-z0-9]+/).filter(word => word !== '')
  return words.map(word => word.slice(0, 1).toUpperCase() + word.slice(1)).join('') || 'Rule'
}

function resultOf(
  { rule, level, text, object, line, column, fingerprint }: PipelineFinding,
  path: string,
  ruleIndex: number | undefined
): object {
  return {
    ruleId: rule,
    ...(ruleIndex === undefined ? {} : { ruleIndex }),
    level,
    message: { text: text === '' ? rule : text },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: path.split('/').map(encodeURIComponent).join('/') },
          region: {
            startLine: line,
            ...(column === undefined ? {} : { startColumn: Math.max(1, column) })
          }
        },
        logicalLocations: [{ fullyQualifiedName: object }]
      }
    ],
    partialFingerprints: { primaryLocationLineHash: fingerprint }
  }
}

/** A check that was not possible makes the run one that was not successful. */
function invocationOf(steps: PipelineReport['steps'], startTimeUtc: string): object {
  const failed = steps.filter(({ outcome }) => outcome === 'failed' || outcome === 'incomplete')
  return {
    executionSuccessful: failed.length === 0,
    startTimeUtc,
    toolExecutionNotifications: failed.map(notificationOf)
  }
}

function notificationOf({ name, outcome, words }: StepReport): object {
  return {
    descriptor: { id: name },
    level: outcome === 'failed' ? 'error' : 'warning',
    message: { text: `${name} ${outcome}: ${words}` }
  }
}
