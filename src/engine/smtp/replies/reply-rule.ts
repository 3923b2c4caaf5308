import type { Certainty, Outcome, Reason } from './outcome';
import type { ReplyFacts } from './reply-facts';

export type Condition = (facts: ReplyFacts) => boolean;

export interface ReplyRule {
  outcome: Outcome;
  reason: Reason | null;
  certainty: Certainty;
  when: Condition;
}

/** `rule('throttled', 'errors', says(...), isTemporary)`: all conditions must hold. */
export const rule = (outcome: Outcome, reason: Reason | null, ...conditions: Condition[]): ReplyRule => ({
  outcome,
  reason,
  certainty: 'high',
  when: (facts) => conditions.every((condition) => condition(facts)),
});

/** The same rule, known to be weaker. */
export const weaker = (certainty: Certainty, base: ReplyRule): ReplyRule => ({ ...base, certainty });

export const says =
  (...patterns: RegExp[]): Condition =>
  (facts) =>
    patterns.some((pattern) => pattern.test(facts.words));

export const codeIs =
  (...codes: number[]): Condition =>
  (facts) =>
    codes.includes(facts.code);

/** The enhanced code's subject and detail, of any class: `subjectIs('2.2')` holds for 4.2.2 and 5.2.2. */
export const subjectIs =
  (...subjects: string[]): Condition =>
  (facts) =>
    facts.subject !== null && subjects.includes(facts.subject);

export const subjectLike =
  (pattern: RegExp): Condition =>
  (facts) =>
    facts.subject !== null && pattern.test(facts.subject);

export const stageIs =
  (...stages: ReplyFacts['stage'][]): Condition =>
  (facts) =>
    stages.includes(facts.stage);

export const not =
  (condition: Condition): Condition =>
  (facts) =>
    !condition(facts);

export const any =
  (...conditions: Condition[]): Condition =>
  (facts) =>
    conditions.some((condition) => condition(facts));
