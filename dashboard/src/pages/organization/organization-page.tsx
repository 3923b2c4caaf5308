import type { ReactElement } from 'react';
import { useOrganization, useSession } from '../../session/session-context';
import { Card } from '../../ui/card';
import { formatNumber } from '../../ui/format';
import { Page } from '../../ui/page';
import { GoodbyeCard } from './goodbye-card';
import { InvitationsCard } from './invitations-card';
import { MembersCard } from './members-card';
import { NewOrganization } from './new-organization';
import { RenameCard } from './rename-card';

export function OrganizationPage(): ReactElement {
  const organization = useOrganization();
  const { organizations } = useSession();
  const mayManage = organization.role !== 'member';
  return (
    <Page title="Team" lead={`${organization.name}: you are its ${organization.role}.`}>
      <MembersCard />
      {mayManage && <InvitationsCard />}
      {mayManage && <RenameCard />}
      <Card title="Your organizations" note="Each has credits, batches and members of its own.">
        <ul className="rows">
          {organizations.map(({ id, name, role, balance, is_default: isDefault }) => (
            <li key={id} className="rows-item">
              <div>
                <a
                  className="strong"
                  href={`#/o/${id}/organization`}
                  aria-current={id === organization.id ? 'true' : undefined}
                >
                  {name}
                </a>{' '}
                {isDefault && <span className="chip">default</span>}
                <p className="hint">
                  {role} · {formatNumber(balance)} credits
                </p>
              </div>
              <code>No. {id}</code>
            </li>
          ))}
        </ul>
        <NewOrganization />
      </Card>
      <GoodbyeCard />
    </Page>
  );
}
