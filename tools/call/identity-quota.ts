/** A store shared by many identities, bounded for each of them and in total. */

export interface IdentityQuotaOptions<Item> {
  /** Items of all identities together. */
  readonly most: number
  /** Items of one identity. */
  readonly each: number
  /**
   * The eviction rank of an item: the lowest is evicted first, and of equal ones the least recently
   * used. Undefined: never evicted.
   * @param byOwner the identity that needs the place owns the item
   */
  rank(item: Item, byOwner: boolean): number | undefined
  /** Called for each evicted item. */
  onEvict(id: string, item: Item): void
}

export interface IdentityQuota<Item> {
  /**
   * Reserves a place for one more item. A full share evicts one of its own items. A full store
   * evicts from the largest share, if that is larger than the share of the new item.
   * @returns false where nothing may be evicted
   */
  reserve(who: string): boolean
  add(id: string, item: Item, who: string): void
  /** The item counts as used now. */
  use(id: string): Item | undefined
  get(id: string): Item | undefined
  delete(id: string): void
  readonly size: number
  entries(): IterableIterator<[string, Item]>
}

interface Share<Item> {
  readonly who: string
  readonly items: Map<string, Item>
}

export function createIdentityQuota<Item>({
  most,
  each,
  rank,
  onEvict
}: IdentityQuotaOptions<Item>): IdentityQuota<Item> {
  const all = new Map<string, Item>()
  const owners = new Map<string, Share<Item>>()
  // Shares, and the items of each, are in the order of their last use.
  const shares = new Map<string, Share<Item>>()
  const remove = (id: string) => {
    const share = owners.get(id)
    all.delete(id)
    owners.delete(id)
    share?.items.delete(id)
    if (share?.items.size === 0) shares.delete(share.who)
  }
  const evictFrom = ({ items }: Share<Item>, byOwner: boolean): boolean => {
    let first: { readonly id: string; readonly item: Item; readonly at: number } | undefined
    for (const [id, item] of items) {
      const at = rank(item, byOwner)
      if (at !== undefined && (first === undefined || at < first.at)) first = { id, item, at }
    }
    if (first === undefined) return false
    remove(first.id)
    onEvict(first.id, first.item)
    return true
  }
  const larger = (than: number) =>
    [...shares.values()]
      .filter(({ items }) => items.size > than)
      .sort((one, other) => other.items.size - one.items.size)
  const touch = (share: Share<Item>) => {
    shares.delete(share.who)
    shares.set(share.who, share)
  }
  return {
    reserve(who) {
      const own = shares.get(who)
      const count = own?.items.size ?? 0
      if (count >= each) return own !== undefined && evictFrom(own, true)
      if (all.size < most) return true
      return (
        larger(count).some(share => evictFrom(share, false)) ||
        (own !== undefined && evictFrom(own, true))
      )
    },
    add(id, item, who) {
      const share = shares.get(who) ?? { who, items: new Map<string, Item>() }
      touch(share)
      share.items.set(id, item)
      owners.set(id, share)
      all.set(id, item)
    },
    use(id) {
      const item = all.get(id)
      const share = owners.get(id)
      if (item === undefined || share === undefined) return undefined
      touch(share)
      share.items.delete(id)
      share.items.set(id, item)
      return item
    },
    get: id => all.get(id),
    delete: remove,
    get size() {
      return all.size
    },
    entries: () => all.entries()
  }
}
