/** Lists the ABAP Unit test classes of objects with their methods, risk levels and durations. */
import { ABAPObject, Expressions, Statements } from '@abaplint/core'
import type { ABAPFile, Nodes } from '@abaplint/core'
import type { FileTestClass, RepositoryFile } from '../../types.ts'
import { objectId } from '../files.ts'
import { superclasses } from '../navigate/hierarchy.ts'
import type { ClassInfo, Found } from '../navigate/hierarchy.ts'
import { rangeOfToken } from '../ranges.ts'
import type { Repository } from '../repository.ts'

const RISKS = ['harmless', 'dangerous', 'critical'] as const
const DURATIONS = ['short', 'medium', 'long'] as const

/**
 * The test classes of objects with their test methods. A class without a declared risk level counts
 * as critical.
 */
export function testClasses(
  repository: Repository,
  { files, overlay }: { files: readonly string[]; overlay: readonly RepositoryFile[] }
): FileTestClass[] {
  repository.enter(overlay)
  const ids = new Set(files.map(objectId))
  repository.refresh(ids)
  return [...ids].flatMap(id => {
    const object = repository.object(id)
    return object instanceof ABAPObject
      ? object.getABAPFiles().flatMap(file => inFile(repository, file))
      : []
  })
}

function inFile(repository: Repository, file: ABAPFile): FileTestClass[] {
  const found: FileTestClass[] = []
  const name = file.getFilename()
  for (const info of file.getInfo().listClassDefinitions()) {
    // An abstract class FOR TESTING holds tests for its subclasses; it is not run itself.
    if (!info.isForTesting || info.isAbstract) continue
    const words = taggedWords(file, info.name, repository.text(name) ?? '')
    found.push({
      ...rangeOfToken(name, info.identifier.getToken()),
      name: info.name.toUpperCase(),
      risk: RISKS.find(risk => words.risk === risk) ?? 'critical',
      duration: DURATIONS.find(duration => words.duration === duration) ?? 'short',
      methods: [...superclasses(repository, { info, file }).toReversed(), { info, file }].flatMap(
        methodsOf
      )
    })
  }
  return found
}

/** Inherited tests run with the class that inherits them. */
function methodsOf({ info, file }: Found<ClassInfo>): FileTestClass['methods'] {
  return info.methods
    .filter(method => method.isForTesting && !method.isAbstract && !method.isRedefinition)
    .map(method => ({
      name: method.name.toUpperCase(),
      ...rangeOfToken(file.getFilename(), method.identifier.getToken())
    }))
}

/**
 * From the additions of the statement, else from the pseudo comments `"#AU Risk_Level Harmless`
 * beside or below it.
 */
function taggedWords(
  file: ABAPFile,
  name: string,
  text: string
): { risk: string; duration: string } {
  const node = file.getStatements().find(entry => isDefinition(entry, name))
  const statement = node?.concatTokens().toLowerCase() ?? ''
  const from = node?.getFirstToken().getRow() ?? 1
  const comments = text
    .split('\n')
    .slice(from - 1, (node?.getLastToken().getRow() ?? from) + 2)
    .join('\n')
    .toLowerCase()
  return {
    risk:
      /risk level (\w+)/.exec(statement)?.[1] ??
      /"#au\s+risk_level\s+(\w+)/.exec(comments)?.[1] ??
      '',
    duration:
      /duration (\w+)/.exec(statement)?.[1] ?? /"#au\s+duration\s+(\w+)/.exec(comments)?.[1] ?? ''
  }
}

function isDefinition(node: Nodes.StatementNode, name: string): boolean {
  return (
    node.get() instanceof Statements.ClassDefinition &&
    node.findFirstExpression(Expressions.ClassName)?.concatTokens().toUpperCase() ===
      name.toUpperCase()
  )
}
