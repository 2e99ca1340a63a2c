/** Checks of service bindings, generators and the UI5 repository. */
import {
  listAppFiles,
  listApps,
  readAppFile,
  readBinding,
  readServiceDetails,
  readServiceModel
} from '../../../erp-client/index.ts'
import type { PublishedService } from '../../../erp-client/index.ts'
import type { Bench } from '../bench.ts'
import { Skipped, expect } from '../check.ts'
import type { Check } from '../check.ts'
import { feed } from './shapes.ts'

async function publishedServices({ reader, world }: Bench): Promise<PublishedService[]> {
  const ref = await world.sample('SRVB')
  const binding = await readBinding(reader, { ref })
  if (!binding.published) throw new Skipped(`the binding ${ref.name} is not published`)
  const [service] = binding.services
  if (service === undefined) throw new Skipped(`the binding ${ref.name} has no service`)
  return await readServiceDetails(reader, { binding, service })
}

async function firstApp({ reader }: Bench): Promise<string> {
  const [app] = await listApps(reader, { maxResults: 1 })
  if (app === undefined) throw new Skipped('the system has no UI5 app')
  return app.name
}

async function firstFile(bench: Bench): Promise<{ app: string; path: string }> {
  const app = await firstApp(bench)
  const file = (await listAppFiles(bench.reader, { app })).find(({ isFolder }) => !isFolder)
  if (file === undefined) throw new Skipped(`the app ${app} has no file at its top`)
  return { app, path: file.path.slice(file.path.indexOf('/') + 1) }
}

const noBinding = 'the run creates no service binding'
const noObject = 'the run creates no business object'
const apps = '/filestore/ui5-bsp/objects'
const generators = '/businessservices/generators/uiservice'

export const serviceChecks: readonly Check[] = [
  {
    operation: 'service.details',
    assumes: 'A published binding names the address of its service.',
    service: '/businessservices/bindings',
    async run(bench) {
      const services = await publishedServices(bench)
      expect(
        services.some(({ url }) => url !== ''),
        'a published service has no address'
      )
    }
  },
  {
    operation: 'service.metadata',
    assumes: 'A published service answers with its metadata document.',
    service: '/businessservices/bindings',
    answer: { root: ['Edmx'] },
    async run(bench) {
      const url = (await publishedServices(bench)).find(each => each.url !== '')?.url
      if (url === undefined) throw new Skipped('no published service has an address')
      await readServiceModel(bench.reader, { url })
    }
  },
  {
    operation: 'service.publish',
    assumes: 'A published binding is served.',
    service: '/businessservices/odatav4',
    untried: noBinding
  },
  {
    operation: 'service.unpublish',
    assumes: 'A binding that is not published is not served.',
    service: '/businessservices/odatav4',
    untried: noBinding
  },
  {
    operation: 'generator.list',
    assumes: 'A business object lists the generators that fit it.',
    service: '/repository/generators',
    untried: noObject
  },
  {
    operation: 'generator.check',
    assumes: 'A generator says whether an entity fits.',
    service: generators,
    untried: noObject
  },
  {
    operation: 'generator.content',
    assumes: 'A generator proposes the names of what it creates.',
    service: generators,
    untried: noObject
  },
  {
    operation: 'generator.preview',
    assumes: 'A generator lists what it would create.',
    service: generators,
    untried: noObject
  },
  {
    operation: 'generator.run',
    assumes: 'A generator creates what it listed.',
    service: generators,
    untried: noObject
  },
  {
    operation: 'ui5.list',
    assumes: 'The UI5 repository lists its apps in a feed.',
    service: apps,
    answer: { ...feed, has: ['?entry/title'] },
    async run({ reader }) {
      await listApps(reader, { maxResults: 2 })
    }
  },
  {
    operation: 'ui5.folder',
    assumes: 'A folder of an app lists its files in a feed.',
    service: apps,
    answer: { root: ['feed'], has: ['?entry/title', '?entry/category@term'] },
    async run(bench) {
      await listAppFiles(bench.reader, { app: await firstApp(bench) })
    }
  },
  {
    operation: 'ui5.read',
    assumes: 'A file of an app is its content.',
    service: apps,
    async run(bench) {
      await readAppFile(bench.reader, await firstFile(bench))
    }
  },
  {
    operation: 'ui5.write',
    assumes: 'A file of an app is stored as it was written.',
    service: apps,
    untried: 'the run creates no UI5 app'
  },
  {
    operation: 'release.write',
    assumes: 'The state of a release contract is stored.',
    service: '/apireleases',
    untried: 'a released contract cannot be taken back on each release'
  }
]
