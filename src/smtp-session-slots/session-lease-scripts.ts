/** The ids of urgent leases begin with it. */
export const URGENT = '!';

/** Reads who wants a session out of a lease's id: see `leaseId`. */
const READ_ID = `
local function flow(id)
  local urgent, tenant, job = string.match(id, '^(${URGENT}?)[^:]*:([^:]*):(.*)$')
  return urgent == '${URGENT}', tenant or '', (tenant or '') .. ' ' .. (job or '')
end
-- A lease of a version that knew of no networks is in one of its own.
local function networkOf(id)
  return string.match(id, '^[^:@]*@([^:]*):') or id
end`;

/**
 * Leases of SMTP sessions in Redis, for `RedisSessionSlots`. All of it runs at one instant of Redis's own clock.
 *
 * KEYS 1 `…:all` leases in all, 2 `…:waiting` waiters by arrival, 3 `…:seen` waiters by when they expire, 4 `…:served`
 * tenants and their pieces of work by when they were served last, while somebody waits.
 * ARGV 1 sessions in all, 2 sessions per host, 3 TTL of a lease and 4 of a waiter in ms, 5 prefix of the leases per
 * host, 6 the largest share of one tenant and 7 of one host, 8 sessions per network; then pairs of lease id and host key,
 * in the order of arrival at the caller. Returns the ids that got a lease.
 *
 * The order is that of `nextRequest`, by which each process by itself keeps order; what a waiter of another process could
 * have is kept until that process asks again.
 */
export const ACQUIRE = `
${READ_ID}
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local instant = time[1] * 1000000 + time[2]
local lease, patience = now + ARGV[3], now + ARGV[4]
for _, gone in ipairs(redis.call('ZRANGEBYSCORE', KEYS[3], '-inf', now)) do
  redis.call('ZREM', KEYS[2], gone)
  redis.call('ZREM', KEYS[3], gone)
end
local mine = {}
for i = 9, #ARGV, 2 do
  local member = ARGV[i] .. ' ' .. ARGV[i + 1]
  mine[member] = true
  redis.call('ZADD', KEYS[2], 'NX', instant + i, member)
  redis.call('ZADD', KEYS[3], patience, member)
end
redis.call('PEXPIRE', KEYS[2], ARGV[3])
redis.call('PEXPIRE', KEYS[3], ARGV[3])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
local held = redis.call('ZRANGE', KEYS[1], 0, -1)
local free = ARGV[1] - #held
if free <= 0 then return {} end
local ofTenant, ofTenantUrgent, ofNetwork = {}, {}, {}
local function count(id)
  local urgent, tenant = flow(id)
  local network = networkOf(id)
  ofTenant[tenant] = (ofTenant[tenant] or 0) + 1
  ofNetwork[network] = (ofNetwork[network] or 0) + 1
  if urgent then ofTenantUrgent[tenant] = (ofTenantUrgent[tenant] or 0) + 1 end
end
for _, id in ipairs(held) do count(id) end
local lastServed = {}
local function last(name)
  if not lastServed[name] then lastServed[name] = tonumber(redis.call('ZSCORE', KEYS[4], name) or 0) end
  return lastServed[name]
end
local ofHost, open = {}, {}
local function hasRoom(host, network)
  return ofHost[host] < tonumber(ARGV[2]) and (ofNetwork[network] or 0) < tonumber(ARGV[8])
end
for _, member in ipairs(redis.call('ZRANGE', KEYS[2], 0, -1)) do
  local id, host = string.match(member, '^(%S+) (.*)$')
  local urgent, tenant, job = flow(id)
  if not ofHost[host] then
    redis.call('ZREMRANGEBYSCORE', ARGV[5] .. host, '-inf', now)
    ofHost[host] = redis.call('ZCARD', ARGV[5] .. host)
  end
  local network = networkOf(id)
  if hasRoom(host, network) then
    open[#open + 1] =
      { member = member, id = id, host = host, network = network, urgent = urgent, tenant = tenant, job = job }
  end
end
local function hasTooMany(request)
  if free > 1 then return false end
  local counts = request.urgent and ofTenantUrgent or ofTenant
  return ofHost[request.host] >= tonumber(ARGV[7]) or (counts[request.tenant] or 0) >= tonumber(ARGV[6])
end
local function goesBefore(one, other)
  local tooMany = hasTooMany(one)
  if tooMany ~= hasTooMany(other) then return not tooMany end
  if one.urgent ~= other.urgent then return one.urgent end
  if one.tenant ~= other.tenant then return last(one.tenant) < last(other.tenant) end
  return last(one.job) < last(other.job)
end
local granted, served = {}, {}
while free > 0 do
  local best, at
  for i, request in ipairs(open) do
    local mayOpen = hasRoom(request.host, request.network)
    if mayOpen and (not best or goesBefore(request, best)) then best, at = request, i end
  end
  if not best then break end
  table.remove(open, at)
  free = free - 1
  ofHost[best.host] = ofHost[best.host] + 1
  count(best.id)
  instant = instant + 1
  lastServed[best.tenant], lastServed[best.job] = instant, instant
  if mine[best.member] then
    redis.call('ZADD', KEYS[1], lease, best.id)
    redis.call('ZADD', ARGV[5] .. best.host, lease, best.id)
    redis.call('PEXPIRE', KEYS[1], ARGV[3])
    redis.call('PEXPIRE', ARGV[5] .. best.host, ARGV[3])
    redis.call('ZREM', KEYS[2], best.member)
    redis.call('ZREM', KEYS[3], best.member)
    served[#served + 1] = best
    granted[#granted + 1] = best.id
  end
end
if redis.call('ZCARD', KEYS[2]) > 0 then
  for _, request in ipairs(served) do
    redis.call('ZADD', KEYS[4], lastServed[request.tenant], request.tenant, lastServed[request.job], request.job)
  end
  redis.call('PEXPIRE', KEYS[4], ARGV[3])
else
  redis.call('DEL', KEYS[4])
end
return granted`;

