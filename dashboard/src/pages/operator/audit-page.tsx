import type { ReactElement } from 'react';
import type { AuditAction } from '../../../../src/audit/audit-action';
import { operator, type OperatorAuditEntry } from '../../api/operator';
import { operatorTexts } from '../../texts/operator';
import { t } from '../../texts';
import { AuditList, detailsOf, actorOf } from '../../ui/audit-list';
import { Card } from '../../ui/card';
import { formatNumber } from '../../ui/format';
import { Page } from '../../ui/page';

/** Actions whose subject is an account. */
const OF_ACCOUNTS: readonly AuditAction[] = ['account_disabling', 'account_enabling', 'operator_change', 'reset_link'];

/** Who did what, of all organizations and accounts. */
export function AuditPage(): ReactElement {
  const words = operatorTexts().audit;
  return (
    <Page title={words.title} lead={words.lead}>
      <Card>
        <AuditList of="all" load={operator.audit} actor={nameActor} details={nameDetails} place={Place} />
      </Card>
    </Page>
  );
}

function nameActor(entry: OperatorAuditEntry): string {
  const words = operatorTexts().audit;
  if (entry.via !== 'operator') return actorOf(entry);
  if (entry.account_id === null) return words.commandLine;
  return words.asOperator(entry.account_name ?? entry.account_email ?? t.people.audit.gone);
}

function nameDetails(entry: OperatorAuditEntry): string[] {
  const { audit: words, settings } = operatorTexts();
  const { sign_up: signUp, free_credits: credits, operator: isOperator } = entry.details;
  if (entry.action === 'operator_change') return [isOperator === true ? words.isOperator : words.isNone];
  if (entry.action !== 'settings_change') return detailsOf(entry);
  const modes: Partial<Record<string, { name: string }>> = settings.modes;
  return [
    ...(signUp === undefined ? [] : [words.signUp(modes[String(signUp)]?.name ?? words.environment)]),
    ...(credits === undefined
      ? []
      : [words.freeCredits(typeof credits === 'number' ? formatNumber(credits) : words.environment)]),
  ];
}

/** Where it was done, and to what. */
function Place({ entry }: { entry: OperatorAuditEntry }): ReactElement | null {
  const words = operatorTexts();
  const { organization_id: organizationId, subject, action } = entry;
  const accountId = OF_ACCOUNTS.includes(action) ? subject : null;
  if (organizationId === null && accountId === null) return null;
  return (
    <>
      {organizationId !== null && (
        <>
          {' · '}
          <a href={`#/organizations/${organizationId}`}>{words.organization.number(organizationId)}</a>
        </>
      )}
      {accountId !== null && (
        <>
          {' · '}
          <a href={`#/accounts/${accountId}`}>{words.account.number(Number(accountId))}</a>
        </>
      )}
      {subject !== null && action.startsWith('batch_') && ` · ${t.overview.ledgerList(Number(subject))}`}
    </>
  );
}
