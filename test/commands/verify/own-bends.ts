/** Bends that do what real systems were seen to do, written by hand. */
import type { Bend } from './bends.ts'

const replace =
  (from: RegExp, to: string) => (passing: { status: number; type: string; body: string }) => ({
    ...passing,
    body: passing.body.replace(from, to)
  })
const status = (value: number) => (passing: { status: number; type: string; body: string }) => ({
  ...passing,
  status: value
})

export const ownBends: readonly Bend[] = [
  {
    operation: 'data.preview',
    kind: 'has its lines cut at 150 characters',
    request: body =>
      body
        .split('\n')
        .map(line => line.slice(0, 150))
        .join('\n')
  },
  {
    operation: 'data.preview',
    kind: 'reads the first line only',
    request: body => body.split('\n')[0] ?? ''
  },
  {
    operation: 'source.read',
    kind: 'ends in the middle',
    answer: ({ body, ...rest }) => ({ ...rest, body: body.slice(0, body.length / 2) })
  },
  {
    operation: 'source.read',
    kind: 'has another line',
    answer: replace(/factor = 2\./, 'factor = 3.')
  },
  { operation: 'source.write', kind: 'stores lower case', request: body => body.toLowerCase() },
  { operation: 'source.write', kind: 'stores another text', request: body => `${body}* more\n` },
  {
    operation: 'activate',
    kind: 'reports success without a word',
    answer: passing => ({ ...passing, body: '' })
  },
  {
    operation: 'document.write',
    kind: 'stores another text',
    request: body => body.replace('verify', 'other')
  },
  {
    operation: 'texts.write',
    kind: 'stores another text',
    request: body => body.replace('verify', 'other')
  },
  {
    operation: 'unit.run',
    kind: 'reports no failure',
    answer: replace(/kind="failedAssertion"/g, 'kind="warning"')
  },
  {
    operation: 'unit.run',
    kind: 'leaves out a test',
    answer: replace(/<(?:\w+:)?testMethod\b[\s\S]*?(?:\/>|<\/(?:\w+:)?testMethod>)/, '')
  },
  {
    operation: 'syntax.check',
    kind: 'finds nothing',
    answer: replace(/<(?:\w+:)?checkMessage\b[\s\S]*?(?:\/>|<\/(?:\w+:)?checkMessage>)/g, '')
  },
  {
    operation: 'syntax.check',
    kind: 'reports another line',
    answer: replace(/#start=\d+/g, '#start=1')
  },
  { operation: 'search.objects', kind: 'answers 203', answer: status(203) },
  { operation: 'metadata.read', kind: 'answers 202', answer: status(202) },
  {
    operation: 'metadata.read',
    kind: 'has another package',
    answer: replace(/(packageRef[^>]*name=")[^"]*/, '$1OTHER')
  },
  {
    operation: 'package.contents',
    kind: 'is an empty list',
    answer: replace(/<SEU_ADT_REPOSITORY_OBJ_NODE>[\s\S]*<\/SEU_ADT_REPOSITORY_OBJ_NODE>/, '')
  },
  {
    operation: 'inactive.list',
    kind: 'is an empty list',
    answer: replace(/<(?:\w+:)?entry>[\s\S]*<\/(?:\w+:)?entry>/, '')
  },
  {
    operation: 'versions.read',
    kind: 'is an older text',
    answer: replace(/factor = 2\./, 'factor = 1.')
  },
  {
    operation: 'rename.preview',
    kind: 'leaves out places',
    answer: replace(/(<(?:\w+:)?textReplaceDelta>[\s\S]*?<\/(?:\w+:)?textReplaceDelta>)/, '')
  },
  {
    operation: 'run',
    kind: 'answers without output',
    answer: passing => ({ ...passing, body: '' })
  },
  { operation: 'source.format', kind: 'changes a literal', answer: replace(/'Text'/, "'TEXT'") },
  {
    operation: 'assist.complete',
    kind: 'proposes nothing',
    answer: replace(/<SCC_COMPLETION>[\s\S]*<\/SCC_COMPLETION>/, '')
  },
  {
    operation: 'coverage.read',
    kind: 'counts nothing',
    answer: replace(/executed="\d+"/g, 'executed="0"')
  },
  {
    operation: 'transport.create',
    kind: 'has another text',
    request: body => body.replace('erp-bridge', 'other')
  },
  {
    operation: 'discovery.read',
    kind: 'names relative paths',
    answer: replace(/href="\/sap\/bc\/adt\//g, 'href="./')
  }
]
