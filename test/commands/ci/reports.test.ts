/**
 * Reports with odd content against the published formats. `REPORT_SCHEMAS` names a folder with the
 * published files themselves, which are used as well: `sarif-schema-2.1.0.json`, `junit-10.xsd`,
 * `checkstyle.xsd` and `coverage-04.dtd`. For XML it needs `xmllint`.
 */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { Ajv } from 'ajv'
import { SaxesParser } from 'saxes'
import { render } from '../../../commands/ci/reports/index.ts'
import type { Format } from '../../../commands/ci/reports/index.ts'
import { parseXml } from '../../../erp-client/wire/xml.ts'
import type { XmlElement } from '../../../erp-client/wire/xml.ts'
import type { PipelineReport } from '../../../tools/pipeline/index.ts'
import { checkstyleRules, coberturaRules, junitRules, sarifSchema } from './schemas.ts'
import type { ElementRule } from './schemas.ts'

const odd = 'a & b < c > "d" \u0001\uD800 \t ]]> \n% ::error ü 漢'
const covered = { total: 3, executed: 2 }
const node = (name: string, adtType: string, children: readonly unknown[] = []) => ({
  ...{
    name,
    adtType,
    statement: covered,
    branch: { total: 0, executed: 0 },
    procedure: covered,
    children
  }
})
const finding = {
  ...{ step: 'lint', rule: 'lint/odd rule', level: 'warning', text: odd, ref: undefined },
  ...{
    object: 'CLAS /ABC/CL_X',
    part: 'main',
    line: 3,
    file: '(abc)cl x%.clas.abap',
    fingerprint: 'f'
  }
}
const method = { name: odd, status: 'failed', seconds: 0.5 }
const alert = {
  severity: 'critical',
  kind: 'failedAssertion',
  title: odd,
  details: [odd],
  stack: []
}

const whole = {
  ...{ system: 'SBX/001', url: 'http://x', subject: odd, startedAt: '2026-05-01T10:00:00.000Z' },
  objects: [{ type: 'CLAS', name: '/ABC/CL_X' }],
  steps: [
    { name: 'syntax', outcome: 'done', words: '1 object', ms: 12 },
    { name: 'lint', outcome: 'incomplete', words: odd, ms: 0 },
    { name: 'atc', outcome: 'failed', words: odd, ms: 3 },
    { name: 'unit', outcome: 'off', words: 'switched off', ms: 0 }
  ],
  findings: [
    finding,
    { ...finding, text: '', level: 'error', column: 0, line: 1 },
    { ...finding, level: 'note', rule: 'atc/unknown', column: 7, step: 'atc' }
  ],
  rules: [
    { id: 'lint/odd rule', title: '', help: odd, url: 'https://rules.example/x', level: 'warning' },
    { id: 'atc/unknown', title: odd, help: odd, level: 'note' }
  ],
  tests: [
    { name: 'LTCL', ref: undefined, methods: [{ ...method, alerts: [alert] }], alerts: [] },
    {
      name: 'LTCL_SKIPPED',
      ref: { type: 'CLAS', name: 'X' },
      methods: [],
      alerts: [],
      skipped: odd
    }
  ],
  coverage: [node('ZPACK', 'DEVC/K', [node('ZCL_X', 'CLAS/OC', [node(odd, 'CLAS/OM')])])],
  ...{ suppressed: 2, notes: [odd] }
} as unknown as PipelineReport

const empty: PipelineReport = {
  ...whole,
  ...{ objects: [], steps: [], findings: [], rules: [], tests: [], coverage: undefined, notes: [] }
}

const rendered = (format: Format, report: PipelineReport) =>
  render(format, { report, pathOf: file => `src/a b/${file}`, version: '1.0.0' })

const published = process.env['REPORT_SCHEMAS']
const ajv = new Ajv({ allErrors: true, strict: false, validateFormats: false })

