/**
 * Generates CDS views that the sandbox can run, from a seed: joins, paths and names that are easy
 * to misread.
 */

export interface GeneratedView {
  readonly name: string
  readonly source: string
  /** Names of associations that other views can go along, with their targets. */
  readonly associations: readonly { readonly name: string; readonly target: string }[]
}

export interface Relation {
  readonly name: string
  readonly associations: readonly { readonly name: string; readonly target: string }[]
}

/** A sequence of numbers below one that depends on the seed alone. */
export function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

const aliases = [
  'p',
  'q',
  't',
  'association',
  'composition',
  'type',
  'parent',
  'source',
  'many',
  '_a',
  'to'
]
const associationNames = ['_a', '_b', '_c', '_type', '_from', '_Join']
const elementNames = [
  'association',
  'composition',
  'projection',
  'joined',
  'parent',
  'redirected',
  'exact',
  '_x',
  'hidden'
]
const noise = [
  '',
  '',
  '',
  ' ',
  '/* from t0 */',
  '// join t1 as x on\n',
  "-- it's ' not a literal\n",
  '\n',
  '\t',
  '/* association to t2 as _z { */'
]
const annotations = [
  '',
  '',
  '',
  "@EndUserText.label: 'from t0 } association'\n",
  '@ObjectModel.association.type: [#TO_COMPOSITION_CHILD]\n',
  '@Some.composition: true\n',
  "@UI: { lineItem: [{ position: 10, label: '{' }], hidden: #(x) }\n".replace('#(x)', '#X'),
  "@Consumption.valueHelpDefinition: [{ entity: { name: 'T3', element: 'ID' } }]\n"
]

/** A source of the view under construction. */
interface Source {
  readonly relation: Relation
  readonly alias: string
}

export class ViewGenerator {
  readonly #random: () => number

  constructor(seed: number) {
    this.#random = randomFrom(seed)
  }

  next(name: string, relations: readonly Relation[]): GeneratedView {
    const maker = new ViewMaker(this.#random, relations)
    return maker.view(name)
  }
}

class ViewMaker {
  readonly #random: () => number
  readonly #relations: readonly Relation[]
  #sources: Source[] = []
  #associations: { name: string; target: Relation }[] = []

  constructor(random: () => number, relations: readonly Relation[]) {
    this.#random = random
    this.#relations = relations
  }

