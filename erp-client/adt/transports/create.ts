/** Creates transport requests. */
import { base, organizer, missing, ask } from './request.ts'
import { asxDocument, escapeXml } from '../../wire/xml.ts'
import { newTransportBody, readClassicNumber, readNewTransport } from '../../wire/transports.ts'
import type { ErpWriter } from '../../erp.ts'
import { ErpError, isErpError } from '../../errors.ts'

export interface CreateTransportRequestArgs {
  readonly type: string
  readonly description: string
  /** Empty: the target of the package's transport layer. */
  readonly target: string
  /** The classic service of old releases derives the target from the package. */
  readonly package?: string | undefined
  readonly owner: string
}

/**
 * Creates a request with one task. Old releases have the classic service only, which creates
 * workbench requests with the target of the package.
 *
 * @throws ErpError ERP_UNSUPPORTED for other requests of the classic service, ERP_BAD_REQUEST for
 * an unknown target
 */
export async function createTransportRequest(
  erp: ErpWriter,
  args: CreateTransportRequestArgs,
  signal?: AbortSignal
): Promise<{ number: string; tasks: string[] }> {
  const { type, description, target, owner } = args
  try {
    const answer = await ask(
      erp,
      {
        operation: 'transport.create',
        effect: 'change',
        method: 'POST',
        path: base,
        contentType: 'text/plain',
        accept: organizer,
        body: newTransportBody({ type, description, target, owners: [owner] })
      },
      signal
    )
    return readNewTransport(answer.text)
  } catch (error) {
    const unknown =
      isErpError(error, ...missing) ||
      (isErpError(error, 'ERP_BAD_REQUEST') && /user action/i.test(error.message))
    if (!unknown) throw error
    if (type !== 'K' || target !== '') {
      throw new ErpError(
        'ERP_UNSUPPORTED',
        'This release creates workbench requests only, with the target of their package',
        {
          outcome: 'failed',
          remedy: 'Leave requestType and target out and name a package.',
          cause: error
        }
      )
    }
    return await createClassic(erp, args, { cause: error, signal })
  }
}

async function createClassic(
  erp: ErpWriter,
  { description, package: packageName = '' }: CreateTransportRequestArgs,
  { cause, signal }: { cause: ErpError; signal: AbortSignal | undefined }
): Promise<{ number: string; tasks: string[] }> {
  if (packageName === '') {
    throw new ErpError('ERP_UNSUPPORTED', 'This release creates requests for a package', {
      outcome: 'failed',
      remedy: 'Name the package whose objects the request is for.',
      cause
    })
  }
  const body = asxDocument(
    `<DEVCLASS>${escapeXml(packageName)}</DEVCLASS><REQUEST_TEXT>${escapeXml(description)}</REQUEST_TEXT><REF/><OPERATION>I</OPERATION>`
  )
  const { text } = await ask(
    erp,
    {
      operation: 'transport.create',
      effect: 'change',
      method: 'POST',
      path: '/sap/bc/adt/cts/transports',
      contentType:
        'application/vnd.sap.as+xml; charset=UTF-8; dataname=com.sap.adt.CreateCorrectionRequest',
      accept: 'text/plain',
      body
    },
    signal
  )
  return { number: readClassicNumber(text), tasks: [] }
}
