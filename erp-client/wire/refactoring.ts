/** Documents of refactorings: rename, extraction of a method, change of package. */
import { ErpError } from '../errors.ts'
import { refOfUri } from '../objects.ts'
import type { ObjectRef } from '../objects.ts'
import { rangeOf } from './places.ts'
import type { TextRange } from './places.ts'
import { attribute, child, children, escapeXml, parseXml, rawText, textOf, xmlHead } from './xml.ts'
import type { XmlElement } from './xml.ts'

export interface TextEdit extends TextRange {
  readonly before: string
  readonly after: string
}

export interface TouchedObject {
  /** Undefined for a URI of an unknown object. */
  readonly ref: ObjectRef | undefined
  readonly uri: string
  readonly name: string
  readonly package?: string | undefined
  readonly edits: readonly TextEdit[]
}

/** Text changes that the ERP has planned; the document executes them. */
export interface RefactoringPlan {
  readonly touched: readonly TouchedObject[]
  readonly document: string
}

export interface RenamePlan extends RefactoringPlan {
  readonly oldName: string
  readonly newName: string
  readonly title: string
}

/** A method that the ERP proposes for statements. */
export interface ExtractionProposal {
  readonly document: string
  readonly parameters: readonly string[]
}

function touched(element: XmlElement): TouchedObject {
  const uri = attribute(element, 'uri') ?? ''
  const ref = refOfUri(uri) ?? refOfUri(attribute(element, 'parentUri') ?? '')
  return {
    ref,
    uri,
    name: attribute(element, 'name') ?? '',
    package: attribute(element, 'packageName'),
    edits: children(element, 'textReplaceDeltas', 'textReplaceDelta').flatMap(each => {
      const range = rangeOf(`#${textOf(each, 'rangeFragment')}`)
      return range === undefined
        ? []
        : [
            {
              ...range,
              before: rawText(child(each, 'contentOld')),
              after: rawText(child(each, 'contentNew'))
            }
          ]
    })
  }
}

function touchedIn(generic: XmlElement | undefined): TouchedObject[] {
  return children(generic, 'affectedObjects', 'affectedObject').map(touched)
}

/** The changes of a previewed refactoring. @throws ErpError ERP_BAD_ANSWER */
export function readChanges(xml: string): RefactoringPlan {
  const { root, element } = parseXml(xml, ['genericRefactoring', 'extractMethodRefactoring'])
  const generic = root === 'genericRefactoring' ? element : child(element, 'genericRefactoring')
  return { touched: touchedIn(generic), document: xml }
}

/** The method that an evaluation proposes. @throws ErpError ERP_BAD_ANSWER */
export function readExtraction(xml: string): ExtractionProposal {
  const { element } = parseXml(xml, ['extractMethodRefactoring'])
  return {
    document: xml,
    parameters: children(element, 'parameters', 'parameter').map(
      each => `${textOf(each, 'direction')} ${textOf(each, 'name')} ${textOf(each, 'type')}`
    )
  }
}

/**
 * The proposal with the name and the visibility that were chosen.
 * @throws ErpError ERP_BAD_ANSWER where it has no place for them
 */
export function extractionAs(document: string, name: string, visibility: string): string {
  // The parameters have names of their own: the first element of the document is that of the method.
  const filled = [
    ['name', name],
    ['visibility', visibility]
  ].reduce((text, [element = '', value = '']) => {
    const pattern = new RegExp(
      `<((?:[\\w.-]+:)?${element})(?:\\s*/>|>[^<]*</(?:[\\w.-]+:)?${element}>)`
    )
    return text.replace(pattern, (_all, own: string) => `<${own}>${escapeXml(value)}</${own}>`)
  }, document)
  const [named] = /<(?:[\w.-]+:)?name>([^<]*)</.exec(filled)?.slice(1) ?? []
  if (named === escapeXml(name)) return filled
  throw new ErpError(
    'ERP_BAD_ANSWER',
    'The ERP evaluated an extraction without a place for the name'
  )
}

/** The changes of a rename. @throws ErpError ERP_BAD_ANSWER */
export function readRename(xml: string): RenamePlan {
  const { element } = parseXml(xml, ['renameRefactoring'])
  const generic = child(element, 'genericRefactoring')
  return {
    oldName: textOf(element, 'oldName'),
    newName: textOf(element, 'newName'),
    title: textOf(generic, 'title'),
    // Some systems leave the wrapper out.
    touched: touchedIn(generic ?? element),
    document: xml
  }
}

