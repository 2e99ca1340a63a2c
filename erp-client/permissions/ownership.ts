/** Whose object it is: by its original system, its name and what the ERP says at its lock. */
import type { ErpReader } from '../erp.ts'
import type { ObjectRef } from '../objects.ts'
import { readSystemId } from '../adt/system.ts'

/**
 * Why a change of an object is more than development of one's own.
 * - `repair`: the object is developed in another system;
 * - `modification`: it is SAP's or a partner's, or the modification assistant keeps it;
 * - `generated`: a generator overwrites it.
 */
export interface ForeignObject {
  readonly kind: 'repair' | 'modification' | 'generated'
  /** A part of a sentence with the object as its subject. */
  readonly why: string
}

/** In place of the original system of an object that this client has created a moment ago. */
export const developedHere = 'created here'

export interface OwnershipFacts {
  /** The system where the object is developed, `masterSystem` of its document. */
  readonly original?: string | undefined
  /** `MODIFICATION_SUPPORT` of the answer to its lock. */
  readonly support?: string | undefined
  /** The transport request that records the object here. */
  readonly transport?: string | undefined
  readonly source?: string | undefined
}

/**
 * Values that objects of one's own have. `ModificationsLoggedOnly` is recorded for programs that
 * belong to a request of their own system, too, so that it proves nothing.
 */
const ordinarySupport: ReadonlySet<string> = new Set([
  '',
  'nomodification',
  'modificationsloggedonly',
  'true',
  'x'
])

/** Names that the ERP reserves for customers, with the prefixes that it puts before some of them. */
const customerName =
  /^(?:[YZ$]|E[YZ]|[HM]_[YZ]|L[YZ]|SAPL[YZ]|SAPM[YZ]|SAPD[YZ]|SAPF[YZ]|M[YZ]P|CI_|_[YZ])/

/** Generators of the ERP write one of these lines into the head of their classes. */
const generatedMark =
  /^[*"].*(?:never modify this class|generated (?:code|object|class)[^\n]*do not (?:modify|change|edit)|this (?:class|program|include) (?:has been|is|was) generated)/im
const headCharacters = 4_000

/** Undefined for an object of one's own. The system is asked for its id only where that decides. */
export async function foreignObject(
  erp: ErpReader,
  ref: ObjectRef,
  facts: OwnershipFacts
): Promise<ForeignObject | undefined> {
  return (
    (await foreignOrigin(erp, ref, facts)) ?? assisted(facts.support) ?? generated(facts.source)
  )
}

async function foreignOrigin(
  erp: ErpReader,
  ref: ObjectRef,
  { original = '', transport }: OwnershipFacts
): Promise<ForeignObject | undefined> {
  if (original === developedHere) return undefined
  const system = original.toUpperCase()
  if (system === '') return byName(ref)
  if (system === 'SAP') return { kind: 'modification', why: 'is delivered by SAP' }
  // A modifiable request that records it has the id of this system in its number.
  if (transport?.toUpperCase().startsWith(`${system}K`) === true) return undefined
  const own = await readSystemId(erp)
  if (own === undefined) return byName(ref)
  return own === system
    ? undefined
    : {
        kind: 'repair',
        why: `has the original system ${system}, and this is ${own}`
      }
}

/** What the name says alone, where the ERP does not say more. */
function byName({ name, group }: ObjectRef): ForeignObject | undefined {
  const decisive = (group ?? name).toUpperCase()
  const [, namespace] = /^[A-Z]{0,5}(\/\w+\/)/.exec(decisive) ?? []
  if (namespace !== undefined) {
    return {
      kind: 'modification',
      why: `is in the namespace ${namespace}, and the ERP does not say that it is developed here`
    }
  }
  return customerName.test(decisive)
    ? undefined
    : { kind: 'modification', why: 'has a name that is reserved for SAP' }
}

function assisted(support = ''): ForeignObject | undefined {
  return ordinarySupport.has(support.toLowerCase())
    ? undefined
    : {
        kind: 'modification',
        why: `is under the modification assistant (${support.slice(0, 40)})`
      }
}

function generated(source: string | undefined): ForeignObject | undefined {
  if (source === undefined || !isGenerated(source)) return undefined
  return { kind: 'generated', why: 'is generated, as the head of its source says' }
}

/** Whether the head of a source says that a generator overwrites it. */
export function isGenerated(source: string): boolean {
  return generatedMark.test(source.slice(0, headCharacters))
}
