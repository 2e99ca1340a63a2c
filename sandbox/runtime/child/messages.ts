/** Messages as the texts of exceptions: RAISE EXCEPTION … MESSAGE, THROW … MESSAGE. */
import { currentRuntime } from './abap.ts'
import { isStructure, resolve, scalarOf, typeOf, type AbapStructure } from './values.ts'
import { writeTo } from './texts/write-to.ts'

interface Settable {
  set(value: unknown): unknown
}
interface Types {
  /** Components by their names, the name twice, suffixes, and what is included. */
  readonly Structure: new (
    ...parts: [Readonly<Record<string, Settable>>, string, string, object, object]
  ) => AbapStructure
  readonly Character: new (length: number, more?: object) => Settable
  readonly Numc: new (options: { readonly length: number }) => Settable
}

/** The key of a text whose placeholders are the attributes of IF_T100_DYN_MSG. */
export function key(id: unknown, number: unknown): AbapStructure {
  const { Structure, Character, Numc } = currentRuntime().types as unknown as Types
  const components = {
    msgid: new Character(20, {}),
    msgno: new Numc({ length: 3 }),
    attr1: new Character(255, {}),
    attr2: new Character(255, {}),
    attr3: new Character(255, {}),
    attr4: new Character(255, {})
  }
  components.msgid.set(textOf(id).toUpperCase())
  components.msgno.set(textOf(number))
  components.attr1.set('IF_T100_DYN_MSG~MSGV1')
  components.attr2.set('IF_T100_DYN_MSG~MSGV2')
  components.attr3.set('IF_T100_DYN_MSG~MSGV3')
  components.attr4.set('IF_T100_DYN_MSG~MSGV4')
  return new Structure(components, 'SCX_T100KEY', 'SCX_T100KEY', {}, {})
}

function textOf(value: unknown): string {
  return String(scalarOf(value)).trim()
}

function isNumber(value: unknown): boolean {
  return /^(INT[48]|DEC)$/.test(typeOf(value).type)
}

interface Message {
  readonly key: AbapStructure
  readonly type: unknown
  readonly values: readonly unknown[]
}

/** Sets what the constructor leaves out, for classes whose constructor has no text. */
export function attach(exception: unknown, message: Message): void {
  const attributes = exception as Readonly<Record<string, Settable | undefined>>
  const own = resolve(attributes.if_t100_message$t100key)
  if (isStructure(own) && textOf(own.get().msgid) !== textOf(message.key.get().msgid)) {
    own.set(message.key)
  }
  if (message.type !== undefined) attributes.if_t100_dyn_msg$msgty?.set(textOf(message.type))
  message.values.forEach((value, at) => {
    const attribute = attributes[`if_t100_dyn_msg$msgv${at + 1}`]
    if (attribute === undefined) return
    // numbers are left-justified, as WRITE formats them
    if (isNumber(value)) writeTo(value, attribute, { place: 'left' })
    else attribute.set(value)
  })
}
