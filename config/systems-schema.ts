/** The JSON Schema of a systems file, which editors use; it follows from the table of settings. */
import { systemNamePattern, systemRoles, systemTitlePattern } from './landscape.ts'
import { setting, settings, systemSettingNames } from './settings.ts'
import type { Setting, SettingName } from './settings.ts'

type Schema = Readonly<Record<string, unknown>>

/** What a member needs beside it, and what excludes it, as the rules between settings say. */
const between: readonly Schema[] = [
  {
    oneOf: [
      { required: ['user'], ...anyOf('password') },
      { required: ['cookieFile'] },
      anyOf('cookieString'),
      { required: ['clientCert'] },
      { required: ['ticketCommand'] },
      { required: ['browserLogon'], properties: { browserLogon: { const: true } } },
      { required: ['serviceKey'] },
      { required: ['destination'] },
      { required: ['ppCaKey', 'ppCaCert'] }
    ]
  },
  { not: { required: ['allowedOps', 'disallowedOps'] } },
  {
    not: {
      required: ['enableTransports', 'featureTransport'],
      properties: { enableTransports: { const: true }, featureTransport: { const: 'off' } }
    }
  },
  {
    if: {
      anyOf: ['ppCaKey', 'clientCert', 'ticketCommand', 'serviceKey'].map(name => ({
        required: [name]
      }))
    },
    then: { properties: { url: { pattern: '^https:' } } }
  },
  {
    if: { required: ['browserLogon'], properties: { browserLogon: { const: true } } },
    then: {
      properties: {
        url: { pattern: '^(?:https:|http://(?:localhost|127\\.0\\.0\\.1|\\[::1\\]))' }
      }
    }
  }
]
/** Members that mean nothing alone. */
const together: Schema = {
  user: anyOf('password'),
  password: ['user'],
  passwordFile: ['user'],
  clientKey: ['clientCert'],
  ppCaKey: ['ppCaCert'],
  ppCaCert: ['ppCaKey']
}

/** Members take JSON values here; the reader takes the texts of flags and variables besides. */
export function systemsFileSchema(): Schema {
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'Systems file of erp-bridge',
    description: 'The ERP systems of one bridge: erp-bridge --systems-file FILE',
    type: 'object',
    required: ['systems'],
    additionalProperties: false,
    properties: {
      $schema: { type: 'string', description: 'The place of this schema, for editors' },
      default: {
        type: 'string',
        pattern: systemNamePattern,
        description: 'The system that /mcp serves; needed with more than one system'
      },
      systems: {
        type: 'object',
        description: 'The systems by name; /mcp/NAME serves one',
        minProperties: 1,
        propertyNames: { pattern: systemNamePattern },
        additionalProperties: { $ref: '#/definitions/system' }
      }
    },
    if: { properties: { systems: { minProperties: 2 } } },
    then: { required: ['default'] },
    definitions: { system: systemSchema(), variable: variableSchema() }
  }
}

function systemSchema(): Schema {
  return {
    type: 'object',
    oneOf: [{ required: ['url'] }, { required: ['destination'] }],
    additionalProperties: false,
    properties: {
      title: {
        type: 'string',
        pattern: systemTitlePattern,
        description: 'Shown to agents and on the status page'
      },
      role: {
        type: 'string',
        enum: systemRoles,
        description: 'test and production are read-only unless readOnly is false'
      },
      ...Object.fromEntries(systemSettingNames.flatMap(membersOf))
    },
    dependencies: together,
    allOf: [...between, ...systemSettingNames.filter(isSecret).map(oneForm)]
  }
}

function variableSchema(): Schema {
  return {
    type: 'object',
    required: ['env'],
    additionalProperties: false,
    properties: {
      env: { type: 'string', minLength: 1, description: 'The environment variable with the secret' }
    }
  }
}

/** A setting as a member; a secret stands in a variable or in a file. */
function membersOf(name: SettingName): [string, Schema][] {
  const row = setting(name)
  const description = describe(row)
  if (!isSecret(name)) return [[name, { ...valueSchema(name), description }]]
  return [
    [name, { allOf: [{ $ref: '#/definitions/variable' }], description }],
    [`${name}File`, { type: 'string', pattern: '\\S', description: `${description}: its file` }]
  ]
}

function describe({ description, mistake }: Setting): string {
  return mistake === undefined ? description : `${description}. Give ${mistake}`
}

/** The keywords of JSON Schema of a row, without the annotations of the table. */
function valueSchema(name: SettingName): Schema {
  const keywords = ['type', 'enum', 'pattern', 'minimum', 'maximum', 'minItems', 'items', 'default']
  const row: Schema = structuredClone(settings.properties[name])
  const kept = keywords.filter(keyword => row[keyword] !== undefined)
  const schema = Object.fromEntries(kept.map(keyword => [keyword, row[keyword]]))
  const isText = row['type'] === 'string' && row['pattern'] === undefined
  return isText && row['enum'] === undefined ? { ...schema, pattern: '\\S' } : schema
}

/** The secret in either of its forms. */
function anyOf(secret: SettingName): { readonly anyOf: readonly Schema[] } {
  return { anyOf: [{ required: [secret] }, { required: [`${secret}File`] }] }
}

/** A secret that is given in both forms stops the start of its system. */
function oneForm(secret: SettingName): Schema {
  return { not: { required: [secret, `${secret}File`] } }
}

function isSecret(name: SettingName): boolean {
  return setting(name).writeOnly === true
}
