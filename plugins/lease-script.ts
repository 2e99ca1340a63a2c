/** The script by which Redis shares a budget; it runs as one step, so that no place is given twice. */

/**
 * Keys: the leases, the mark of lost ones, the pause. Arguments: id, budget, demand, running, held,
 * milliseconds of a lease, milliseconds for which the ERP has asked this replica to wait.
 * Answer: places, replicas, milliseconds to wait.
 *
 * A lease is shrunk at the next renewal of its holder, never before: what others hold is not free.
 * Places are dealt to the smallest demand first, each at most its equal part of what is left; what
 * is not demanded is dealt evenly, for requests that come before the next renewal. Where there are
 * fewer places than replicas, turns go round.
 */
export const leaseScript = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local id = ARGV[1]
local budget, demand, running = tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
local held, ms, pause = tonumber(ARGV[5]), tonumber(ARGV[6]), tonumber(ARGV[7])

local all = redis.call('HGETALL', KEYS[1])
local holders, taken, known = {}, 0, false
for i = 1, #all, 2 do
  local places, wanted, ends = string.match(all[i + 1], '^(%d+) (%d+) (%d+)$')
  if ends == nil or tonumber(ends) <= now then
    redis.call('HDEL', KEYS[1], all[i])
  elseif all[i] == id then
    known = true
  else
    taken = taken + tonumber(places)
    table.insert(holders, { id = all[i], demand = tonumber(wanted) })
  end
end
table.insert(holders, { id = id, demand = demand })

local count = #holders
table.sort(holders, function (one, other) return one.id < other.id end)
for rank, holder in ipairs(holders) do
  holder.turn = (rank + math.floor(now / ms)) % count
end
table.sort(holders, function (one, other)
  if one.demand ~= other.demand then return one.demand < other.demand end
  return one.turn < other.turn
end)
local left, mine = budget, 0
for index, holder in ipairs(holders) do
  local part = math.min(math.max(holder.demand, 1), math.floor(left / (count - index + 1)))
  left = left - part
  if holder.id == id then mine = part end
end
mine = mine + math.floor(left / count)

-- A holder that Redis does not know shows that leases were lost: the others have to come back first.
if not known and held > 0 then redis.call('SET', KEYS[2], '1', 'PX', ms) end
if mine > held and redis.call('EXISTS', KEYS[2]) == 1 then mine = held end
local places = math.max(math.min(mine, math.max(budget - taken, 0)), running)
redis.call('HSET', KEYS[1], id, string.format('%d %d %d', places, demand, now + ms))
redis.call('PEXPIRE', KEYS[1], ms * 2)

if pause > math.max(redis.call('PTTL', KEYS[3]), 0) then
  redis.call('SET', KEYS[3], '1', 'PX', pause)
end
return { places, count, math.max(redis.call('PTTL', KEYS[3]), 0) }
`
