/** The set-up for the Basis team as text or Markdown. */
import { checkWords } from '../../erp-client/permissions/roles.ts'
import type { BasisContent, RoleContent } from './content.ts'

type Row = readonly string[]

interface Section {
  readonly title: string
  readonly head: Row
  readonly rows: readonly Row[]
}

function sectionsOf({ roles, nodes, paths, parameters, left }: BasisContent): Section[] {
  return [
    ...roles.flatMap(roleSections),
    {
      title: 'Services (SICF)',
      head: ['node', 'for'],
      rows: nodes.map(node => [node.path, node.for])
    },
    {
      title: 'Cloud Connector: paths to expose, with all that is below them',
      head: ['path', 'for'],
      rows: paths.map(path => [path.path, path.for])
    },
    {
      title: 'Profile parameters',
      head: ['parameter', 'value', 'for'],
      rows: parameters.map(({ name, value, for: what }) => [name, value, what])
    },
    {
      title: 'Left out by the settings',
      head: ['what', 'comes with'],
      rows: left.map(({ title, setting }) => [title, setting])
    }
  ].filter(({ rows }) => rows.length > 0)
}

function roleSections({ name, title, uris, authorizations }: RoleContent): Section[] {
  return [
    {
      title: `Role "${name}": ${title}`,
      head: ['authorization', 'for', 'remark'],
      rows: authorizations.map(check => [checkWords(check), check.for, check.note ?? ''])
    },
    {
      title: `Role "${name}": S_ADT_RES, field URI`,
      head: ['value'],
      rows: uris.map(uri => [uri])
    }
  ]
}

export function asText(content: BasisContent): string {
  return sectionsOf(content)
    .map(({ title, head, rows }) => {
      const widths = head.map((_, at) => Math.max(...rows.map(row => row[at]?.length ?? 0)))
      const lines = rows.map(row =>
        `  ${row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join('  ')}`.trimEnd()
      )
      return [title, ...lines].join('\n')
    })
    .join('\n\n')
}

const code = (text: string): string => (text.startsWith('/') ? `\`${text}\`` : text)

export function asMarkdown(content: BasisContent, level = '##'): string {
  return sectionsOf(content)
    .map(({ title, head, rows }) =>
      [
        `${level} ${title}`,
        '',
        `| ${head.join(' | ')} |`,
        `|${head.map(() => '---').join('|')}|`,
        ...rows.map(row => `| ${row.map(cell => code(cell).replaceAll('|', '\\|')).join(' | ')} |`)
      ].join('\n')
    )
    .join('\n\n')
}
