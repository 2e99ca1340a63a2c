/** Elementary values of simple transformations: mappings, lengths and formats. */
import type { ValueForm } from '../../../../grammar/transformations/model.ts'
import type { AbapValue } from '../../values.ts'
import { setFromText, textOf } from '../asxml/elementary.ts'
import { kindOf, TransformationFault } from '../asxml/kinds.ts'
import type { Kind } from '../asxml/kinds.ts'
import { equals, literalValue } from './literals.ts'
import { formattedText, valueOfFormat } from './formats.ts'

type Unsupported = (what: string) => never
const NO_HANDLING: ReadonlySet<string> = new Set()

/** Errors of values name the direction of a simple transformation. */
function translated<T>(direction: 'SERIALIZATION' | 'DESERIALIZATION', convert: () => T): T {
  try {
    return convert()
  } catch (error) {
    if (!(error instanceof TransformationFault)) throw error
    throw new TransformationFault(`CX_ST_${direction}_ERROR`, error.message, error.previous)
  }
}

function elementary(value: AbapValue): Kind {
  const kind = kindOf(value)
  if (kind === undefined || kind === 'Structure' || kind === 'Table') {
    throw new TransformationFault('CX_ST_REF_ACCESS', 'The node is not elementary')
  }
  return kind
}

const hasLength = (kind: Kind): boolean => kind === 'Character' || kind === 'String'

function refuseBytes(kind: Kind, form: ValueForm, unsupported: Unsupported): void {
  const limited = form.minLength !== undefined || form.maxLength !== undefined
  if (limited && (kind === 'Hex' || kind === 'XString')) {
    unsupported('lengths of byte strings in simple transformations')
  }
}

/** The text of a value. */
export function valueText(value: AbapValue, form: ValueForm, unsupported: Unsupported): string {
  const kind = elementary(value)
  refuseBytes(kind, form, unsupported)
  const rule = form.map.find(each => each.serializes && each.values.some(one => equals(value, one)))
  const text = rule?.texts[0] ?? plainText(kind, value, { form, unsupported })
  if (!hasLength(kind)) return text
  if (form.maxLength !== undefined && text.length > form.maxLength) {
    throw tooLong('SERIALIZATION', text)
  }
  return text.padEnd(form.minLength ?? 0)
}

function plainText(
  kind: Kind,
  value: AbapValue,
  { form, unsupported }: { form: ValueForm; unsupported: Unsupported }
): string {
  return translated('SERIALIZATION', () => {
    const text =
      form.format === undefined
        ? textOf(kind, value, NO_HANDLING)
        : formattedText(kind, value, form, unsupported)
    return text ?? unsupported('this value in a simple transformation')
  })
}

function tooLong(
  direction: 'SERIALIZATION' | 'DESERIALIZATION',
  text: string
): TransformationFault {
  return new TransformationFault(
    `CX_ST_${direction}_ERROR`,
    `"${text}" is too long`,
    'CX_ST_CONSTRAINT_ERROR'
  )
}

/** Sets a value from its text. */
export function setValue(
  target: AbapValue,
  text: string,
  { form, unsupported }: { form: ValueForm; unsupported: Unsupported }
): void {
  const kind = elementary(target)
  refuseBytes(kind, form, unsupported)
  const rule = form.map.find(each => each.deserializes && each.texts.includes(text))
  const [literal] = rule?.values ?? []
  if (literal !== undefined) {
    if (literal.type === 'INITIAL') target.clear()
    else target.set(literalValue(literal))
    return
  }
  const content = kind === 'Character' ? text.trimEnd() : text
  if (hasLength(kind) && form.maxLength !== undefined && content.length > form.maxLength) {
    throw tooLong('DESERIALIZATION', text)
  }
  if (kind === 'DataReference' || kind === 'ABAPObject') {
    unsupported('reference variables in simple transformations')
  }
  translated('DESERIALIZATION', () => {
    if (form.format !== undefined) valueOfFormat(kind, target, { text, form, unsupported })
    else setFromText(kind, target, { text, handling: NO_HANDLING })
  })
}
