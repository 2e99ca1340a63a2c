/**
 * `node tooling/demo-picture.ts` runs the demo and draws docs/demo.svg from what it really says:
 * the repair, without the times.
 */
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const [firstStep, lastStep] = [2, 11]
const columns = 104
const [letter, line, margin] = [7.8, 19, 18]

const { status, stdout, stderr } = spawnSync(process.execPath, ['demo/demo.ts'], {
  cwd: root,
  encoding: 'utf8',
  env: { ...process.env, NO_COLOR: '1' }
})
if (status !== 0) throw new Error(`the demo failed:\n${stdout}${stderr}`)

const steps = stdout
  .split(/\n(?=\d+\. )/)
  .filter(step => Number.parseInt(step) >= firstStep && Number.parseInt(step) <= lastStep)
const lines = steps.flatMap((step, index) => [
  ...(index === 0 ? [] : ['']),
  ...step
    .trimEnd()
    .split('\n')
    .filter(text => !/^ *\d+ ms$/.test(text))
    .map(text => (text.length > columns ? `${text.slice(0, columns - 1)}…` : text))
])

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
const escape = (text: string) => text.replace(/[&<>]/g, character => escapes[character] ?? '')

function kindOf(text: string): string {
  if (/^\d+\. /.test(text)) return 'step'
  if (/^ +ERP[A-Z][a-z]+ \{/.test(text)) return 'call'
  if (/RED|failed|Refused|unknown:|\^$/.test(text)) return 'bad'
  return /GREEN|Active,|No findings/.test(text) ? 'good' : 'fact'
}

const width = Math.ceil(columns * letter + 2 * margin)
const height = Math.ceil(lines.length * line + 2 * margin)
const text = lines
  .map((words, index) =>
    words === ''
      ? ''
      : `<text class="${kindOf(words)}" x="${margin}" y="${margin + (index + 0.75) * line}">${escape(words)}</text>`
  )
  .filter(Boolean)

writeFileSync(
  `${root}docs/demo.svg`,
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="The demo in a terminal: an agent finds a bug in an ABAP class, repairs it and proves the repair">
<style>text{font:13px ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace;white-space:pre;fill:#c9d1d9}.step{font-weight:700;fill:#fff}.call{fill:#79c0ff}.bad{fill:#ff7b72}.good{fill:#56d364}</style>
<rect width="100%" height="100%" rx="8" fill="#0d1117"/>
${text.join('\n')}
</svg>
`
)
