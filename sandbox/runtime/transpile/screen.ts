/** Refuses statements that leave the language, such as native SQL and kernel calls. */
import { ABAPObject, Expressions, Statements, Tokens, type Nodes } from '@abaplint/core'
import { containsEncoded, decodeLiterals } from './opaque.ts'
import type { Problem } from './program.ts'
import { isOpenEnumeration } from './constants/enumeration-values.ts'

/** Statements that would leave the language: native code, native SQL, the operating system. */
const REFUSED: ReadonlyArray<readonly [new () => object, string]> = [
  [Statements.CallKernel, 'CALL of a kernel function'],
  [Statements.SystemCall, 'SYSTEM-CALL'],
  [Statements.ExecSQL, 'EXEC SQL'],
  [Statements.Communication, 'COMMUNICATION'],
  [Statements.CallOLE, 'CALL METHOD OF (OLE)'],
  [Statements.CreateOLE, 'CREATE OBJECT (OLE)'],
  [Statements.CallDatabase, 'CALL DATABASE PROCEDURE']
]

/**
 * `'@KERNEL …'` in a WRITE is copied into the generated code as it stands: no literal of a user's
 * object may begin so.
 */
const NATIVE_CODE = /^['`|]\s*@KERNEL/i

/**
 * The characters of a name. Further characters would become part of the generated code.
 */
const NAME = /^[\w/<>~%$&#*!?-]+$/

/** What a user's object must not contain, with its places; empty when it may be transpiled. */
export function refusalOfTokens(object: ABAPObject): Problem[] {
  const problems: Problem[] = []
  const report = (file: string, row: number, text: string): void => {
    problems.push({
      object: object.getName().toUpperCase(),
      type: object.getType(),
      file,
      row,
      text
    })
  }
  for (const file of object.getABAPFiles()) {
    if (containsEncoded(file.getRaw())) {
      report(
        file.getFilename(),
        1,
        'a Unicode noncharacter (U+FDD0 to U+FDEF, U+FFFE, U+FFFF) is not supported by the sandbox runtime'
      )
    }
    for (const statement of file.getStatements()) {
      const text = refusedStatement(statement) ?? refusedName(statement)
      if (text !== undefined) report(file.getFilename(), statement.getFirstToken().getRow(), text)
      for (const token of statement.getTokens()) {
        if (isLiteral(token) && NATIVE_CODE.test(decodeLiterals(token.getStr()))) {
          report(file.getFilename(), token.getRow(), 'native code (@KERNEL) in a literal')
        }
      }
    }
    // Statements show what macros became; the tokens also show what a macro was defined or called
    // with.
    for (const token of file.getTokens()) {
      if (isLiteral(token) && NATIVE_CODE.test(decodeLiterals(token.getStr()))) {
        report(file.getFilename(), token.getRow(), 'native code (@KERNEL) in a literal')
      }
    }
  }
  return unique(problems)
}

function refusedStatement(statement: Nodes.StatementNode): string | undefined {
  if (isOpenEnumeration(statement)) {
    return 'an enumeration with values that are no literals is not supported by the sandbox runtime'
  }
  const found = REFUSED.find(([kind]) => statement.get() instanceof kind)
  return found === undefined ? undefined : `${found[1]} is not supported by the sandbox runtime`
}

function refusedName(statement: Nodes.StatementNode): string | undefined {
  if (!(statement.get() instanceof Statements.Form)) return undefined
  const name = statement.findFirstExpression(Expressions.FormName)?.concatTokens() ?? ''
  return NAME.test(name)
    ? undefined
    : `the name of FORM ${decodeLiterals(name)} is not supported by the sandbox runtime`
}

function isLiteral(token: unknown): boolean {
  return (
    token instanceof Tokens.StringToken ||
    token instanceof Tokens.StringTemplate ||
    token instanceof Tokens.StringTemplateBegin
  )
}

function unique(problems: readonly Problem[]): Problem[] {
  const seen = new Set<string>()
  return problems.filter(problem => {
    const key = `${problem.file}:${problem.row}:${problem.text}`
    return seen.has(key) ? false : seen.add(key)
  })
}
