/** How code and texts are written: width of lines, the sentence that opens a file, plain words. */
import ts from 'typescript'
import { parse } from './source-code.ts'
import type { SourceFile } from './source-code.ts'

/** Columns. The formatter breaks at 100; what it cannot break may reach 110. */
const widest = 110
/** What may stand beside a string on a line that is too wide because of it. */
const besideString = 80

/** Words that name no component, and metaphors in place of terms of the field. */
const banned =
  /\b(whoever|whomever|nobody(?:'s)?|somebody(?:'s)?|everybody(?:'s)?|anybody(?:'s)?|gives? way|wants to be left alone|as good as away|(?:is|are|be|was|were) let\b(?! (?:in|out|go)))/gi

/** Lines above the limit that are not one string, template, regular expression or address. */
export function widthFaults(file: SourceFile): string[] {
  const lines = file.text.split('\n')
  if (!lines.some(line => line.length > widest)) return []
  const literals = literalColumns(parse(file))
  return lines.flatMap((line, index) => {
    if (line.length <= widest || /https?:\/\/\S{40}/.test(line)) return []
    const rest = line.length - (literals.get(index) ?? 0)
    return rest > besideString || !literals.has(index)
      ? [`${file.path}:${index + 1} has ${line.length} columns`]
      : []
  })
}

/** For each line the columns that lie in strings, templates and regular expressions. */
function literalColumns(source: ts.SourceFile): ReadonlyMap<number, number> {
  const columns = new Map<number, number>()
  const visit = (node: ts.Node): void => {
    const isLiteral =
      ts.isStringLiteralLike(node) || ts.isTemplateExpression(node) || isRegExp(node)
    if (isLiteral) addColumns(columns, { source, node })
    else ts.forEachChild(node, visit)
  }
  visit(source)
  return columns
}

const isRegExp = (node: ts.Node) => node.kind === ts.SyntaxKind.RegularExpressionLiteral

function addColumns(
  columns: Map<number, number>,
  { source, node }: { source: ts.SourceFile; node: ts.Node }
): void {
  const text = node.getText(source).split('\n')
  const first = source.getLineAndCharacterOfPosition(node.getStart(source)).line
  for (const [offset, line] of text.entries()) {
    columns.set(first + offset, (columns.get(first + offset) ?? 0) + line.length)
  }
}

/** A file opens with a comment that says what it is for. */
export function headerFaults({ path, text }: SourceFile): string[] {
  const start = text.replace(/^#!.*\n/, '')
  const comment = /^(?:\/\*\*?([^]*?)\*\/|((?:\/\/.*\n)+))/.exec(start)
  const words = (comment?.[1] ?? comment?.[2] ?? '').match(/\w{2,}/g) ?? []
  return words.length >= 3 ? [] : [`${path} does not open with a sentence that says what it is for`]
}

export function wordFaults({ path, text }: SourceFile): string[] {
  return text
    .split('\n')
    .flatMap((line, index) =>
      [...line.matchAll(banned)].map(([word]) => `${path}:${index + 1} says "${word}"`)
    )
}
