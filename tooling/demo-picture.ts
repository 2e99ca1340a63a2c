/**
 * `node tooling/demo-picture.ts [OUTPUT]` runs the demo and draws docs/demo.svg from its output: a
 * terminal that shows the calls and results one after the other. OUTPUT is a file with the output
 * of an earlier run. Without support for CSS animations the picture shows the last screen.
 */
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const task = 'Groups complain about their discount. Find the cause, repair it and prove the repair.'
const columns = 104
const rows = 26
const [letter, lineHeight, margin, bar] = [7.8, 19, 18, 34]
/** Seconds. */
const pause = { afterCall: 0.8, afterResult: 0.9, perLine: 0.16, atEnd: 6 }

/** Lines that appear at the same time. */
interface Block {
  readonly lines: readonly Line[]
  /** Seconds from the start. */
  readonly at: number
}
interface Line {
  readonly kind: 'task' | 'step' | 'call' | 'bad' | 'good' | 'fact' | 'gap'
  readonly text: string
}

const { blocks, duration } = schedule(stepsOf(outputOfDemo()))
writeFileSync(`${root}docs/demo.svg`, picture(blocks, duration))

function outputOfDemo(): string {
  const file = process.argv[2]
  if (file !== undefined) return readFileSync(file, 'utf8')
  const { status, stdout, stderr } = spawnSync(process.execPath, ['demo/demo.ts'], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, NO_COLOR: '1' }
  })
  if (status !== 0) throw new Error(`the demo failed:\n${stdout}${stderr}`)
  return stdout
}

/** The steps after the start of the bridge, without numbers and times; the closing line is last. */
function stepsOf(output: string): string[][] {
  const steps = output
    .trimEnd()
    .split(/\n\n(?=\d+\. |Done)/)
    .filter(step => !/^(An agent|1\. )/.test(step))
    .map(step => step.split('\n').filter(text => !/^ *\d+ ms$/.test(text)))
  return steps.map(([first = '', ...others]) => [
    first.replace(/^\d+\. /, '● ').replace(/^Done in [\d.]+ s/, '✔ Done'),
    ...others
  ])
}

function schedule(steps: readonly string[][]): { blocks: Block[]; duration: number } {
  const blocks: Block[] = [{ at: 0, lines: wrapped(`> ${task}`, 'task') }]
  let at = 1.6
  for (const [heading = '', call, ...results] of steps) {
    const gap: Line = { kind: 'gap', text: '' }
    const callLines = call === undefined ? [] : wrapped(call, 'call')
    const kind = heading.startsWith('✔') ? 'good' : 'step'
    blocks.push({ at, lines: [gap, ...wrapped(heading, kind), ...callLines] })
    at += pause.afterCall
    if (results.length === 0) continue
    const lines = results.flatMap(text => wrapped(text, kindOf(text)))
    blocks.push({ at, lines })
    at += pause.afterResult + lines.length * pause.perLine
  }
  return { blocks, duration: at + pause.atEnd }
}

function kindOf(text: string): Line['kind'] {
  if (/RED|failed|Refused|unknown:|\^$/.test(text)) return 'bad'
  return /GREEN|Active,|No findings/.test(text) ? 'good' : 'fact'
}

/** Breaks a text at spaces; continuation lines keep its indent and get two columns more. */
function wrapped(text: string, kind: Line['kind']): Line[] {
  const indent = `${/^ */.exec(text)?.[0] ?? ''}  `
  const lines: Line[] = []
  let rest = text
  while (rest.length > columns) {
    const space = rest.lastIndexOf(' ', columns)
    const end = space > indent.length ? space : columns
    lines.push({ kind, text: rest.slice(0, end) })
    rest = indent + rest.slice(end).trimStart()
  }
  return [...lines, { kind, text: rest }]
}

function picture(blocks: readonly Block[], duration: number): string {
  const width = Math.ceil(columns * letter + 2 * margin)
  const height = rows * lineHeight + 2 * margin + bar
  const label =
    'The demo in a terminal: an agent finds a bug in an ABAP class, repairs it and proves the repair'
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${label}">
<style>${styleSheet(blocks, duration)}</style>
<rect width="100%" height="100%" rx="8" fill="#0d1117"/>
${titleBar(width)}
<svg y="${bar}" width="${width}" height="${height - bar}"><g class="scroll">
${drawn(blocks).join('\n')}
</g></svg>
</svg>
`
}

function titleBar(width: number): string {
  const dots = ['#ff5f57', '#febc2e', '#28c840'].map(
    (colour, index) => `<circle cx="${20 + index * 18}" cy="17" r="5.5" fill="${colour}"/>`
  )
  const title = `<text class="title" x="${width / 2}" y="22">erp-bridge · npm run demo</text>`
  return `${dots.join('')}${title}<path d="M0 ${bar}H${width}" stroke="#30363d"/>`
}

function drawn(blocks: readonly Block[]): string[] {
  let row = 0
  return blocks.map(({ lines }, index) => {
    const texts = lines.map(({ kind, text }) => {
      const y = Math.round(margin + (row++ + 0.75) * lineHeight)
      return kind === 'gap'
        ? ''
        : `<text class="${kind}" x="${margin}" y="${y}" xml:space="preserve">${escaped(text)}</text>`
    })
    return `<g class="b${index}">${texts.join('')}</g>`
  })
}

/** Without animations the rules leave every block visible and the last screen in view. */
function styleSheet(blocks: readonly Block[], duration: number): string {
  const percent = (seconds: number) => `${((seconds / duration) * 100).toFixed(2)}%`
  let row = 0
  const shifts = blocks.map(({ at, lines }) => {
    row += lines.length
    return { at, shift: Math.max(0, row - rows) * lineHeight }
  })
  const stops = shifts.map(({ at, shift }) => `${percent(at)}{transform:translateY(-${shift}px)}`)
  const visible = blocks
    .slice(1)
    .map(
      ({ at }, index) =>
        `@keyframes k${index + 1}{0%{opacity:0}${percent(at)}{opacity:1}100%{opacity:1}}` +
        `.b${index + 1}{animation:k${index + 1} ${duration.toFixed(1)}s step-end infinite}`
    )
  const last = shifts.at(-1)?.shift ?? 0
  const scroll = `${stops.join('')}100%{transform:translateY(-${last}px)}`
  return [
    'text{font:13px ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace;',
    'white-space:pre;fill:#c9d1d9}.title{fill:#8b949e;text-anchor:middle}',
    '.task{font-weight:700;fill:#d2a8ff}.step{font-weight:700;fill:#fff}.call{fill:#79c0ff}',
    `.bad{fill:#ff7b72}.good{fill:#56d364}.scroll{transform:translateY(-${last}px)}`,
    '@media(prefers-reduced-motion:no-preference){',
    `@keyframes scroll{${scroll}}`,
    `.scroll{animation:scroll ${duration.toFixed(1)}s step-end infinite}`,
    ...visible,
    '}'
  ].join('')
}

function escaped(text: string): string {
  const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
  return text.replace(/[&<>]/g, character => entities[character] ?? '')
}
