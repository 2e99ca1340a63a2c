/** What the ERP user may reach: one reading request for each area that the settings use. */
import type { SystemView } from '../../config/config.ts'
import { isErpError } from '../../erp-client/index.ts'
import type { ErpReader } from '../../erp-client/index.ts'
import { areaNamed, checkWords, resourceUris } from '../../erp-client/permissions/roles.ts'
import type { AreaName } from '../../erp-client/permissions/authorizations.ts'
import { usedAreas } from '../basis/content.ts'
import { ok, skipped, warning } from './check.ts'
import type { Check } from './check.ts'

const name = 'ERP authorizations'

/**
 * Areas that refuse the user, with the tools that need them. An area without a reading request is
 * named as not asked: only a change shows its authorizations.
 */
export async function checkAuthorizations(reader: ErpReader, config: SystemView): Promise<Check[]> {
  const areas = usedAreas(config)
  const asked = areas.filter(area => areaNamed(area).probe !== undefined)
  const refused = await Promise.all(asked.map(async area => await isRefused(reader, area)))
  const missing = asked.filter((_, at) => refused[at] === true)
  const open = areas.filter(area => areaNamed(area).probe === undefined)
  return [
    ...missing.map(missingCheck),
    ...(missing.length === 0 ? [ok(name, `${asked.length} of ${areas.length} areas asked`)] : []),
    ...(open.length === 0 ? [] : [skipped(name, openWords(open))])
  ]
}

async function isRefused(reader: ErpReader, area: AreaName): Promise<boolean> {
  const { pathname, searchParams } = new URL(areaNamed(area).probe ?? '/', 'http://erp')
  try {
    await reader.request({
      operation: 'authorization.probe',
      effect: 'none',
      method: 'GET',
      path: pathname,
      query: Object.fromEntries(searchParams)
    })
    return false
  } catch (error) {
    return isErpError(error, 'ERP_FORBIDDEN')
  }
}

function missingCheck(area: AreaName): Check {
  const { title, tools, checks } = areaNamed(area)
  const needed = [
    ...checks.map(checkWords),
    `S_ADT_RES (URI ${resourceUris([{ ...areaNamed(area), objects: undefined }]).join(', ')})`
  ]
  return warning(
    name,
    `this user may not reach ${title}: ${tools.join(', ')}`,
    `add to the role: ${needed.join('; ')} (erp-bridge basis prints the whole role, SU53 of the user names what is missing)`
  )
}

function openWords(areas: readonly AreaName[]): string {
  const words = areas.map(area => {
    const { title, checks } = areaNamed(area)
    return `${title}: ${checks.map(checkWords).join(', ')}`
  })
  return `not asked, because only the request itself shows it: ${words.join('; ')}`
}
