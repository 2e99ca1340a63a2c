/** What the state keeps of an object that both sides have in common. */
import type { Comparing } from './comparing.ts'
import type { Entry, Texts } from './entry.ts'
import { partFile } from './layout/index.ts'
import { keyOfObject } from './state.ts'
import type { KnownObject } from './state.ts'

/** Notes that both sides have these texts. */
export async function noteCommon(
  { store, state }: Comparing,
  entry: Entry,
  texts: Texts
): Promise<void> {
  const { ref, package: name, object, known } = entry
  const key = keyOfObject(ref)
  if (texts.size === 0) {
    state.objects.delete(key)
    return
  }
  const files: Record<string, string> = {}
  for (const [path, text] of [...texts].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    files[path] = await store.keep(text)
  }
  const folder = Object.keys(files)[0]?.replace(/[^/]*$/, '') ?? ''
  const open =
    object === undefined
      ? known?.open
      : Object.entries(object.content.sources)
          .filter(([, text]) => !text.endsWith('\n'))
          .map(([part]) => `${folder}${partFile(ref, part)}`)
  const next: KnownObject = {
    type: ref.type,
    name: ref.name,
    package: name ?? '',
    files,
    stamp: entry.stamp,
    listed: object?.isFresh === true ? undefined : entry.listedStamp,
    ...(open === undefined || open.length === 0 ? {} : { open })
  }
  state.objects.set(key, next)
}
