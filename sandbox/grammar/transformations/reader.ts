/** Reads attributes of a simple transformation, and collects what is wrong with them. */
import {
  ExpressionFault,
  readAddress,
  readCondition,
  readConditions,
  readLiteral,
  readMap
} from './expressions.ts'
import type {
  Address,
  Condition,
  Literal,
  Step,
  Template,
  TransformationIssue,
  ValueForm,
  Variable
} from './model.ts'
import { attributeOf, placeOf, ST_URI } from './tree.ts'
import type { ProgramElement } from './tree.ts'

/** Formats of values that are run; the others are refused by name. */
const FORMATS = new Set([
  'boolean',
  'hex',
  'alpha',
  'guid',
  'dateTime',
  'dateTimeOffset',
  'dateTimeLocal'
])

export class Reader {
  readonly issues: TransformationIssue[] = []
  readonly #source: string
  readonly #calls: { readonly element: ProgramElement; readonly name: string }[] = []
  #roots: ReadonlySet<string> = new Set()
  #variables: ReadonlySet<string> = new Set()
  /** Aliases of the loops around, and whether a node is current. */
  #aliases: string[] = []
  #current = false

  /** Takes what is inside of an element apart. */
  readonly steps: (element: ProgramElement) => Step[]

  constructor(source: string, stepsOf: (reader: Reader, element: ProgramElement) => Step[]) {
    this.#source = source
    this.steps = element => stepsOf(this, element)
  }

  report(element: ProgramElement, text: string, attribute?: string): void {
    this.issues.push({ text, ...placeOf(this.#source, element, attribute) })
  }

  /** A template begins. */
  enter(roots: readonly string[], variables: readonly Variable[], current: boolean): void {
    this.#roots = new Set(roots)
    this.#variables = new Set(variables.map(({ name }) => name))
    this.#aliases = []
    this.#current = current
  }

  /** Reads what stands where a node is current. */
  within<T>(alias: string | undefined, read: () => T): T {
    const [aliases, current] = [this.#aliases, this.#current]
    this.#aliases = alias === undefined ? aliases : [...aliases, alias]
    this.#current = true
    const result = read()
    ;[this.#aliases, this.#current] = [aliases, current]
    return result
  }

  required(element: ProgramElement, attribute: string): string {
    const value = attributeOf(element, attribute)
    if (value === undefined) {
      this.report(element, `tt:${element.name} needs the attribute "${attribute}".`)
    }
    return value ?? ''
  }

  /** The statement has no other attributes than these. */
  allow(element: ProgramElement, allowed: readonly string[]): void {
    for (const { name, prefix, uri } of element.attributes) {
      if (uri === '' && !allowed.includes(name)) {
        this.report(element, `tt:${element.name} has no attribute "${name}".`, name)
      } else if (uri === ST_URI) {
        this.report(
          element,
          `"${prefix}:${name}" is not an attribute of statements.`,
          `${prefix}:${name}`
        )
      }
    }
  }

  #read<T>(element: ProgramElement, attribute: string, read: (text: string) => T): T | undefined {
    const text = attributeOf(element, attribute)
    if (text === undefined) return undefined
    try {
      return read(text)
    } catch (error) {
      if (!(error instanceof ExpressionFault)) throw error
      this.report(element, error.message, attribute)
      return undefined
    }
  }

  address(element: ProgramElement, attribute = 'ref'): Address | undefined {
    const found = this.#read(element, attribute, readAddress)
    if (found !== undefined) this.#checkAddress(element, attribute, found)
    return found
  }

  #checkAddress(element: ProgramElement, attribute: string, { from, name }: Address): void {
    const isRoot = from === 'root' || (from === 'name' && !this.#current)
    if (isRoot && !this.#roots.has(name)) {
      this.report(element, `The data root "${name}" is not declared.`, attribute)
    } else if (from === 'ref' && name === '' && !this.#current) {
      this.report(element, '"$ref" is not defined here.', attribute)
    } else if (from === 'ref' && name !== '' && !this.#aliases.includes(name)) {
      this.report(element, `"$${name}" is not an alias of a loop around.`, attribute)
    }
  }

  variable(element: ProgramElement, attribute: string): string | undefined {
    const name = attributeOf(element, attribute)?.toUpperCase()
    if (name !== undefined && !this.#variables.has(name)) {
      this.report(element, `The variable "${name}" is not declared.`, attribute)
    }
    return name
  }

  literal(element: ProgramElement, attribute: string): Literal | undefined {
    return this.#read(element, attribute, readLiteral)
  }

  condition(element: ProgramElement, attribute: string, variables = false): Condition | undefined {
    const found = this.#read(element, attribute, text => readCondition(text, { variables }))
    if (found !== undefined) this.#checkCondition(element, attribute, found)
    return found
  }

  conditions(element: ProgramElement, attribute: string): Condition[] {
    const found = this.#read(element, attribute, readConditions) ?? []
    for (const each of found) this.#checkCondition(element, attribute, each)
    return found
  }

  #checkCondition(element: ProgramElement, attribute: string, condition: Condition): void {
    if ('all' in condition) {
      for (const each of condition.all) this.#checkCondition(element, attribute, each)
    } else if ('of' in condition) this.#checkCondition(element, attribute, condition.of)
    else {
      const operands =
        'operand' in condition ? [condition.operand] : [condition.left, condition.right]
      for (const each of operands) {
        if (each.kind === 'node') this.#checkAddress(element, attribute, each.node)
        if (each.kind === 'variable' && !this.#variables.has(each.name)) {
          this.report(element, `The variable "${each.name}" is not declared.`, attribute)
        }
      }
    }
  }

  /** How a value is written; a text names what is not run here. */
  form(element: ProgramElement): ValueForm | string {
    const number = (name: string): number | undefined =>
      this.#read(element, name, text => {
        if (!/^\d+$/.test(text)) throw new ExpressionFault(`"${text}" is not a length.`)
        return Number(text)
      })
    if (attributeOf(element, 'xsd-type') !== undefined) return 'xsd-type'
    const length = number('length')
    const options = (attributeOf(element, 'option') ?? '')
      .split(',')
      .map(each => each.trim())
      .filter(each => each !== '')
    const format = options
      .map(each => /^format\((\S+)\)$/.exec(each)?.[1])
      .find(each => each !== undefined)
    const other = options.find(each => each !== 'noError' && !each.startsWith('format('))
    if (other !== undefined) return `option ${other}`
    if (format !== undefined && !FORMATS.has(format)) return `option format(${format})`
    return {
      map: this.#read(element, 'map', readMap) ?? [],
      minLength: number('minLength') ?? length,
      maxLength: number('maxLength') ?? length,
      format,
      noError: options.includes('noError')
    }
  }

  /** A template is called by name. */
  call(element: ProgramElement, name: string): void {
    this.#calls.push({ element, name })
  }

  /** Templates of included transformations are known when the program runs. */
  checkCalls(templates: readonly Template[], hasIncludes: boolean): void {
    const names = new Set(templates.map(({ name }) => name))
    for (const { element, name } of hasIncludes ? [] : this.#calls) {
      if (!names.has(name)) this.report(element, `The template "${name}" is not defined.`, 'name')
    }
  }

  unsupported(what: string): Step {
    return { op: 'unsupported', what }
  }
}
