/** Finds test classes and their risk levels. */
import { offLoop } from '../call/worker-thread.ts'
import { statements } from './statements.ts'

export interface TestClass {
  readonly name: string
  readonly risk: 'harmless' | 'dangerous' | 'critical'
}

const risks = ['harmless', 'dangerous', 'critical'] as const

/**
 * The test classes that a source defines and that hold test methods. Without a level a class counts
 * as critical.
 */
export function findTestClasses(text: string): TestClass[] {
  const found: TestClass[] = []
  let current: TestClass | undefined
  for (const { words, start, end } of statements(text)) {
    if (words[0] === 'CLASS' && words[2] === 'DEFINITION' && words[1] !== undefined) {
      const joined = words.join(' ')
      const isTest =
        joined.includes(' FOR TESTING') &&
        !words.includes('ABSTRACT') &&
        !words.includes('DEFERRED')
      current = isTest
        ? { name: words[1], risk: riskOf(joined, text.slice(start, lineEnd(text, end))) }
        : undefined
    } else if (
      current !== undefined &&
      words[0] === 'METHODS' &&
      words.join(' ').includes(' FOR TESTING')
    ) {
      found.push(current)
      current = undefined
    } else if (words[0] === 'ENDCLASS') {
      current = undefined
    }
  }
  return found
}

/** As an addition of the statement, or, in old sources, as a comment behind it. */
function riskOf(words: string, source: string): TestClass['risk'] {
  const level =
    /RISK LEVEL (\w+)/.exec(words)?.[1] ?? /"#AU\s+Risk_Level\s+(\w+)/i.exec(source)?.[1]
  return risks.find(risk => risk === level?.toLowerCase()) ?? 'critical'
}

function lineEnd(text: string, at: number): number {
  const next = text.indexOf('\n', at)
  const end = text.indexOf('\n', next + 1)
  return next < 0 || end < 0 ? text.length : end
}

export const testClassesIn = offLoop({ findTestClasses }, import.meta.url)