for (const [words, report] of [
  ['odd', whole],
  ['empty', empty]
] as const) {
  test(`SARIF of an ${words} report`, () => {
    const log: unknown = JSON.parse(rendered('sarif', report))
    assert.ok(ajv.validate(sarifSchema, log), JSON.stringify(ajv.errors, undefined, 1))
    if (published === undefined) return
    const text = readFileSync(join(published, 'sarif-schema-2.1.0.json'), 'utf8')
    const { id: _id, $schema: _draft, ...schema } = JSON.parse(text)
    assert.ok(ajv.validate(schema, log), JSON.stringify(ajv.errors, undefined, 1))
  })

  const xml: readonly [Format, Readonly<Record<string, ElementRule>>, string][] = [
    ['junit', junitRules, 'junit-10.xsd'],
    ['checkstyle', checkstyleRules, 'checkstyle.xsd'],
    ['cobertura', coberturaRules, 'coverage-04.dtd']
  ]
  for (const [format, rules, file] of xml) {
    test(`${format} of an ${words} report`, () => {
      const text = rendered(format, report)
      assert.deepEqual(faultsOf(strictXml(text), rules), [])
      if (published === undefined) return
      const kind = file.endsWith('.dtd') ? '--dtdvalid' : '--schema'
      const { status, stderr } = spawnSync(
        'xmllint',
        ['--noout', '--nonet', kind, join(published, file), '-'],
        { input: text, encoding: 'utf8' }
      )
      assert.equal(status, 0, stderr)
    })
  }
}

test('the numbers of a suite are those of its cases, and a reference to a rule hits it', () => {
  for (const suite of childrenOf(strictXml(rendered('junit', whole)))) {
    const cases = childrenOf(suite)
    const count = (name: string) =>
      cases.filter(one => childrenOf(one).some(each => nameOf(each) === name)).length
    const { tests, failures, errors, skipped } = attributesOf(suite)
    assert.deepEqual([tests, failures, errors, skipped].map(Number), [
      cases.length,
      count('failure'),
      count('error'),
      count('skipped')
    ])
  }
  const [run] = JSON.parse(rendered('sarif', whole)).runs
  for (const { ruleId, ruleIndex } of run.results) {
    assert.equal(run.tool.driver.rules[ruleIndex].id, ruleId)
  }
})

const nameOf = ({ name }: XmlElement) => name
const childrenOf = ({ children }: XmlElement) => children
const attributesOf = ({ attributes }: XmlElement): Readonly<Record<string, string>> =>
  Object.fromEntries(
    attributes.flatMap((name, at) => (at % 2 === 0 ? [[name, attributes[at + 1] ?? '']] : []))
  )

/** The reader of the ERP's answers forgives what other readers refuse. */
function strictXml(text: string): XmlElement {
  const strict = new SaxesParser()
  strict.on('error', error => {
    throw error
  })
  strict.write(text).close()
  return parseXml(text.replace(/<!DOCTYPE[^>]*>\n/, '')).element
}

function faultsOf(element: XmlElement, rules: Readonly<Record<string, ElementRule>>): string[] {
  const name = nameOf(element)
  const rule = rules[name]
  if (rule === undefined) return [`<${name}> is not known`]
  const wanted = rule.attributes.split(' ')
  const given = attributesOf(element)
  const names = (rule.content ?? '').split(' ')
  const below = childrenOf(element)
  const places = below.map(one => names.indexOf(nameOf(one)))
  return [
    ...Object.keys(given)
      .filter(key => !wanted.includes(key) && !wanted.includes(`${key}!`))
      .map(key => `<${name}> has ${key}`),
    ...wanted.filter(key => key.endsWith('!') && given[key.slice(0, -1)] === undefined),
    ...Object.entries(rule.forms ?? {}).flatMap(([key, form]) =>
      given[key] === undefined || form.test(given[key])
        ? []
        : [`${key} of <${name}> is ${given[key]}`]
    ),
    ...(places.includes(-1) || places.some((place, at) => at > 0 && place < (places[at - 1] ?? 0))
      ? [`<${name}> holds ${below.map(nameOf).join(', ')}`]
      : []),
    ...below.flatMap(one => faultsOf(one, rules))
  ]
}
