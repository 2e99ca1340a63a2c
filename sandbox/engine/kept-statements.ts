/** Keeps how the statements of active sources were matched, from one start to the next. */
import { withShapes } from '../grammar/shapes/install.ts'
import { digestOfCode } from '../kept/code-digest.ts'
import { openKeptFolder } from '../kept/folder.ts'
import { digestOf } from '../kept/own-files.ts'
import { createConfiguration } from './configuration.ts'

/** Drafts are not kept: most of them are never read again. */
export function keepStatements(keptIn: string | undefined): <T>(load: () => T) => T {
  const code =
    keptIn === undefined
      ? undefined
      : digestOfCode({
          packages: ['@abaplint/core'],
          folders: [new URL('../grammar', import.meta.url)],
          more: JSON.stringify(createConfiguration().get())
        })
  const folder = openKeptFolder(code === undefined ? undefined : keptIn)
  const keyOf = (text: string) => digestOf(`${code} ${text}`)
  return load => {
    if (code === undefined) return load()
    const result = withShapes(
      {
        read: text => folder.read(keyOf(text)),
        write: (text, content) => {
          folder.write(keyOf(text), content)
        }
      },
      load
    )
    folder.tidy()
    return result
  }
}
