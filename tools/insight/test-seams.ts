/** How a test can replace the dependencies of an object. */
import { searchObjects } from '../../erp-client/index.ts'
import type { ObjectRef } from '../../erp-client/index.ts'
import type { ToolContext } from '../call/context.ts'
import { inParallel } from '../call/parallel.ts'
import { count, refWords, systemWords } from '../objects/words.ts'
import { pack } from './budget.ts'
import type { Section } from './budget.ts'
import { usedNamesOf, resolveNames } from './dependencies.ts'
import type { ResolvedName } from './dependencies.ts'
import type { UsedName } from './used-names.ts'
import { readPart } from '../objects/sources.ts'

/** Tools for doubles and the class whose existence shows that a system has them. */
const frameworks = {
  testdouble: 'CL_ABAP_TESTDOUBLE',
  sql: 'CL_OSQL_TEST_ENVIRONMENT',
  cds: 'CL_CDS_TEST_ENVIRONMENT',
  function: 'CL_FUNCTION_TEST_ENVIRONMENT',
  authority: 'CL_AUNIT_AUTHORITY_CHECK'
} as const

type Framework = keyof typeof frameworks
type Present = ReadonlySet<Framework>

/**
 * Each dependency of an object, what kind it is, and how a test can replace it with what this very
 * system has.
 */
export async function testSeams(
  context: ToolContext,
  { ref, method, bytes }: { ref: ObjectRef; method?: string | undefined; bytes: number }
): Promise<string> {
  const [needs, present] = await Promise.all([
    usedNamesOf(context, { ref, method }),
    frameworksOf(context)
  ])
  const resolved = await resolveNames(context, needs)
  const seams = await inParallel(resolved, async one => await seamOf(context, one, present))
  const plain = needs.flatMap(need => plainSeam(need, present))
  const sections = [...seams.flat(), ...plain]
  const missing = Object.entries(frameworks)
    .filter(([key]) => !present.has(key as Framework))
    .map(([, name]) => name)
  const head = [
    `${systemWords(context.erp)} · test seams of ${refWords(ref)}${method === undefined ? '' : ` ${method.toUpperCase()}`} · ${count(sections.length, 'dependency')} to replace`,
    `this system has: ${
      Object.entries(frameworks)
        .filter(([key]) => present.has(key as Framework))
        .map(([, name]) => name)
        .join(', ') || 'no framework for doubles'
    }${missing.length === 0 ? '' : `; not: ${missing.join(', ')}`}`
  ]
  return pack(head, sections, bytes).text
}

async function frameworksOf(context: ToolContext): Promise<Present> {
  const found = await inParallel(Object.entries(frameworks), async ([key, name]) =>
    (await searchObjects(context.erp, { query: name, type: 'CLAS', maxResults: 1 }, context.signal))
      .length > 0
      ? [key as Framework]
      : []
  )
  return new Set(found.flat())
}

const data = new Set(['TABL', 'VIEW'])

async function seamOf(
  context: ToolContext,
  { need, refs }: ResolvedName,
  present: Present
): Promise<Section[]> {
  const ref =
    refs.find(({ type }) => ['CLAS', 'INTF', 'FUNC', 'DDLS', 'PROG'].includes(type)) ??
    refs.find(({ type }) => data.has(type))
  if (ref === undefined) return []
  if (ref.type === 'CLAS') return await classSeam(context, ref, need)
  const words = seamWords(ref, need, present)
  return words === undefined ? [] : [seam(ref, need, words)]
}

/** How a test replaces an object that is no class; undefined where nothing is to be replaced. */
function seamWords({ type }: ObjectRef, { kinds }: UsedName, present: Present): string | undefined {
  const uses = new Set(kinds)
  if (type === 'INTF') {
    if (!uses.has('type') && !uses.has('calls')) return undefined
    const double = present.has('testdouble')
      ? 'double with CL_ABAP_TESTDOUBLE=>CREATE, or a local class'
      : 'a local class that implements it'
    return `interface: ${double}, given in by constructor or setter`
  }
  if (type === 'FUNC') {
    return present.has('function')
      ? 'function module: CL_FUNCTION_TEST_ENVIRONMENT'
      : 'function module: TEST-SEAM around the call, or a wrapper class behind an interface'
  }
  if (type === 'PROG') return 'SUBMIT: TEST-SEAM around it'
  if (type === 'DDLS') {
    if (!uses.has('reads')) return undefined
    return present.has('cds')
      ? 'CDS view: CL_CDS_TEST_ENVIRONMENT (the view under test), CL_OSQL_TEST_ENVIRONMENT (the view as a source)'
      : dataFallback
  }
  if (!uses.has('reads') && !uses.has('writes')) return undefined
  return present.has('sql') ? 'database table: CL_OSQL_TEST_ENVIRONMENT' : dataFallback
}

const dataFallback =
  'data: no SQL double here; put the access behind an interface, or TEST-SEAM around the statement'

/**
 * A class is a seam where an object of it is made or a static method is called; exceptions and
 * types are none.
 */
async function classSeam(context: ToolContext, ref: ObjectRef, need: UsedName): Promise<Section[]> {
  if (need.kinds.every(kind => kind === 'exception' || kind === 'inherits')) return []
  const made = need.kinds.includes('creates')
  const calls = need.kinds.includes('calls')
  if (!made && !calls && !need.kinds.includes('type')) return []
  const { text } = await readPart(context, { ref }).catch(() => ({ text: '' }))
  context.signal.throwIfAborted()
  const head = /\bCLASS\s+\S+\s+DEFINITION\b[^.]*\./i.exec(text)?.[0] ?? ''
  const isFinal = /\bFINAL\b/i.test(head)
  const isException = /\bINHERITING\s+FROM\s+\S*CX_/i.test(head)
  if (isException) return []
  const how =
    calls && !made
      ? 'static calls: wrap them behind an instance method of an interface, or TEST-SEAM around the call'
      : made
        ? 'made here: move the creation to the constructor or a factory, and give a double in'
        : 'given in: pass a double'
  return [
    seam(
      ref,
      need,
      `${isFinal ? 'final class' : 'class'}, ${how}${isFinal ? '; it is final, so the double needs an interface' : made || !calls ? '; a subclass can redefine its methods' : ''}`
    )
  ]
}

function plainSeam(need: UsedName, present: Present): Section[] {
  const [kind] = need.kinds
  const words =
    kind === 'environment'
      ? 'date, time or user: read it through an injected clock'
      : kind === 'authority'
        ? `authority check: ${present.has('authority') ? 'CL_AUNIT_AUTHORITY_CHECK' : 'TEST-SEAM around it'}`
        : kind === 'transaction'
          ? 'CALL TRANSACTION: TEST-SEAM around it'
          : kind === 'dynamic'
            ? 'dynamic: decide the target by a value that the test can give'
            : undefined
  return words === undefined ? [] : [line(need.name, need, words)]
}

function seam(ref: ObjectRef, need: UsedName, words: string): Section {
  return line(refWords(ref), need, words)
}

function line(name: string, need: UsedName, words: string): Section {
  const brief = `${name} (${need.lines.slice(0, 4).join(', ')}${need.lines.length > 4 ? ', …' : ''})`
  return { brief, full: `${brief} · ${words}` }
}
