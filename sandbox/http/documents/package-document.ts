/** The document of a package. */
import type { ObjectInfo, Store } from '../../types.ts'
import { isoTime } from '../times.ts'
import { objectUri } from '../uris.ts'
import { declare, document, element } from '../xml.ts'
import type { Attributes } from '../xml.ts'

const valueHelps = 'application/vnd.sap.adt.nameditems.v1+xml'

function referenceTo({ key, description }: ObjectInfo): Attributes {
  return {
    'adtcore:uri': objectUri(key),
    'adtcore:type': 'DEVC/K',
    'adtcore:name': key.name,
    'adtcore:description': description
  }
}

interface PackageContext {
  readonly store: Store
  readonly systemId: string
  /** Of the log-on. */
  readonly language: string
}

function common(info: ObjectInfo, { systemId, language }: PackageContext): Attributes {
  return {
    'adtcore:responsible': info.responsible,
    'adtcore:masterLanguage': info.language,
    'adtcore:masterSystem': info.original ?? systemId,
    'adtcore:abapLanguageVersion': 'standard',
    'adtcore:name': info.key.name,
    'adtcore:type': 'DEVC/K',
    'adtcore:changedAt': isoTime(info.changedAt),
    'adtcore:version': 'active',
    'adtcore:createdAt': isoTime(info.createdAt),
    'adtcore:changedBy': info.changedBy,
    'adtcore:createdBy': info.createdBy,
    'adtcore:description': info.description,
    'adtcore:descriptionTextLimit': 60,
    'adtcore:language': language
  }
}

function named(name: string, value: string, description: string): string {
  return element(name, {
    'pak:name': value,
    'pak:description': description,
    'pak:isVisible': true,
    'pak:isEditable': false
  })
}

function valueHelpLink(kind: string, title: string): string {
  return element('atom:link', {
    ...declare('atom'),
    href: `/sap/bc/adt/packages/valuehelps/${kind}`,
    rel: kind,
    type: valueHelps,
    title
  })
}

function packageAttributes({ attributes }: ObjectInfo): string {
  const { packageType = 'development', recordChanges } = attributes
  return element('pak:attributes', {
    'pak:packageType': packageType,
    'pak:isPackageTypeEditable': false,
    'pak:isAddingObjectsAllowed': packageType !== 'structure',
    'pak:isAddingObjectsAllowedEditable': false,
    'pak:isEncapsulated': false,
    'pak:isEncapsulationEditable': false,
    'pak:recordChanges': recordChanges === 'true',
    'pak:isRecordChangesEditable': false,
    'pak:isSwitchVisible': false
  })
}

/** A package as a document. */
export function packageDocument(info: ObjectInfo, context: PackageContext): string {
  const { store } = context
  const { softwareComponent = '', transportLayer = '', applicationComponent = '' } = info.attributes
  const parent = info.package === '' ? undefined : store.get({ type: 'DEVC', name: info.package })
  return document(
    element('pak:package', { ...declare('pak', 'adtcore'), ...common(info, context) }, [
      valueHelpLink('applicationcomponents', 'Application Components Value Help'),
      valueHelpLink('softwarecomponents', 'Software Components Value Help'),
      valueHelpLink('transportlayers', 'Transport Layers Value Help'),
      packageAttributes(info),
      element('pak:superPackage', parent === undefined ? {} : referenceTo(parent)),
      applicationComponent === ''
        ? named('pak:applicationComponent', '-', 'No application component assigned')
        : named('pak:applicationComponent', applicationComponent, ''),
      element('pak:transport', {}, [
        named('pak:softwareComponent', softwareComponent, ''),
        named('pak:transportLayer', transportLayer, '')
      ]),
      element('pak:useAccesses', { 'pak:isVisible': false }),
      element('pak:packageInterfaces', { 'pak:isVisible': false }),
      element(
        'pak:subPackages',
        {},
        store.subPackages(info.key.name).map(each => element('pak:packageRef', referenceTo(each)))
      )
    ])
  )
}
