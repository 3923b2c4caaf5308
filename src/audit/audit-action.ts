/**
 * What the audit log tells of, by what it is about: the same words as in the log of security events, where there is one.
 * Whoever has a further action adds its word here; the page does not compile until it has a sentence for it in each of its
 * languages (`audit.actions` in `dashboard/src/texts/people.en.ts` and `people.de.ts`).
 */
export const AUDIT_ACTIONS_OF = {
  lists: [
    'batch_upload',
    'batch_continuation',
    'batch_download',
    'batch_cancellation',
    'batch_deletion',
    'summary_sharing',
    'summary_withdrawal',
  ],
  members: ['invitation', 'invitation_withdrawal', 'invitation_acceptance', 'role_change', 'member_removal', 'leaving'],
  tokens: ['token_creation', 'token_revocation'],
  /** The organization and its credits. */
  organization: [
    'organization_creation',
    'organization_renaming',
    'organization_deletion',
    'two_factor_requirement',
    'credits_grant',
    'credits_allowance',
    'credits_transfer',
    'check_history',
    'feedback_source_creation',
    'feedback_source_rotation',
    'feedback_source_disabling',
    'feedback_source_enabling',
    'feedback_source_removal',
    'feedback_address_deletion',
    'feedback_import',
    'webhook_creation',
    'webhook_change',
    'webhook_rotation',
    'webhook_disabling',
    'webhook_enabling',
    'webhook_removal',
  ],
  /** Entries of no organization. */
  accounts: [
    'sign_up',
    'sign_in',
    'sign_out_everywhere',
    'password_change',
    'reset_link',
    'password_reset',
    'email_change',
    'two_factor_on',
    'two_factor_off',
    'recovery_code',
    'recovery_codes_renewal',
    'account_deletion',
  ],
  /** The operator's, of no organization either. */
  service: ['account_disabling', 'account_enabling', 'operator_change', 'settings_change'],
} as const;

/** What an organization's log can be filtered by. */
export const AUDIT_KINDS = [
  'lists',
  'members',
  'tokens',
  'organization',
] as const satisfies (keyof typeof AUDIT_ACTIONS_OF)[];
export type AuditKind = (typeof AUDIT_KINDS)[number];

export type AuditAction = (typeof AUDIT_ACTIONS_OF)[keyof typeof AUDIT_ACTIONS_OF][number];
export const AUDIT_ACTIONS: readonly AuditAction[] = Object.values(AUDIT_ACTIONS_OF).flat();
