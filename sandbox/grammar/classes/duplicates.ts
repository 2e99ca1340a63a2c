/** Places of names that are declared twice: the parser reports the class as a whole. */
import { internal } from '../parser-internals.ts'
import type { Token } from '../parser-internals.ts'

interface Identified {
  getToken(): Token
}
interface Scope {
  addNamedIdentifier(name: string, identifier: Identified): void
  addIdentifier(identifier: Identified | undefined): void
  addType(type: Identified | undefined): void
}
interface Logic {
  newIssue(token: Token, message: string): void
}

export function installDuplicates(): void {
  const { prototype } = internal<{ CurrentScope: { readonly prototype: Scope } }>(
    '5_syntax/_current_scope'
  ).CurrentScope
  let failed: { readonly message: string; readonly token: Token } | undefined
  const remember = (work: () => void, token: Token | undefined) => {
    try {
      work()
    } catch (failure) {
      failed =
        failure instanceof Error && token !== undefined
          ? { message: failure.message, token }
          : undefined
      throw failure
    }
  }
  const { addIdentifier, addType, addNamedIdentifier } = prototype
  prototype.addIdentifier = function (identifier) {
    remember(() => addIdentifier.call(this, identifier), identifier?.getToken())
  }
  prototype.addType = function (type) {
    remember(() => addType.call(this, type), type?.getToken())
  }
  prototype.addNamedIdentifier = function (name, identifier) {
    remember(() => addNamedIdentifier.call(this, name, identifier), identifier.getToken())
  }
  const logic = internal<{ SyntaxLogic: { readonly prototype: Logic } }>('5_syntax/syntax')
    .SyntaxLogic.prototype
  const { newIssue } = logic
  logic.newIssue = function (token, message) {
    const own = failed?.message === message ? failed.token : token
    failed = undefined
    // what an include or another object has declared is reported where it is needed
    newIssue.call(this, own.getStart().isAfter(token.getStart()) ? own : token, message)
  }
}
