import assert from 'node:assert/strict'
import { test } from 'node:test'
import { child, childrenOf, readXml } from '../../http/xml-reader.ts'
import { createRouter, fullPath } from '../../http/router.ts'
import { routes } from '../../routes/index.ts'
import { logOn, startSandbox } from './fixture.ts'

test('the service document announces exactly the collections that the routes declare', async t => {
  // The newest release has every service.
  const sandbox = await startSandbox(t, { release: '816' })
  const client = await logOn(sandbox)
  const reply = await client.get('/sap/bc/adt/discovery', { accept: 'application/atomsvc+xml' })
  assert.equal(reply.headers['content-type'], 'application/atomsvc+xml')
  assert.ok(
    reply.text.startsWith(
      '<?xml version="1.0" encoding="utf-8"?><app:service xmlns:app="http://www.w3.org/2007/app" xmlns:atom="http://www.w3.org/2005/Atom"><app:workspace><atom:title>'
    )
  )
  const collections = childrenOf(readXml(reply.text), 'workspace').flatMap(workspace =>
    childrenOf(workspace, 'collection')
  )
  const announced = collections.map(each => each.attributes['href']).sort()
  assert.deepEqual(
    announced,
    routes
      .filter(route => route.collection !== undefined)
      .map(fullPath)
      .sort()
  )
  assert.equal(new Set(announced).size, announced.length)
  const router = createRouter(routes)
  for (const href of announced) assert.ok(router.has(href ?? ''), href)
})

test('the media types that clients choose by stand in the document', async t => {
  const sandbox = await startSandbox(t)
  const client = await logOn(sandbox)
  const root = readXml((await client.get('/sap/bc/adt/discovery')).text)
  const collections = childrenOf(root, 'workspace').flatMap(workspace =>
    childrenOf(workspace, 'collection')
  )
  const acceptsOf = (href: string) =>
    childrenOf(
      collections.find(each => each.attributes['href'] === `/sap/bc/adt${href}`),
      'accept'
    ).map(each => each.text)
  const first = {
    '/programs/programs': 'application/vnd.sap.adt.programs.programs.v2+xml',
    '/programs/includes': 'application/vnd.sap.adt.programs.includes.v2+xml',
    '/oo/classes': 'application/vnd.sap.adt.oo.classes.v4+xml',
    '/oo/interfaces': 'application/vnd.sap.adt.oo.interfaces.v5+xml',
    '/functions/groups': 'application/vnd.sap.adt.functions.groups.v3+xml',
    '/ddic/ddl/sources': 'application/vnd.sap.adt.ddlSource+xml',
    '/ddic/tables': 'application/vnd.sap.adt.tables.v2+xml',
    '/ddic/structures': 'application/vnd.sap.adt.structures.v2+xml'
  }
  for (const [href, type] of Object.entries(first)) assert.equal(acceptsOf(href)[0], type)
  const groups = collections.find(
    each => each.attributes['href'] === '/sap/bc/adt/functions/groups'
  )
  const links = childrenOf(child(groups, 'templateLinks'), 'templateLink').map(
    each => each.attributes
  )
  assert.ok(
    links.some(
      link =>
        link['template'] === '/sap/bc/adt/functions/groups/{groupname}/fmodules' &&
        link['type'] === 'application/vnd.sap.adt.functions.fmodules.v3+xml'
    )
  )
  assert.ok(
    links.some(
      link =>
        link['template'] === '/sap/bc/adt/functions/groups/{groupname}/includes' &&
        link['type'] === 'application/vnd.sap.adt.functions.fincludes.v2+xml'
    )
  )
})

test('in the core document every workspace has one collection with one category', async t => {
  const sandbox = await startSandbox(t)
  const client = await logOn(sandbox)
  const workspaces = childrenOf(
    readXml((await client.get('/sap/bc/adt/core/discovery')).text),
    'workspace'
  )
  assert.ok(workspaces.length >= 3)
  for (const workspace of workspaces) {
    const collections = childrenOf(workspace, 'collection')
    assert.equal(collections.length, 1)
    assert.equal(childrenOf(collections[0], 'category').length, 1)
  }
})

test('the compatibility graph is a small document with unprefixed nodes and edges', async t => {
  const sandbox = await startSandbox(t)
  const client = await logOn(sandbox)
  const reply = await client.get('/sap/bc/adt/compatibility/graph')
  assert.equal(reply.headers['content-type'], 'application/xml')
  assert.match(
    reply.text,
    /^<\?xml [^>]*><compatibility:graph xmlns:compatibility="http:\/\/www\.sap\.com\/adt\/compatibility"><nodes><node nameSpace="[^"]+" name="[^"]+"\/>.*<\/nodes><edges\/><\/compatibility:graph>$/
  )
})

test('no two routes answer the same method and path', () => {
  assert.throws(() => createRouter([...routes, ...routes.slice(0, 1)]), /declared twice/)
})