  view(name: string): GeneratedView {
    const classic = this.#chance(0.25)
    const head = classic
      ? `@AbapCatalog.sqlViewName: 'S${name}'\ndefine view`
      : this.#one(['define view entity', 'DEFINE VIEW ENTITY', 'define root view entity'])
    const projection = !classic && this.#chance(0.1)
    const first = this.#select(projection)
    const own = this.#associations.map(({ name: one, target }) => ({
      name: one,
      target: target.name
    }))
    const branches = [first]
    for (let more = projection ? 0 : this.#one([0, 0, 0, 0, 1, 2]); more > 0; more -= 1) {
      branches.push(this.#select(false))
    }
    const operator = () =>
      ` ${this.#one(['union', 'union all', 'UNION ALL', 'except', 'intersect'])} `
    const body = branches.slice(1).reduce((text, branch) => text + operator() + branch, first)
    const source = `${this.#one(annotations)}${head} ${name}${this.#gap()}as${this.#gap()}${body}${this.#one(['', ';', '\n'])}`
    return { name, source, associations: own }
  }

  #chance(share: number): boolean {
    return this.#random() < share
  }

  #one<T>(list: readonly T[]): T {
    return list[Math.floor(this.#random() * list.length)] as T
  }

  #gap(): string {
    return ` ${this.#one(noise)} `
  }

  #case(text: string): string {
    return this.#chance(0.3) ? text.toUpperCase() : text
  }

  #select(projection: boolean): string {
    this.#sources = []
    const from = projection ? this.#source() : this.#from()
    this.#associations = this.#chance(0.6) ? this.#newAssociations() : []
    const associations = this.#associations.map(one => this.#association(one)).join('')
    const group = !projection && this.#chance(0.1) ? this.#field() : undefined
    const elements = this.#elements(group)
    const tail =
      group === undefined
        ? ''
        : `${this.#gap()}group by ${(this.#sources[0] as Source).alias}.id, ${group}${this.#chance(0.5) ? ` having max( ${this.#field()} ) <> ''` : ''}`
    const where = this.#chance(0.4) ? `${this.#gap()}where ${this.#condition()}` : ''
    const start = projection
      ? 'projection on'
      : `${this.#case('select')} ${this.#chance(0.1) ? 'distinct ' : ''}${this.#case('from')}`
    return `${start}${this.#gap()}${from}${associations}${this.#gap()}{${elements}}${where}${tail}`
  }

  #source(): string {
    const relation = this.#one(this.#relations)
    const free = aliases.filter(alias => this.#sources.every(one => one.alias !== alias))
    const named = this.#sources.some(one => one.relation === relation) || this.#chance(0.7)
    const alias = named ? this.#one(free) : relation.name
    this.#sources.push({ relation, alias })
    const plain = ['p', 'q', 't', '_a'].includes(alias) && this.#chance(0.3)
    return named
      ? `${this.#case(relation.name)}${this.#gap()}${plain ? '' : 'as '}${alias}`
      : relation.name
  }

  #from(): string {
    let text = this.#source()
    const first = this.#sources[0] as Source
    for (let more = Math.floor(this.#random() * 3.2); more > 0; more -= 1) {
      const kind = this.#one([
        'inner join',
        'inner join',
        'left outer join',
        'join',
        'left outer to one join',
        'LEFT OUTER TO MANY JOIN',
        'right outer join'
      ])
      if (this.#chance(0.3)) {
        const left = this.#source()
        const middle = this.#sources.at(-1) as Source
        const right = this.#source()
        const last = this.#sources.at(-1) as Source
        const open = this.#one(['(', ' (', '((', ' ( ( ', ' (/* t0 */('])
        const close = ')'.repeat(open.split('(').length - 1)
        text += `${this.#gap()}${kind}${open}${left} inner join ${right} on ${last.alias}.id = ${middle.alias}.id${close} on ${middle.alias}.id = ${first.alias}.id`
      } else {
        const right = this.#source()
        const last = this.#sources.at(-1) as Source
        text += `${this.#gap()}${kind}${this.#gap()}${right} on ${last.alias}.id = ${first.alias}.id`
      }
    }
    return this.#chance(0.15) ? `(${text})` : this.#chance(0.05) ? `( ( ${text} ) )` : text
  }

  #newAssociations(): { name: string; target: Relation }[] {
    const names = associationNames
      .filter(() => this.#chance(0.4))
      .filter(name => this.#sources.every(one => one.alias !== name))
    return names.map(name => ({ name, target: this.#one(this.#relations) }))
  }

  #association({ name, target }: { name: string; target: Relation }): string {
    const { alias } = this.#one(this.#sources)
    const kind = this.#one([
      'association to',
      'association [0..1] to',
      'association[1] to',
      'ASSOCIATION [0..*] TO',
      'association of many to one'
    ])
    const left = this.#one([`${alias}.id`, '$projection.id'])
    const more = this.#chance(0.2) ? ` and ${name}.name <> 'from t0 {'` : ''
    return `${this.#gap()}${kind} ${target.name} as${this.#gap()}${name} on ${this.#chance(0.5) ? `${left} = ${name}.id` : `${name}.id = ${left}`}${more}`
  }

  /** A field, directly or along associations. */
  #field(): string {
    const { alias, relation } = this.#one(this.#sources)
    const steps: string[] = []
    let reached: readonly { name: string; target: string }[] = []
    if (this.#associations.length > 0 && this.#chance(0.5)) {
      const { name, target } = this.#one(this.#associations)
      steps.push(name + this.#filter())
      reached = target.associations
    } else if (relation.associations.length > 0 && this.#chance(0.6)) {
      const { name, target } = this.#one(relation.associations)
      if (this.#chance(0.5) && !alias.startsWith('_')) steps.push(alias)
      steps.push(name + this.#filter())
      reached = this.#relations.find(one => one.name === target)?.associations ?? []
    }
    while (reached.length > 0 && this.#chance(0.5)) {
      const { name, target } = this.#one(reached)
      steps.push(name + this.#filter())
      reached = this.#relations.find(one => one.name === target)?.associations ?? []
    }
    const dot = this.#one(['.', '.', ' . ', './* .id */'])
    return [...(steps.length === 0 ? [alias] : steps), this.#one(['name', 'id'])].join(dot)
  }

  #filter(): string {
    return this.#chance(0.8)
      ? ''
      : this.#one([
          "[1: name = 'x']",
          "[inner where name <> ']']",
          "[left outer where id = '1']",
          '[inner]'
        ])
  }

  #condition(): string {
    const field = this.#field()
    return this.#one([
      `${field} <> 'union select from t0'`,
      `( ${field} is not null or ${this.#field()} = 'x' )`,
      `not ${field} like '%{%'`,
      `${field} in ( 'a', 'b' )`,
      `${field} = $session.user`,
      `$projection.name <> '' and ${field} is null`
    ])
  }

  /**
   * Each branch shows `id`, `name` and one element more, so that views can be built on it and
   * united.
   */
  #elements(grouped: string | undefined): string {
    const first = this.#sources[0] as Source
    const field = grouped ?? this.#field()
    const items = [
      `${this.#chance(0.5) ? 'key ' : ''}${first.alias}.id as id`,
      `${field} as name`,
      `${grouped === undefined ? this.#expression() : `max( ${this.#field()} )`} as ${this.#one(elementNames)}`
    ]
    const handedOn = this.#associations.filter(() => this.#chance(0.5)).map(({ name }) => name)
    const shown = [...items, ...(grouped === undefined ? handedOn : [])].map(
      item => this.#one(annotations) + item
    )
    return `${this.#gap()}${shown.join(`,${this.#gap()}`)}${this.#chance(0.1) ? ',' : ''}\n`
  }

  #expression(): string {
    const field = this.#field()
    return this.#one([
      field,
      `coalesce( ${field}, 'from t0' )`,
      `case when ${field} = '}' then ${this.#field()} else '{' end`,
      `cast( ${field} as abap.char( 10 ) )`,
      `concat(${field},concat( ' ', ${this.#field()} ) )`,
      `left( ${field}, 2 )`,
      "'select from t0 { id }'",
      '$session.user'
    ])
  }
}
