/** What a start and `doctor` check of a log-on before the first call uses it. */
export { checkLogon } from '../adt/check-logon.ts'
export { checkClientCertificate } from '../pki/certificate-files.ts'
export { checkTicketCommand } from './ticket-command.ts'
