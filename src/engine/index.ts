/** The only door: nothing outside of `src/engine` imports from deeper. */
export type { Engine, EngineStats, VerifyOptions } from './engine';
export type { Evidence, Status, SubStatus, Verification } from './verification';
export { STATUSES, SUB_STATUSES } from './verification';
export type { EgressFault, EgressState } from './egress-check';
export type { EgressWatch } from './egress-watch';
export type { DnsWatch } from './dns/dns-watch';
export { InProcessSessionSlots } from './smtp/in-process-session-slots';
export type { ForeignWish, Release, SessionSlots, SlotLimits, SlotWish } from './smtp/session-slots';
export { largestOfAsker, largestOfHost, nextWish } from './smtp/slot-order';
export { Turns } from './smtp/turns';
export { checkRealEgress, createRealEngine, type EngineOptions, type RealEngine } from './real-engine';
