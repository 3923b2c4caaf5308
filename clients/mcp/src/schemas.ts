import { z } from 'zod';

/** What tools take and give: a part of the service's own answers, and what to do next. */

const status = z.enum(['valid', 'catch_all', 'risky', 'invalid', 'unknown']);
const nextStep = z.string().describe('What to do with this, in a sentence.');
const count = z.int().nonnegative();
export const batchId = z.int().positive().describe('The id that validate_list gave.');

export const verdictSchema = z.object({
  email: z.string(),
  status: status.describe(
    'valid and catch_all are safe to send; invalid is certain; risky takes mail but had better get none; unknown says nothing against the address',
  ),
  sub_status: z.string().nullable().describe('Why, such as mailbox_not_found.'),
  confidence: z.int().describe('The chance in percent that a mail sent now would reach a mailbox.'),
  is_disposable: z.boolean(),
  is_role_account: z.boolean(),
  did_you_mean: z.string().nullable().describe('The address that was probably meant.'),
  credits_used: count,
  next_step: nextStep,
});

export const sentListSchema = z.object({ batch_id: batchId, total_count: count, next_step: nextStep });

export const batchSchema = z.object({
  batch_id: batchId,
  name: z.string(),
  status: z.enum(['pending', 'processing', 'completed', 'cancelled']),
  progress: z.number().describe('Percent.'),
  total_count: count,
  processed_count: count,
  valid_count: count,
  invalid_count: count,
  risky_count: count.describe('risky and catch_all'),
  unknown_count: count,
  credits_used: count,
  next_step: nextStep,
});

export const rowsSchema = z.object({
  rows: z.array(
    z.object({
      row: count,
      email: z.string(),
      status: status.nullable().describe('null: not checked'),
      sub_status: z.string().nullable(),
      confidence: z.int().nullable(),
      did_you_mean: z.string().nullable(),
    }),
  ),
  next_after: z.string().nullable().describe('The `after` of the next page; null: there is none.'),
  next_step: nextStep,
});

export const creditsSchema = z.object({
  balance: z.int(),
  monthly_allowance_used: count,
  monthly_allowance_reset_at: z.string().nullable(),
  next_step: nextStep,
});

export const rowStatus = z.enum([...status.options, 'unchecked']);
