/**
 * The service key of a communication arrangement, with the password of its communication user. Form:
 * SAP/jenkins-library pkg/abaputils/abaputils.go, made with `{"scenario_id": …, "type": "basic"}`.
 */
import { isRecord } from '../config/json-text.ts'
import { textOf } from './client-credentials.ts'
import { fault, keyAt } from './service-key.ts'

export interface CommunicationKey {
  /** Origin of the system. */
  readonly url: string
  readonly user: string
  readonly password: string
}

const remedy =
  'Create a service key with the parameters {"scenario_id": "SAP_COM_0901", "type": "basic"} (SAP_COM_0735 for unit tests), and give its file.'

/** @throws ErpError ERP_LOGON_FAILED that says what is wrong with the file, without its content */
export function readCommunicationKey(path: string): CommunicationKey {
  const key = keyAt(path)
  const { abap } = key
  const [user, password] = isRecord(abap)
    ? [textOf(abap, 'username'), textOf(abap, 'password')]
    : []
  if (user === undefined || password === undefined) {
    throw fault(
      isRecord(key['uaa'])
        ? `is one for business users, whose token a browser gets: ${path}`
        : `has no user and password of a communication user (abap.username, abap.password): ${path}`,
      remedy
    )
  }
  const address = textOf(key, 'url')
  const url = address === undefined ? null : URL.parse(address)
  if (url?.protocol !== 'https:' || url.username !== '') {
    throw fault(`names no address of the system with https (url): ${path}`, remedy)
  }
  return { url: url.origin, user, password }
}
