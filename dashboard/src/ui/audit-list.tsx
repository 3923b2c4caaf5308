import type { ComponentType, ReactElement } from 'react';
import type { AuditEntry, AuditPage } from '../api/people';
import { t } from '../texts';
import { clientName } from './client-name';
import { formatMoment, formatNumber } from './format';
import { PagedList } from './paged-list';
import { usePages } from './use-pages';

interface AuditListProps<Entry extends AuditEntry> {
  /** What the entries are of; another one loads anew. */
  of: string;
  load: (before: number | null) => Promise<AuditPage<Entry>>;
  /** What stands where there is none. */
  none?: string;
  /** Who did it, in words. */
  actor?: (entry: Entry) => string;
  /** What goes with it, in words. */
  details?: (entry: Entry) => string[];
  /** What else stands behind the details. */
  place?: ComponentType<{ entry: Entry }>;
}

/** Who did what, the newest first. */
export function AuditList<Entry extends AuditEntry>({
  of,
  load,
  none = t.people.audit.none,
  actor = actorOf,
  details = detailsOf,
  place: Place,
}: AuditListProps<Entry>): ReactElement {
  const pages = usePages(of, async (before) => {
    const { entries, next_before: next } = await load(before);
    return { rows: entries, next };
  });
  return (
    <PagedList pages={pages} none={none}>
      {(entry) => (
        <li key={entry.id} className="rows-item">
          <div>
            <p className="two-lines">{t.people.audit.line(actor(entry), actionOf(entry))}</p>
            <p className="hint">
              {[formatMoment(entry.created_at), ...details(entry)].join(' · ')}
              {Place !== undefined && <Place entry={entry} />}
            </p>
          </div>
        </li>
      )}
    </PagedList>
  );
}

/** A page that is older than the service may meet an action that it has no words for. */
function actionOf({ action }: AuditEntry): string {
  const actions: Partial<Record<string, string>> = t.people.audit.actions;
  return actions[action] ?? action;
}

export function actorOf({ via, account_name: name, account_email: email, token_name: token }: AuditEntry): string {
  const { audit } = t.people;
  if (via === 'operator') return audit.operator;
  const person = name ?? email ?? audit.gone;
  return via === 'token' ? audit.byToken(person, token ?? audit.someToken) : person;
}

/** Numbers by what they count; ids by what they are of. */
function numberOf(key: string, value: number): string {
  if (key === 'amount' || key === 'monthly') return t.common.credits(value);
  if (key === 'rows') return t.common.rows(value);
  if (key === 'days') return t.overview.rangeDays(value);
  if (key === 'continues') return t.overview.ledgerList(value);
  return key === 'organization' ? t.tokens.organizationNumber(value) : formatNumber(value);
}

/** Names, roles and numbers; the page's words for roles. */
export function detailsOf({ details, member_name: member }: AuditEntry): string[] {
  const roles: Partial<Record<string, { name: string }>> = t.roles;
  const known = Object.entries(details).flatMap(([key, value]) => {
    if (value === null || typeof value === 'boolean') return [];
    if (typeof value === 'number') return [numberOf(key, value)];
    if (key === 'client') return [clientName(value)];
    return [key === 'role' ? (roles[value]?.name ?? value) : value];
  });
  return member === null ? known : [member, ...known];
}
