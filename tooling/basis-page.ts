/** The page for the Basis team: prose, and the tables that `erp-bridge basis` prints. */
import { asMarkdown } from '../commands/basis/write.ts'
import { basisContent } from '../commands/basis/content.ts'
import { loadConfig, viewOf } from '../config/config.ts'

/** Settings that permit everything, so that the page has every authorization. */
const everything = [
  '--url',
  'https://erp.example.com',
  '--user',
  '-',
  '--password',
  '-',
  '--enable-transports',
  '--expert',
  'true'
]

export function basisPage(note: string): string {
  const content = basisContent(viewOf(loadConfig(everything, {}).config))
  return `# For the Basis team

${note} (\`erp-client/permissions/authorizations.ts\`, \`tooling/basis-page.ts\`)

What the ABAP system needs before a bridge works on it. The roles were not tried on an SAP system ([Supported systems](status.md)); the sandbox checks them
as its users can have a role. SAP's guide *Configuring the ABAP Back-end for ABAP Development Tools* is authoritative for your release.

The bridge is one more client of the development tools. It installs nothing in the system, and needs no transport, no RFC
destination, no authorization for RFC (\`S_RFC\`) and no transaction (\`S_TCODE\`).

**For your settings:** \`erp-bridge basis\` with the flags or variables of the bridge prints the same for these settings alone: without \`--block-free-sql\` no
table, with \`--read-only\` one role. \`--markdown\` and \`--json\` give it to a ticket or a program. The tables below permit everything; take what you use.

${asMarkdown(content)}

## Roles

- \`SAP_BC_DWB_WBDISPLAY\` and \`SAP_BC_DWB_ABAPDEVELOPER\` are the roles of SAP for reading and for development. Copy one in PFCG and compare it with the tables.
- \`S_ADT_RES\` has one field, \`URI\`, of 40 characters; \`*\` at the end stands for what is below. Each address stands with and without it.
- In \`S_DEVELOP\` restrict the package (DEVCLASS) to those that agents work in, and the object type to what they need. Debugging has the object type \`DEBUG\`: activity 03
  shows values. **Activity 02 changes values of a running program; the bridge never needs it.**
- \`S_TABU_NAM\` (or \`S_TABU_DIS\`) decides which rows an agent can read, whatever the settings of the bridge say. Name no table with personal data or passwords.
- The ERP decides about every request first, and the settings of the bridge only restrict further.
- Use a user of its own of type *System* where all agents share one, and principal propagation where the audit of the ERP is to name
  each developer.

## Log-on

Give the HTTPS port (transaction SMICM) to the bridge. Basic authentication must be among the log-on procedures of \`/sap/bc/adt\`, or the SSL
certificate for a [client certificate](log-on.md#client-certificate) or [principal propagation](principal-propagation.md).

## Tests

1. \`erp-bridge doctor\` with the user: it logs on, asks one reading request for each part of the role, and names what is refused with the tools that need it. What only a
   change shows is listed as not asked. It changes nothing. \`erp-bridge verify\` names each request that this user may not send ([page](verify.md)).
2. A refusal (403) names the authorizations of the request, from the same table. Transaction SU53 of the same user names the missing one; STAUTHTRACE records all checks.
3. \`SM50\` and \`ST03N\` show the load. \`--connections\` limits the requests that run at the same time
   ([operations](operations.md)).

## Where this is known from

| fact | source |
|---|---|
| \`S_ADT_RES\`, field URI, 40 characters; \`S_ABAPDUMP\` from 7.58 | a dated report on the sources of 7.58 and 8.16 in arc-mcp/arc-1; help.sap.com |
| an address with and without \`/*\` | SAP's guide for the deployment of UI5 applications (\`/sap/bc/adt/filestore/ui5-bsp\`) |
| "No authorization to access the resource …" | SAP-samples/abap-platform-rap-workshops, issue 18 |
| "You are not authorized to make changes (authorization object S_DEVELOP)", \`ExceptionResourceNoAuthorization\` | recorded on a cloud trial, fr0ster/mcp-abap-adt-clients \`docs/evidence/2026-08-17-atc-objecttype-confirmed.md\` |
| object type \`DEBUG\`: 03 shows, 02 changes values, 01 system programs | SAP's documentation of \`S_DEVELOP\` |
| activities of \`S_TRANSPRT\`, unit tests with 16 | believed |
`
}
