/** Checks the field types of tables and structures and the label lengths of data elements. */
import { Objects } from '@abaplint/core'
import type { IObject } from '@abaplint/core'
import type { FileMessage, FileRange } from '../../types.ts'
import { firstLine } from '../ranges.ts'
import type { Repository } from '../repository.ts'

const RULE = 'check_ddic'
/** Kind of a table field's type → object types that can define it, and its name in messages. */
const KINDS: Readonly<
  Record<string, { readonly types: readonly string[]; readonly label: string }>
> = {
  E: { types: ['DTEL'], label: 'data element' },
  S: { types: ['TABL', 'VIEW', 'DDLS'], label: 'structure' },
  L: { types: ['TTYP'], label: 'table type' }
}

/** Fields and includes of a table or structure whose type does not exist, each at its own place. */
export function checkTable(repository: Repository, object: IObject): FileMessage[] {
  if (!(object instanceof Objects.Table)) return []
  const file = object.getXMLFile()?.getFilename()
  if (file === undefined) return []
  const text = repository.text(file) ?? ''
  const messages: FileMessage[] = []
  for (const field of object.getFields() ?? []) {
    const included = field.FIELDNAME.startsWith('.INCLU')
    const kind = KINDS[included ? 'S' : (field.COMPTYPE ?? '')]
    const name = included ? field.PRECFIELD : field.ROLLNAME
    if (
      kind === undefined ||
      name === undefined ||
      name === '' ||
      kind.types.some(type => repository.registry.getObject(type, name) !== undefined)
    ) {
      continue
    }
    const subject = included ? '' : `Field "${field.FIELDNAME}": `
    messages.push({
      ...placeOfField(file, text, field.FIELDNAME, name),
      severity: 'E',
      rule: RULE,
      text: `${subject}the ${kind.label} "${name}" does not exist.`
    })
  }
  return messages
}

/**
 * Texts of a data element with the field of the length that is reserved for them and for their
 * translations.
 */
const LABELS = [
  ['SCRTEXT_S', 'SCRLEN1'],
  ['SCRTEXT_M', 'SCRLEN2'],
  ['SCRTEXT_L', 'SCRLEN3'],
  ['REPTEXT', 'HEADLEN']
] as const

/** Labels longer than their reserved length: they can be saved but not activated. */
export function checkLabels(repository: Repository, object: IObject): FileMessage[] {
  if (!(object instanceof Objects.DataElement)) return []
  const file = object.getXMLFile()?.getFilename()
  const text = file === undefined ? '' : (repository.text(file) ?? '')
  const valueOf = (field: string) =>
    new RegExp(`<${field}>([^<]*)</${field}>`).exec(text)?.[1]?.replace(/&[^;]+;/g, '_') ?? ''
  return LABELS.flatMap(([field, reserved]): FileMessage[] => {
    const [length, most] = [valueOf(field).length, valueOf(reserved)]
    if (file === undefined || most === '' || length <= Number(most)) return []
    return [
      {
        ...placeOfField(file, text, field, valueOf(field)),
        severity: 'E',
        rule: RULE,
        text: `The length of the field label (${length}) exceeds the length ${Number(most)} that is reserved for it.`
      }
    ]
  })
}

function placeOfField(file: string, text: string, field: string, name: string): FileRange {
  const start = text.indexOf(`<FIELDNAME>${field}</FIELDNAME>`)
  const offset = text.indexOf(`>${name}<`, Math.max(0, start))
  return offset < 0 ? firstLine(file) : placeOf(file, text, offset + 1, name.length)
}

/** Where the XML of a dictionary object contains the name; its first line otherwise. */
export function placeOfName(file: string, text: string, name: string): FileRange {
  const offset = text.toUpperCase().indexOf(`>${name.toUpperCase()}<`)
  return offset < 0 ? firstLine(file) : placeOf(file, text, offset + 1, name.length)
}

function placeOf(file: string, text: string, offset: number, length: number): FileRange {
  const before = text.slice(0, offset).split('\n')
  const column = before.at(-1)?.length ?? 0
  return {
    file,
    startRow: before.length,
    startColumn: column,
    endRow: before.length,
    endColumn: column + length
  }
}
