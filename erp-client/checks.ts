import type { Finding } from './activation.ts'
import type { ErpReader } from './erp.ts'
import type { ObjectRef } from './objects.ts'
import type { VersionWish } from './source.ts'
import { unbuilt } from './unbuilt.ts'

export const checkSyntax: (erp: ErpReader, args: { ref: ObjectRef, part?: string | undefined, source?: string | undefined, version?: VersionWish | undefined }, signal?: AbortSignal) => Promise<{ processed: boolean, findings: Finding[] }> = unbuilt
