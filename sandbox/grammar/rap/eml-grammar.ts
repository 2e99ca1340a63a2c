/** Grammar of EML: several operations of a statement, each with its fields, results and links. */
import { Expressions, Statements } from '@abaplint/core'
import { combinators } from '../parser-internals.ts'
import type { Rule } from '../parser-internals.ts'

const { alt, altPrio, opt, optPrio, per, plus, plusPrio, seq } = combinators
const { EMLEntityPath, EntityAssociation, NamespaceSimpleName, SimpleName, Source, Target } =
  Expressions

interface Matched {
  readonly prototype: { getMatcher(): Rule }
}

/** The rules of the parser stay: these add what they do not have. */
export function installEmlGrammar(): void {
  add(Statements.ModifyEntities, modify)
  add(Statements.ReadEntities, read)
  add(Statements.CommitEntities, commitBlock)
  add(Statements.Convert, convertKey)
}

function add(kind: unknown, rule: () => Rule): void {
  const { prototype } = kind as Matched
  const { getMatcher } = prototype
  prototype.getMatcher = function () {
    return altPrio(rule(), getMatcher.call(this))
  }
}

/** Between BEGIN and END the final keys of instances are known. */
function commitBlock(): Rule {
  const responses = seq(
    'RESPONSE OF',
    NamespaceSimpleName,
    optPrio(per(seq('FAILED', Target), seq('REPORTED', Target)))
  )
  return seq('COMMIT ENTITIES', altPrio('END', seq('BEGIN', optPrio(responses))))
}

const convertKey = (): Rule =>
  seq('CONVERT KEY OF', NamespaceSimpleName, 'FROM', Source, 'TO', Target)

const mode = (): Rule => optPrio(altPrio('IN LOCAL MODE', seq(opt('FORWARDING'), 'PRIVILEGED')))

/** The operations are rows of a table. */
const dynamic = (): Rule => seq('ENTITIES', mode(), 'OPERATIONS', Source)

/** Rows that a projection adds name those of the request that they belong to. */
const relating = (): Rule => optPrio(seq('RELATING TO', Source, 'BY', Source))

const fields = (): Rule =>
  altPrio(
    seq('FROM', Source),
    seq(
      optPrio('AUTO FILL CID'),
      altPrio(
        seq('SET FIELDS WITH', Source),
        seq('FIELDS (', plus(SimpleName), ')', 'WITH', Source),
        seq('WITH', Source)
      )
    )
  )

function modify(): Rule {
  const response = (word: string): Rule => seq(word, Target)
  const execute = seq(
    'EXECUTE',
    NamespaceSimpleName,
    altPrio(seq('FROM', Source), fields()),
    optPrio(seq('RESULT', Target))
  )
  const operation = altPrio(
    seq('CREATE', optPrio(seq('BY', EMLEntityPath)), fields(), relating()),
    seq('UPDATE', fields(), relating()),
    seq('DELETE FROM', Source),
    execute
  )
  const operations = plusPrio(operation)
  const long = seq(
    optPrio('AUGMENTING'),
    'ENTITIES OF',
    NamespaceSimpleName,
    mode(),
    plusPrio(seq('ENTITY', NamespaceSimpleName, operations))
  )
  const short = seq('ENTITY', mode(), altPrio(EntityAssociation, NamespaceSimpleName), operations)
  const responses = optPrio(per(response('FAILED'), response('MAPPED'), response('REPORTED')))
  return seq('MODIFY', altPrio(long, short, dynamic()), responses)
}

function read(): Rule {
  const wanted = altPrio(
    seq('ALL FIELDS WITH', Source),
    seq('FIELDS (', plus(SimpleName), ')', 'WITH', Source),
    seq('FROM', Source)
  )
  const results = optPrio(per(seq('RESULT', Target), seq('LINK', Target)))
  const operation = altPrio(
    seq('EXECUTE', NamespaceSimpleName, wanted, results),
    seq(optPrio(seq('BY', EMLEntityPath)), wanted, results)
  )
  const operations = plusPrio(operation)
  const long = seq(
    'ENTITIES OF',
    NamespaceSimpleName,
    mode(),
    plusPrio(seq('ENTITY', NamespaceSimpleName, operations))
  )
  const short = seq('ENTITY', mode(), altPrio(EntityAssociation, NamespaceSimpleName), operations)
  const responses = optPrio(per(seq('FAILED', Target), seq('REPORTED', Target)))
  return seq('READ', altPrio(alt(long, short), dynamic()), responses)
}
