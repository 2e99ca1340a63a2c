/** Documented exchanges of published services; every name and value in them is made up. */
import type { Exchange } from './server.ts'

const adt = '/sap/bc/adt'
const core = 'xmlns:adtcore="http://www.sap.com/adt/core"'

export interface Published {
  readonly version: 'V2' | 'V4'
  readonly published?: boolean
  readonly url?: string
  readonly metadata?: Partial<Exchange>
}

export const urls = {
  V2: '/sap/opu/odata/sap/ZDEMO_UI',
  V4: '/sap/opu/odata4/sap/zdemo_ui/srvd/sap/zdemo_srv/0001/'
} as const

const v2 = `<?xml version="1.0" encoding="utf-8"?><edmx:Edmx Version="1.0" xmlns:edmx="http://schemas.microsoft.com/ado/2007/06/edmx" xmlns:m="http://schemas.microsoft.com/ado/2007/08/dataservices/metadata"><edmx:DataServices m:DataServiceVersion="2.0">
<Schema Namespace="ZDEMO_UI" xmlns="http://schemas.microsoft.com/ado/2008/09/edm">
<EntityType Name="DemoType"><Key><PropertyRef Name="DemoId"/></Key><Property Name="DemoId" Type="Edm.String" Nullable="false"/><Property Name="Text" Type="Edm.String"/><NavigationProperty Name="to_Item" Relationship="ZDEMO_UI.assoc_1" FromRole="From_1" ToRole="To_1"/></EntityType>
<EntityType Name="DemoItemType"><Key><PropertyRef Name="DemoId"/><PropertyRef Name="ItemNo"/></Key><Property Name="DemoId" Type="Edm.String"/><Property Name="ItemNo" Type="Edm.String"/><Property Name="Amount" Type="Edm.Decimal"/></EntityType>
<Association Name="assoc_1"><End Type="ZDEMO_UI.DemoType" Multiplicity="1" Role="From_1"/><End Type="ZDEMO_UI.DemoItemType" Multiplicity="*" Role="To_1"/></Association>
<EntityContainer Name="ZDEMO_UI_Entities" m:IsDefaultEntityContainer="true"><EntitySet Name="Demo" EntityType="ZDEMO_UI.DemoType"/><EntitySet Name="DemoItem" EntityType="ZDEMO_UI.DemoItemType"/><FunctionImport Name="Approve" m:HttpMethod="POST"/></EntityContainer>
</Schema></edmx:DataServices></edmx:Edmx>`

const v4 = `<?xml version="1.0" encoding="utf-8"?><edmx:Edmx Version="4.0" xmlns:edmx="http://docs.oasis-open.org/odata/ns/edmx"><edmx:DataServices>
<Schema Namespace="com.demo.v0001" Alias="SAP__self" xmlns="http://docs.oasis-open.org/odata/ns/edm">
<EntityType Name="DemoType"><Key><PropertyRef Name="DemoId"/><PropertyRef Name="IsActiveEntity"/></Key><Property Name="DemoId" Type="Edm.String" Nullable="false"/><Property Name="IsActiveEntity" Type="Edm.Boolean"/><NavigationProperty Name="_Item" Type="Collection(com.demo.v0001.DemoItemType)"/><NavigationProperty Name="SiblingEntity" Type="com.demo.v0001.DemoType"/></EntityType>
<EntityType Name="DemoItemType"><Key><PropertyRef Name="ItemNo"/></Key><Property Name="ItemNo" Type="Edm.String"/></EntityType>
<Action Name="Approve" IsBound="true"><Parameter Name="_it" Type="com.demo.v0001.DemoType"/></Action>
<EntityContainer Name="Container"><EntitySet Name="Demo" EntityType="com.demo.v0001.DemoType"/><EntitySet Name="Item" EntityType="SAP__self.DemoItemType"/></EntityContainer>
</Schema></edmx:DataServices></edmx:Edmx>`

/** A binding with one service, its details, and the metadata document of that service. */
export function publishedService({
  version,
  published = true,
  url = urls[version],
  metadata = {}
}: Published): readonly Exchange[] {
  const kind = `odata${version.toLowerCase()}`
  const services = `<o:services o:repositoryId="" o:serviceId="ZDEMO_UI" o:serviceVersion="0001" o:serviceUrl="${url}" o:annotationUrl="" o:published="true" o:created="true" o:allowedAction="UNPUBLISH"/>`
  const [open, close] =
    version === 'V2'
      ? ['<o:serviceList xmlns:o="http://www.sap.com/categories/odatav2">', '</o:serviceList>']
      : [
          `<o:serviceGroup xmlns:o="http://www.sap.com/categories/odatav4" ${core} o:published="true" adtcore:name="ZDEMO_UI">`,
          '</o:serviceGroup>'
        ]
  return [
    {
      method: 'GET',
      path: `${adt}/businessservices/bindings/zdemo_ui`,
      answer: `<srvb:serviceBinding xmlns:srvb="http://www.sap.com/adt/ddic/ServiceBindings" ${core} adtcore:name="ZDEMO_UI" adtcore:type="SRVB/SVB" adtcore:version="active" srvb:published="${String(published)}"><adtcore:packageRef adtcore:uri="${adt}/packages/%24tmp" adtcore:type="DEVC/K" adtcore:name="$TMP"/><srvb:services srvb:name="ZDEMO_UI"><srvb:content srvb:version="0001" srvb:releaseState="NOT_RELEASED"><srvb:serviceDefinition adtcore:uri="${adt}/ddic/srvd/sources/zdemo_srv" adtcore:type="SRVD/SRV" adtcore:name="ZDEMO_SRV"/></srvb:content></srvb:services><srvb:binding srvb:type="ODATA" srvb:version="${version}" srvb:category="0"><srvb:implementation adtcore:name="ZDEMO_UI"/></srvb:binding></srvb:serviceBinding>`
    },
    {
      method: 'GET',
      path: `${adt}/businessservices/${kind}/ZDEMO_UI`,
      query: { servicename: 'ZDEMO_UI', serviceversion: '0001', srvdname: 'ZDEMO_SRV' },
      accept:
        version === 'V2'
          ? 'application/vnd.sap.adt.businessservices.odatav2.v3+xml,application/vnd.sap.adt.businessservices.odatav2.v2+xml'
          : 'application/vnd.sap.adt.businessservices.odatav4.v2+xml',
      answer: `${open}${services}${close}`
    },
    {
      method: 'GET',
      path: `${urls[version].replace(/\/$/, '')}/$metadata`,
      accept: 'application/xml',
      answer: version === 'V2' ? v2 : v4,
      ...metadata
    }
  ]
}
