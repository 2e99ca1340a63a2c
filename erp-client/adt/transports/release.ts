/** Releases transport requests and tasks. */
import type { ErpWriter } from '../../erp.ts'
import { longTimeoutMs } from '../../request.ts'
import { readRelease, releaseQuestions, resumeBody } from '../../wire/transports/release.ts'
import type { ReleaseQuestion, ReleaseReport } from '../../wire/transports/release.ts'
import { ask, organizer, pathOf } from './request.ts'

/**
 * Releases one request or task; the report names what blocks it. A release cannot be undone. The ERP
 * may interrupt it with a question: what `ignore` names is answered, and the release goes on.
 */
export async function releaseTransport(
  erp: ErpWriter,
  { number, ignore = [] }: { number: string; ignore?: readonly ReleaseQuestion[] | undefined },
  signal?: AbortSignal
): Promise<ReleaseReport> {
  const path = pathOf(number)
  const send = async (action: string, body?: string) => {
    const answer = await ask(
      erp,
      {
        operation: 'transport.release',
        subject: { refs: [], transport: number },
        effect: 'change',
        method: 'POST',
        path: `${path}/${action}`,
        accept: organizer,
        timeoutMs: longTimeoutMs,
        ...(body === undefined ? {} : { contentType: 'text/plain', body })
      },
      signal
    )
    return readRelease(answer.text)
  }
  let report = await send('newreleasejobs')
  const left = new Set(ignore)
  // Each question is answered once: one that comes back was not accepted.
  while (report.question !== undefined && left.delete(report.question)) {
    report = await send(releaseQuestions[report.question], resumeBody(number, report))
  }
  return report
}
