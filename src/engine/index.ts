/** The only door: nothing outside of `src/engine` imports from deeper. */
export type { Engine, EngineStats, VerifyOptions } from './engine';
export type { Evidence, Status, SubStatus, Verification } from './verification';
export { STATUSES, SUB_STATUSES } from './verification';
export type { EgressState } from './egress-check';
export { checkRealEgress, createRealEngine, type EngineOptions } from './real-engine';