/** Some systems evaluate without an element for the new name, or with an empty one. */
function withNewName(document: string, name: string): string {
  const element = /<((?:[\w.-]+:)?newName)(?:\s*\/>|>[^<]*<\/\1>)/
  if (element.test(document)) {
    return document.replace(element, (_all, own: string) => `<${own}>${name}</${own}>`)
  }
  return document.replace(
    /<((?:[\w.-]+:)?)oldName>[^<]*<\/\1oldName>/,
    (old, prefix: string) => `${old}<${prefix}newName>${name}</${prefix}newName>`
  )
}

/** The evaluated document with the new name, also in every place. */
export function renameTo(document: string, oldName: string, newName: string): string {
  const name = escapeXml(newName)
  const filled = withNewName(document, name).replaceAll(
    /(<(?:[\w.-]+:)?contentOld>)([^<]*)(<\/(?:[\w.-]+:)?contentOld>\s*<(?:[\w.-]+:)?contentNew)(?:\/>|>[^<]*(<\/(?:[\w.-]+:)?contentNew>))/g,
    (...[, open = '', before = '', middle = '', close]: (string | undefined)[]) => {
      const end = close ?? middle.replace(/^[\s\S]*<((?:[\w.-]+:)?contentNew)$/, '</$1>')
      const after = before.toLowerCase() === escapeXml(oldName).toLowerCase() ? name : before
      return `${open}${before}${middle}>${after}${end}`
    }
  )
  if (!new RegExp(`newName>${name.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')}<`).test(filled)) {
    throw new ErpError(
      'ERP_BAD_ANSWER',
      'The ERP evaluated a rename without a place for the new name'
    )
  }
  return filled
}

/**
 * The inner document with the transport request, which the ERP executes.
 * @throws ErpError ERP_BAD_ANSWER
 */
export function unwrapped(document: string, transport: string | undefined): string {
  const [all] =
    /<([\w.-]+:)?genericRefactoring[\s>][\s\S]*<\/(?:[\w.-]+:)?genericRefactoring\s*>/.exec(
      document
    ) ?? []
  if (all === undefined) {
    throw new ErpError('ERP_BAD_ANSWER', 'The answer of the ERP has no refactoring in it')
  }
  const namespaces = [...document.matchAll(/\sxmlns:([\w.-]+)="[^"]*"/g)]
    .filter(([text]) => !all.includes(text.trim()))
    .map(([text]) => text)
  const own = all.replace(/^(<[\w.:-]+)/, `$1${[...new Set(namespaces)].join('')}`)
  const filled =
    transport === undefined
      ? own
      : own.replace(
          /<((?:[\w.-]+:)?transport)(?:\/>|>[^<]*<\/(?:[\w.-]+:)?transport>)/,
          (_all, name: string) => `<${name}>${escapeXml(transport)}</${name}>`
        )
  return xmlHead + filled
}

const prefixes =
  'xmlns:changepackage="http://www.sap.com/adt/refactoring/changepackagerefactoring" xmlns:generic="http://www.sap.com/adt/refactoring/genericrefactoring" xmlns:adtcore="http://www.sap.com/adt/core"'

export interface PackageMove {
  readonly ref: ObjectRef
  readonly uri: string
  readonly adtType: string
  readonly from: string
  readonly to: string
  readonly transport: string | undefined
}

export function changePackageBody({
  ref,
  uri,
  adtType,
  from,
  to,
  transport = ''
}: PackageMove): string {
  return (
    `${xmlHead}<changepackage:changePackageRefactoring ${prefixes}><changepackage:oldPackage>${escapeXml(from)}</changepackage:oldPackage><changepackage:newPackage>${escapeXml(to)}</changepackage:newPackage>` +
    `<generic:genericRefactoring><generic:title>Change Package</generic:title><generic:adtObjectUri>${escapeXml(uri)}</generic:adtObjectUri><generic:affectedObjects>` +
    `<generic:affectedObject adtcore:uri="${escapeXml(uri)}" adtcore:type="${escapeXml(adtType)}" adtcore:name="${escapeXml(ref.name)}" adtcore:packageName="${escapeXml(from)}"><generic:userContent/><generic:changePackageDelta><generic:newPackage>${escapeXml(to)}</generic:newPackage></generic:changePackageDelta></generic:affectedObject>` +
    `</generic:affectedObjects><generic:transport>${escapeXml(transport)}</generic:transport><generic:ignoreSyntaxErrorsAllowed>true</generic:ignoreSyntaxErrorsAllowed><generic:ignoreSyntaxErrors>false</generic:ignoreSyntaxErrors><generic:userContent/></generic:genericRefactoring><changepackage:userContent/></changepackage:changePackageRefactoring>`
  )
}
