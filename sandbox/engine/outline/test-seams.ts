/** Checks test seams and injections: where they may stand, and that an injection has its seam. */
import { Expressions, Objects, Statements } from '@abaplint/core'
import type { ABAPFile, ABAPObject, Nodes } from '@abaplint/core'
import type { FileMessage } from '../../types.ts'
import { isTestFile } from '../files.ts'
import { error, rangeOfNode } from '../ranges.ts'

const RULE = 'test_seams'

interface Named {
  readonly file: ABAPFile
  readonly node: Nodes.StatementNode
  readonly name: string
}

function found(
  object: ABAPObject,
  kind: typeof Statements.TestSeam | typeof Statements.TestInjection
): Named[] {
  return object.getABAPFiles().flatMap(file =>
    file
      .getStatements()
      .filter(node => node.get() instanceof kind)
      .map(node => {
        const name = node.findFirstExpression(Expressions.TestSeamName)?.concatTokens() ?? ''
        return { file, node, name: name.toUpperCase() }
      })
  )
}

/** For class pools, whose files are all known; a function group may have parts elsewhere. */
export function checkTestSeams(object: ABAPObject): FileMessage[] {
  if (!(object instanceof Objects.Class)) return []
  const seams = found(object, Statements.TestSeam)
  const report = ({ file, node }: Named, text: string): FileMessage =>
    error(rangeOfNode(file.getFilename(), node), RULE, text)
  return [
    ...seams.flatMap((seam, at) => {
      if (isTestFile(seam.file.getFilename())) {
        return [report(seam, 'Test seams cannot be defined in test classes.')]
      }
      return seams.findIndex(({ name }) => name === seam.name) < at
        ? [report(seam, `The test seam "${seam.name}" is already defined.`)]
        : []
    }),
    ...found(object, Statements.TestInjection).flatMap(injection => {
      if (!isTestFile(injection.file.getFilename())) {
        return [report(injection, 'Injections are allowed only in test classes of a test include.')]
      }
      return seams.some(({ name }) => name === injection.name)
        ? []
        : [report(injection, `The test seam "${injection.name}" does not exist in the program.`)]
    })
  ]
}
