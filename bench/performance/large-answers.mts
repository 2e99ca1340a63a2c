/** Answers of the stub that can be large: where-used lists and outlines. */
const xml = '<?xml version="1.0" encoding="utf-8"?>'

export function usages(most: number): string {
  const use = (index: number) => {
    const name = `ZCL_USER_${index}`
    const uri = `/sap/bc/adt/oo/classes/zcl_user_${index}/source/main#type=CLAS%2FOM;name=RUN;start=${(index % 900) + 1},4`
    return `<usageReferences:referencedObject uri="${uri}" parentUri="/sap/bc/adt/packages/zbench" isResult="true" canHaveChildren="false" usageInformation="gradeDirect,includeProductive"><usageReferences:adtObject adtcore:responsible="BENCH" adtcore:name="${name}" adtcore:type="CLAS/OM" adtcore:description="Number ${index}" xmlns:adtcore="http://www.sap.com/adt/core"><adtcore:packageRef adtcore:uri="/sap/bc/adt/packages/zbench" adtcore:name="ZBENCH"/></usageReferences:adtObject><objectIdentifier>ABAPFullName;${name}===CP;${name};RUN;${index}</objectIdentifier></usageReferences:referencedObject>`
  }
  return `${xml}<usageReferences:usageReferenceResult numberOfResults="${most}" resultDescription="" referencedObjectIdentifier="" xmlns:usageReferences="http://www.sap.com/adt/ris/usageReferences"><usageReferences:referencedObjects>${Array.from({ length: most }, (_, index) => use(index)).join('')}</usageReferences:referencedObjects></usageReferences:usageReferenceResult>`
}

/** One element for each method of a source. */
export function outlineOf(name: string, source: string): string {
  const at = `/sap/bc/adt/oo/classes/${name}/source/main`
  const relation = 'http://www.sap.com/adt/relations/source'
  const nodes: string[] = []
  source.split('\n').forEach((line, index) => {
    const [, method] = /^ {2}METHOD (\w+)\./.exec(line) ?? []
    if (method === undefined) return
    nodes.push(
      `<abapsource:objectStructureElement adtcore:name="${method.toUpperCase()}" adtcore:type="CLAS/OM" clif_name="X" visibility="public" level="instance"><atom:link href="${at}#start=${index + 1},9" rel="${relation}/implementationIdentifier"/><atom:link href="${at}#start=${index + 1},0;end=${index + 6},12" rel="${relation}/implementationBlock"/></abapsource:objectStructureElement>`
    )
  })
  return `${xml}<abapsource:objectStructureElement adtcore:name="${name.toUpperCase()}" adtcore:type="CLAS/OC" xml:base="${at}" xmlns:abapsource="http://www.sap.com/adt/abapsource" xmlns:adtcore="http://www.sap.com/adt/core" xmlns:atom="http://www.w3.org/2005/Atom">${nodes.join('')}</abapsource:objectStructureElement>`
}