/**
 * What waits for a session, if there is no room: KEYS 1 to 3 as of `ACQUIRE`. ARGV 1 sessions in all, 2 sessions per host,
 * 3 prefix of the leases per host, 4 the most to return, 5 sessions per network. Returns for each in the order of arrival:
 * lease id, host, 1 where the host is full, else 0, and the same for the network.
 */
export const WAITING = `
${READ_ID}
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local found = {}
local held = redis.call('ZRANGEBYSCORE', KEYS[1], now, '+inf')
local isFull = #held >= tonumber(ARGV[1])
local ofNetwork = {}
for _, id in ipairs(held) do
  local network = networkOf(id)
  ofNetwork[network] = (ofNetwork[network] or 0) + 1
end
for _, member in ipairs(redis.call('ZRANGE', KEYS[2], 0, ARGV[4] - 1)) do
  local seenUntil = redis.call('ZSCORE', KEYS[3], member)
  if seenUntil and tonumber(seenUntil) > now then
    local id, host = string.match(member, '^(%S+) (.*)$')
    local isHostFull = redis.call('ZCOUNT', ARGV[3] .. host, now, '+inf') >= tonumber(ARGV[2])
    local isNetworkFull = (ofNetwork[networkOf(id)] or 0) >= tonumber(ARGV[5])
    if isFull or isHostFull or isNetworkFull then
      found[#found + 1] = id
      found[#found + 1] = host
      found[#found + 1] = isHostFull and 1 or 0
      found[#found + 1] = isNetworkFull and 1 or 0
    end
  end
end
return found`;

/**
 * Prolongs leases, and makes again those that Redis has lost. KEYS 1 `…:all`. ARGV 1 TTL in ms, 2 prefix of the leases
 * per host; then pairs of lease id and host key.
 */
export const RENEW = `
local time = redis.call('TIME')
local lease = time[1] * 1000 + math.floor(time[2] / 1000) + ARGV[1]
for i = 3, #ARGV, 2 do
  local leases = ARGV[2] .. ARGV[i + 1]
  redis.call('ZADD', KEYS[1], lease, ARGV[i])
  redis.call('ZADD', leases, lease, ARGV[i])
  redis.call('PEXPIRE', leases, ARGV[1])
end
redis.call('PEXPIRE', KEYS[1], ARGV[1])`;

/** Gives back a lease, or a place among the waiters. KEYS 1 to 4 as of `ACQUIRE`. ARGV 1 prefix of the leases per host, 2 lease id, 3 host key. */
export const RELEASE = `
redis.call('ZREM', KEYS[1], ARGV[2])
redis.call('ZREM', ARGV[1] .. ARGV[3], ARGV[2])
redis.call('ZREM', KEYS[2], ARGV[2] .. ' ' .. ARGV[3])
redis.call('ZREM', KEYS[3], ARGV[2] .. ' ' .. ARGV[3])
if redis.call('ZCARD', KEYS[2]) == 0 then redis.call('DEL', KEYS[4]) end`;
