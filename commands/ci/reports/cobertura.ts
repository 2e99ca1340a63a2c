/**
 * Coverage as Cobertura writes it. The system counts statements and does not name their lines, so
 * that classes and methods have rates and no lines.
 */
import { fileNameOf } from '../../../tools/objects/file-names.ts'
import { objectType } from '../../../erp-client/index.ts'
import type { CoverageNode } from '../../../erp-client/index.ts'
import type { Rendered } from './rendered.ts'
import { element, xmlDocument } from './xml.ts'

const doctype =
  '<!DOCTYPE coverage SYSTEM "http://cobertura.sourceforge.net/xml/coverage-04.dtd">\n'

interface CoveredObject {
  readonly package: string
  readonly node: CoverageNode
}

export function cobertura({ report, pathOf, version }: Rendered): string {
  const objects = (report.coverage ?? []).flatMap(node => objectsIn(node, ''))
  const sum = sumOf(objects.map(({ node }) => node))
  const packages = [...Map.groupBy(objects, one => one.package)].map(([name, list]) =>
    element('package', { name, ...rates(sumOf(list.map(({ node }) => node))), complexity: 0 }, [
      element(
        'classes',
        {},
        list.map(({ node }) => classOf(node, pathOf))
      )
    ])
  )
  const attributes = {
    ...rates(sum),
    'lines-covered': sum.statement.executed,
    'lines-valid': sum.statement.total,
    'branches-covered': sum.branch.executed,
    'branches-valid': sum.branch.total,
    complexity: 0,
    version: `erp-bridge ${version}`,
    timestamp: Date.parse(report.startedAt)
  }
  return xmlDocument(element('coverage', attributes, [element('packages', {}, packages)]), doctype)
}

function objectsIn(node: CoverageNode, inPackage: string): CoveredObject[] {
  if (!node.adtType.startsWith('DEVC') && node.adtType !== '') return [{ package: inPackage, node }]
  return node.children.flatMap(child => objectsIn(child, node.name || inPackage))
}

type Counts = Pick<CoverageNode, 'statement' | 'branch'>

function sumOf(nodes: readonly Counts[]): Counts {
  const sum = (kind: keyof Counts, count: 'total' | 'executed') =>
    nodes.reduce((all, node) => all + node[kind][count], 0)
  const both = (kind: keyof Counts) => ({
    total: sum(kind, 'total'),
    executed: sum(kind, 'executed')
  })
  return { statement: both('statement'), branch: both('branch') }
}

function rates({ statement, branch }: Counts): { 'line-rate': string; 'branch-rate': string } {
  const rate = ({ total, executed }: Counts['branch']) =>
    (total === 0 ? 1 : executed / total).toFixed(4)
  return { 'line-rate': rate(statement), 'branch-rate': rate(branch) }
}

function classOf(node: CoverageNode, pathOf: Rendered['pathOf']): string {
  const type = objectType(node.adtType)?.code ?? node.adtType.split('/')[0] ?? ''
  const filename = pathOf(fileNameOf({ type, name: node.name }))
  const methods = node.children
    .flatMap(leaves)
    .map(one =>
      element('method', { name: one.name, signature: '()', ...rates(one), complexity: 0 }, [
        element('lines', {})
      ])
    )
  return element('class', { name: node.name, filename, ...rates(node), complexity: 0 }, [
    element('methods', {}, methods),
    element('lines', {})
  ])
}

function leaves(node: CoverageNode): CoverageNode[] {
  return node.children.length === 0 ? [node] : node.children.flatMap(leaves)
}
