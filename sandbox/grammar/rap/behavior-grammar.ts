/** Grammar of behavior definitions: forms of the documentation that the parser does not have. */
import { combinators, moduleOf } from '../parser-internals.ts'
import type { GrammarExpression, Rule } from '../parser-internals.ts'

const { altPrio, optPrio, seq, starPrio, regex, Expression } = combinators

type Kind = new () => GrammarExpression

const parts = moduleOf<Readonly<Record<string, Kind>>>('bdef/expressions/index')

function part(name: string): Kind {
  const kind = parts[name]
  if (kind === undefined) throw new Error(`The parser has no ${name}.`)
  return kind
}

const [NAME, OPTIONS, TEXT] = [part('BDEFName'), part('BDEFOptions'), part('BDEFString')]

function replace(name: string, rule: (own: () => Rule) => Rule): void {
  const { prototype } = part(name) as { readonly prototype: GrammarExpression }
  const { getRunnable } = prototype
  prototype.getRunnable = function () {
    return rule(() => getRunnable.call(this))
  }
}

export function installBehaviorGrammar(): void {
  replace('BDEFDefineBehavior', behavior)
  replace('BDEFParameter', () => seq(optPrio(seq('DEEP', optPrio('TABLE'))), 'PARAMETER', NAME))
  replace('BDEFResult', own => altPrio(externalResult(), seq(own(), optPrio(external()))))
  replace('BDEFAssociation', association)
  replace('BDEFMapping', mapping)
  replace('BDEFHeader', own => altPrio(privileged(), 'WITH BOPF DRAFT ;', own()))
  replace('BDEFImplementationType', own => altPrio(otherType(), own()))
  replace('BDEFAuthorizationContext', own =>
    altPrio(seq('EXTEND OWN AUTHORIZATION CONTEXT', objects()), own())
  )
}

const external = (): Rule => seq('EXTERNAL', TEXT)

/** `use action a result external 'Name'` keeps the type of the result. */
const externalResult = (): Rule => seq('RESULT', external())

const objects = (): Rule => seq('{', starPrio(seq(altPrio(TEXT, NAME), ';')), '}', optPrio(';'))

/** `with privileged mode disabling base context and OWN;` */
const privileged = (): Rule =>
  seq('WITH PRIVILEGED MODE DISABLING BASE CONTEXT', optPrio(seq('AND', NAME)), ';')

const otherType = (): Rule =>
  altPrio(seq('EXTENSION FOR ABSTRACT', optPrio(implementation()), ';'), byBopf())

const byBopf = (): Rule =>
  seq('MANAGED BY BOPF', starPrio(altPrio(implementation(), 'USING', NAME)), ';')

const implementation = (): Rule => seq('IMPLEMENTATION IN CLASS', NAME, optPrio('UNIQUE'))

/** `group NAME implementation in class CLASS unique { … }` has what a behavior has. */
class BDEFGroup extends Expression {
  override getRunnable(): Rule {
    return seq('GROUP', NAME, part('BDEFImplementationIn'), '{', starPrio(item()), '}')
  }
}

function behavior(): Rule {
  const begin = altPrio(seq('DEFINE', optPrio('ROOT'), 'BEHAVIOR FOR'), 'EXTEND BEHAVIOR FOR')
  const items = starPrio(altPrio(BDEFGroup, item()))
  return seq(begin, NAME, starPrio(characteristic()), '{', items, '}', optPrio(';'))
}

function item(): Rule {
  const parsed = [
    'Use',
    'DetermineAction',
    'Operation',
    'Action',
    'Determination',
    'Field',
    'Association',
    'Mapping',
    'SideEffects',
    'Event',
    'Hierarchy',
    'Key'
  ].map(name => part(`BDEF${name}`))
  return altPrio(...parsed, seq('CHANGEDOCUMENTS', OPTIONS, ';'), 'READ ;', 'LOCK ;', ';')
}

function characteristic(): Rule {
  const dependent = seq('DEPENDENT', optPrio(seq('BY', NAME)))
  const field = seq(NAME, '=', NAME)
  const fields = seq('(', field, starPrio(seq(',', field)), ')')
  const save = seq(
    'WITH',
    altPrio('ADDITIONAL SAVE', 'UNMANAGED SAVE'),
    optPrio('AND CLEANUP'),
    optPrio('WITH FULL DATA')
  )
  return altPrio(
    part('BDEFAlias'),
    part('BDEFImplementationIn'),
    external(),
    seq(altPrio('PERSISTENT', 'DRAFT'), 'TABLE', NAME),
    seq(altPrio('QUERY', 'USING'), NAME),
    seq('LOCK', altPrio(seq('MASTER', optPrio('UNMANAGED')), seq(dependent, optPrio(fields)))),
    seq('AUTHORIZATION', altPrio(seq('MASTER', OPTIONS), dependent, OPTIONS)),
    seq(optPrio('TOTAL'), 'ETAG', altPrio(seq('MASTER', NAME), dependent, NAME)),
    seq(OPTIONS, dependent),
    seq(altPrio('LATE', 'EARLY'), 'NUMBERING', optPrio('IN PLACE')),
    save,
    'WITH CONTROL',
    'USE ETAG',
    seq('CHANGEDOCUMENTS', altPrio(seq('MASTER', optPrio('UTC'), optPrio(OPTIONS)), dependent)),
    'EXTENSIBLE'
  )
}

/** With `without response`; an ancestor association needs no semicolon. */
function association(): Rule {
  const kind = starPrio(altPrio('INTERNAL', 'UNMANAGED'))
  const other = seq('USING', NAME, optPrio(regex(/^\\\w+$/)))
  const additions = starPrio(
    altPrio(other, seq('ABBREVIATION', NAME), 'WITHOUT RESPONSE', 'WITH HIERARCHY')
  )
  const end = altPrio(part('BDEFAssociationBody'), ';')
  return altPrio(
    seq('ANCESTOR ASSOCIATION', NAME, additions, optPrio(end)),
    seq(kind, 'ASSOCIATION', optPrio(OPTIONS), NAME, additions, end)
  )
}

/** Parameters of actions are mapped as fields are; extensions extend a mapping. */
function mapping(): Rule {
  const line = seq(
    optPrio(altPrio('SUB', 'PARAMETER')),
    NAME,
    '=',
    NAME,
    optPrio(seq('CONTROL', NAME)),
    altPrio(';', ',')
  )
  const names = seq(NAME, starPrio(seq(',', NAME)))
  const option = altPrio('CORRESPONDING', 'EXTENSIBLE', seq('EXCEPT', names), seq('CONTROL', NAME))
  const begin = starPrio(altPrio('EXTEND', 'DEEP'))
  const body = seq('{', starPrio(altPrio(line, ';')), '}')
  return seq(begin, 'MAPPING FOR', NAME, starPrio(option), altPrio(';', body))
}
