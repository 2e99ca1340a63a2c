/** The page of the audit in formats of security monitoring: prose, and the table of fields. */
import { auditFields } from '../audit/siem/fields.ts'

const code = (text: string | undefined) => (text === undefined ? '' : `\`${text}\``)

export function siemPage(note: string): string {
  const rows = Object.entries(auditFields).map(([name, { means, ecs, cef, label }]) => {
    const key = label === undefined ? code(cef) : `${code(cef)} (${label})`
    return `| \`${name}\` | ${means} | ${code(ecs)} | ${key} |`
  })
  return `# The audit in security monitoring

${note} (\`audit/siem/fields.ts\`, \`tooling/siem-page.ts\`)

\`erp-bridge audit convert\` prints each line of the [audit](audit.md) as an event of the Elastic Common Schema (ECS) or the Common Event Format (CEF):

\`\`\`
erp-bridge audit convert --format ecs audit.jsonl > events.jsonl
tail -n +1 -F audit.jsonl | erp-bridge audit convert --format cef - | nc siem.example.com 5140
kubectl logs -f deploy/erp-bridge | erp-bridge audit convert --format ecs --log -
\`\`\`

| argument | for |
|---|---|
| \`--format ecs\` | JSON, one event a line |
| \`--format cef\` | \`CEF:0\`, one event a line, without a header of syslog |
| \`--log\` | FILE is the log of the bridge |
| \`--original\` | ECS alone: the sealed line in \`event.original\`, so that its MAC can be checked where the events are |

Exit code 0; 1 where a line is none of the audit, which stderr names by file and line; 2 where the arguments are wrong or a file cannot be read.

**Why a conversion and no setting.** Each line of the audit ends with a MAC over its bytes. A second format would need a second chain, and a line that was converted cannot be verified. So the bridge writes one format, keep its files for
\`erp-bridge audit verify\`, and send events to the monitoring. An event names its line by \`writer\`, \`seq\` and \`mac\`.

## Fields

| field of the audit | is | ECS | CEF |
|---|---|---|---|
${rows.join('\n')}

What the table does not know, or has a value of another kind, stands as JSON in \`erp_bridge.other\` and \`ErpBridgeOther\`.

| derived | ECS | CEF |
|---|---|---|
| tool and action, or the kind | \`event.action\` | name in the header |
| kind and outcome | \`event.category\`, \`event.type\`, \`event.outcome\` | signature in the header, such as \`call.blocked\` |
| severity, 0 to 10: lost lines 9, a halt or an unknown outcome 8, refusals 6, errors 4, changes 3, others 1 | \`event.severity\` | severity in the header |
| \`ms\` | \`event.duration\` in nanoseconds | \`cn2\` in milliseconds |
| \`address\` | \`source.address\`; \`source.ip\` where it is one | \`src\`, \`c6a2\` for IPv6, else \`ErpBridgeAddress\` |
| \`replica\` | \`host.name\` | \`dvchost\` |
| the program | \`service.name\`, \`event.module\` \`erp-bridge\`; \`event.dataset\` \`erp-bridge.audit\` | vendor, product and version in the header |

Values come from people, agents and the ERP, and may hold anything:

- ECS is JSON; a value is cut off after 8,000 characters. \`erpRequests\` is a list, so that its names make no fields of an index.
- In CEF \`\\\` and \`=\` of values and \`\\\` and \`|\` of the header are escaped, line ends become \`\\n\` and \`\\r\`, other control characters \`?\`. A value is cut off where the format says so, after 4,000 characters at the latest.

## Alerts

| file | has |
|---|---|
| [\`examples/monitoring/prometheus-rules.yml\`](../examples/monitoring/prometheus-rules.yml) | alerts on the metrics of the bridge, for Prometheus |
| [\`examples/monitoring/sigma/\`](../examples/monitoring/sigma) | rules on the fields of ECS above, one a file; convert them for your monitoring with sigma-cli |

A test checks that their metrics, labels and fields exist, and that the rules match events of the bridge.

## Where this is known from

| statement | source |
|---|---|
| allowed values of the categorization fields | [Elastic: categorization fields](https://www.elastic.co/docs/reference/ecs/ecs-using-categorization-fields) |
| header, escapes and keys of CEF, lengths of values | HPE Security ArcSight, Implementing ArcSight Common Event Format, version 23 (2016) |
| that a product of your choice takes these events as they are | not tried |
`
}
