/** The engine's public interface: nothing outside of `src/engine` imports from deeper. */
export type { Engine, EngineStats, VerifyOptions } from './engine';
export type { Evidence, Status, SubStatus, Verification } from './verification';
export { STATUSES, SUB_STATUSES } from './verification';
export type { EgressFault, EgressState } from './egress-check';
export type { EgressMonitor } from './egress-monitor';
export type { DnsMonitor } from './dns/dns-monitor';
export { InProcessSessionSlots } from './smtp/pool/in-process-session-slots';
export type { RemoteSlotRequest, Release, SessionSlots, SlotLimits, SlotRequest } from './smtp/pool/session-slots';
export { largestOfTenant, largestOfHost, nextRequest } from './smtp/pool/slot-order';
export { LeastRecentlyServed } from './smtp/pool/least-recently-served';
export { checkNetworkEgress, createNetworkEngine, type EngineOptions, type NetworkEngine } from './network-engine';
export { lowerAscii } from './syntax/ascii-case';
export { normaliseAddress } from './syntax/normalise-address';
export { classifyReply } from './smtp/replies/classify-reply';
export type { Classified } from './smtp/replies/outcome';
export { isRelayDomain } from './lists/relay-domain';
export { AddressPolicy } from './dns/address-policy';
