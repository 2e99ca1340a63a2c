import assert from 'node:assert/strict'
import { test } from 'node:test'
import { contractBody } from '../../../../erp-client/wire/document/release-contract.ts'

// The shape of arc-mcp/arc-1 tests/fixtures/xml/api-release-unreleased.xml (recorded) and of
// jfilak/sapcli test/unit/fixtures_adt_apirelease.py; names and values are made up.
const adtcore = 'xmlns:adtcore="http://www.sap.com/adt/core"'
const rest =
  '<ars:stateTransitions><ars:status ars:state="NOT_RELEASED" ars:stateDescription="Not Released"/><ars:status ars:state="RELEASED" ars:stateDescription="Released"/></ars:stateTransitions>' +
  '<ars:transportObject adtcore:type="APIS" adtcore:name="ZCL_DEMO                  CLAS" adtcore:packageName="$TMP"/><ars:authValueObject/>'
const successor =
  '<ars:useConceptAsSuccessor>false</ars:useConceptAsSuccessor><ars:successors/><ars:successorConceptName/>'
const open = (contract: string, cloud: boolean, keyUser: boolean) =>
  `<ars:${contract.toLowerCase()}Release ars:contract="${contract}" ars:useInKeyUserApps="${keyUser}" ars:useInSAPCloudPlatform="${cloud}" ars:comment="" adtcore:name="demo_${contract}" ${adtcore}>`
const block = (contract: string, state: string, cloud = false, keyUser = false) =>
  `${open(contract, cloud, keyUser)}<atom:link href="/x" rel="self" xmlns:atom="http://www.w3.org/2005/Atom"/><ars:status ars:state="${state}" ars:stateDescription="Text of ${state}"/>${successor}${rest}</ars:${contract.toLowerCase()}Release>`
const shown = (blocks: string, cloud = true, keyUser = false) =>
  `<?xml version="1.0" encoding="utf-8"?><ars:apiRelease xmlns:ars="http://www.sap.com/adt/ars"><ars:releasableObject adtcore:name="ZCL_DEMO" ${adtcore}/><ars:behaviour ars:create="true"><ars:c1Release ars:create="true" ars:useInKeyUserAppsDefault="${keyUser}" ars:useInSAPCloudPlatformDefault="${cloud}"/></ars:behaviour>${blocks}<ars:apiCatalogData ars:isAnyAssignmentPossible="false" ars:isAnyContractReleased="false"><ars:ApiCatalogs/></ars:apiCatalogData></ars:apiRelease>`
const sent = (block: string) =>
  `<?xml version="1.0" encoding="utf-8"?><ars:apiRelease xmlns:ars="http://www.sap.com/adt/ars">${block}<ars:apiCatalogData ars:isAnyAssignmentPossible="true" ars:isAnyContractReleased="true"><ars:ApiCatalogs/></ars:apiCatalogData></ars:apiRelease>`
const narrow = (contract: string, state: string, cloud = false, keyUser = false) =>
  `${open(contract, cloud, keyUser)}<ars:status ars:state="${state}"/>${successor}</ars:${contract.toLowerCase()}Release>`

test('a release sends the contract alone, without what only the ERP writes', () => {
  const document = shown(block('C1', 'NOT_RELEASED') + block('C4', 'NOT_RELEASED'))
  assert.equal(contractBody(document, 'C1', 'RELEASED'), sent(narrow('C1', 'RELEASED', true)))
})

test('the visibility is the one that the ERP proposes, and a chosen one stays', () => {
  const none = shown(block('C1', 'NOT_RELEASED'), false, false)
  assert.equal(contractBody(none, 'C1', 'RELEASED'), sent(narrow('C1', 'RELEASED')))
  const both = shown(block('C1', 'NOT_RELEASED'), true, true)
  assert.equal(contractBody(both, 'C1', 'RELEASED'), sent(narrow('C1', 'RELEASED', true, true)))
  const chosen = shown(block('C1', 'DEPRECATED', false, true), true, false)
  assert.equal(contractBody(chosen, 'C1', 'RELEASED'), sent(narrow('C1', 'RELEASED', false, true)))
  const back = shown(block('C1', 'RELEASED', true))
  assert.equal(
    contractBody(back, 'C1', 'NOT_RELEASED'),
    sent(narrow('C1', 'NOT_RELEASED', true)),
    'a withdrawal changes no visibility'
  )
})

test('a contract that the object has only in its behaviour is none', () => {
  const document = shown(block('C0', 'NOT_RELEASED'))
  assert.equal(contractBody(document, 'C1', 'RELEASED'), undefined)
  assert.equal(contractBody(document, 'C4', 'RELEASED'), undefined)
})

test('successors that were chosen stay, and a document without a declaration gets one', () => {
  const named = block('C0', 'RELEASED').replace(
    '<ars:successors/>',
    '<ars:successors><ars:successor adtcore:name="ZCL_NEW"/></ars:successors>'
  )
  const document = shown(named).replace(/^<\?xml[^>]*>/, '')
  const body = contractBody(document, 'C0', 'DEPRECATED') ?? assert.fail()
  assert.match(body, /^<\?xml version="1\.0"/)
  assert.match(body, /<ars:successor adtcore:name="ZCL_NEW"\/>/)
  assert.match(body, /<ars:status ars:state="DEPRECATED"\/>/)
  assert.doesNotMatch(body, /stateTransitions|transportObject|behaviour/)
})
