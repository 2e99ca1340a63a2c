/** What many identities hold in one place, bounded for each of them and in all. */

export interface IdentityQuotaOptions<Item> {
  /** Items of all identities together. */
  readonly most: number
  /** Items of one identity. */
  readonly each: number
  /**
   * How readily an item is given up: the lowest goes first, then the one that was used least
   * recently. Undefined: it stays.
   * @param byOwner the identity that needs the place holds the item itself
   */
  rank(item: Item, byOwner: boolean): number | undefined
  /** Told of an item that had to make room. */
  gone(id: string, item: Item): void
}

export interface IdentityQuota<Item> {
  /**
   * Makes room for one more item. An identity whose share is full gives up one of its own. Where
   * all is full, the one that holds most does, if that is more than the newcomer holds.
   * @returns false where nothing may be given up
   */
  makeRoom(who: string): boolean
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
  gone
}: IdentityQuotaOptions<Item>): IdentityQuota<Item> {
  const all = new Map<string, Item>()
  const owners = new Map<string, Share<Item>>()
  // In the order of their last use, as are the items of each.
  const shares = new Map<string, Share<Item>>()
  const remove = (id: string) => {
    const share = owners.get(id)
    all.delete(id)
    owners.delete(id)
    share?.items.delete(id)
    if (share?.items.size === 0) shares.delete(share.who)
  }
  const giveUp = ({ items }: Share<Item>, byOwner: boolean): boolean => {
    let first: { readonly id: string; readonly item: Item; readonly at: number } | undefined
    for (const [id, item] of items) {
      const at = rank(item, byOwner)
      if (at !== undefined && (first === undefined || at < first.at)) first = { id, item, at }
    }
    if (first === undefined) return false
    remove(first.id)
    gone(first.id, first.item)
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
    makeRoom(who) {
      const own = shares.get(who)
      const count = own?.items.size ?? 0
      if (count >= each) return own !== undefined && giveUp(own, true)
      if (all.size < most) return true
      return (
        larger(count).some(share => giveUp(share, false)) ||
        (own !== undefined && giveUp(own, true))
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
