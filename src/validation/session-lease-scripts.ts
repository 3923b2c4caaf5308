/** The ids of urgent leases begin with it. */
export const URGENT = '!';

/**
 * Leases of SMTP sessions in Redis, for `RedisSessionSlots`. All of it runs at one instant of Redis's own clock.
 *
 * KEYS 1 `…:all` leases in all, 2 `…:waiting` waiters by arrival, 3 `…:seen` waiters by when they expire.
 * ARGV 1 sessions in all, 2 sessions per host, 3 TTL of a lease and 4 of a waiter in ms, 5 prefix of the leases per
 * host; then pairs of lease id and host key, in the order of arrival at the caller. Returns the ids that got a lease.
 *
 * The urgent go first, then whoever waits longest, unless his host is full; what he could have is kept for him until he asks
 * again.
 */
export const ACQUIRE = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local lease, patience = now + ARGV[3], now + ARGV[4]
for _, gone in ipairs(redis.call('ZRANGEBYSCORE', KEYS[3], '-inf', now)) do
  redis.call('ZREM', KEYS[2], gone)
  redis.call('ZREM', KEYS[3], gone)
end
local mine = {}
for i = 6, #ARGV, 2 do
  local member = ARGV[i] .. ' ' .. ARGV[i + 1]
  mine[member] = true
  local arrival = time[1] * 1000000 + time[2] + i
  if string.sub(member, 1, 1) == '${URGENT}' then arrival = arrival - 1e15 end
  redis.call('ZADD', KEYS[2], 'NX', arrival, member)
  redis.call('ZADD', KEYS[3], patience, member)
end
redis.call('PEXPIRE', KEYS[2], ARGV[3])
redis.call('PEXPIRE', KEYS[3], ARGV[3])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
local free = ARGV[1] - redis.call('ZCARD', KEYS[1])
local freeAt, granted = {}, {}
for _, member in ipairs(redis.call('ZRANGE', KEYS[2], 0, -1)) do
  if free <= 0 then break end
  local id, host = string.match(member, '^(%S+) (.*)$')
  local leases = ARGV[5] .. host
  if not freeAt[host] then
    redis.call('ZREMRANGEBYSCORE', leases, '-inf', now)
    freeAt[host] = ARGV[2] - redis.call('ZCARD', leases)
  end
  if freeAt[host] > 0 then
    free = free - 1
    freeAt[host] = freeAt[host] - 1
    if mine[member] then
      redis.call('ZADD', KEYS[1], lease, id)
      redis.call('ZADD', leases, lease, id)
      redis.call('PEXPIRE', KEYS[1], ARGV[3])
      redis.call('PEXPIRE', leases, ARGV[3])
      redis.call('ZREM', KEYS[2], member)
      redis.call('ZREM', KEYS[3], member)
      granted[#granted + 1] = id
    end
  end
end
return granted`;

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

/** Gives back a lease, or a place among the waiters. KEYS as of `ACQUIRE`. ARGV 1 prefix of the leases per host, 2 lease id, 3 host key. */
export const RELEASE = `
redis.call('ZREM', KEYS[1], ARGV[2])
redis.call('ZREM', ARGV[1] .. ARGV[3], ARGV[2])
redis.call('ZREM', KEYS[2], ARGV[2] .. ' ' .. ARGV[3])
redis.call('ZREM', KEYS[3], ARGV[2] .. ' ' .. ARGV[3])`;
