import type { ReactElement } from 'react';
import { useOrganization, useSession } from '../../session/session-context';
import { t } from '../../texts';
import { Card } from '../../ui/card';
import { Page } from '../../ui/page';
import { AuditCard } from './audit-card';
import { TwoFactorRequirementCard } from './two-factor-requirement-card';
import { CreditsCard } from './credits-card';
import { GoodbyeCard } from './goodbye-card';
import { HistorySwitch } from './history-card';
import { InvitationsCard } from './invitations-card';
import { MembersCard } from './members-card';
import { MoveCredits } from './move-credits';
import { NewOrganization } from './new-organization';
import { RenameCard } from './rename-card';

export function OrganizationPage(): ReactElement {
  const organization = useOrganization();
  const { organizations } = useSession();
  const { role } = organization;
  const mayManage = role === 'owner' || role === 'admin';
  return (
    <Page title={t.team.title} lead={t.team.lead(organization.name, t.roles[organization.role].name)}>
      <MembersCard />
      {mayManage && <InvitationsCard />}
      {mayManage && <RenameCard />}
      {mayManage && <CreditsCard />}
      {mayManage && <HistorySwitch />}
      <MoveCredits />
      <Card title={t.team.organizations} note={t.team.organizationsNote}>
        <ul className="rows">
          {organizations.map(({ id, name, role: mine, balance, is_default: isDefault }) => (
            <li key={id} className="rows-item">
              <div>
                <a
                  className="strong two-lines"
                  href={`#/o/${id}/organization`}
                  aria-current={id === organization.id ? 'true' : undefined}
                >
                  {name}
                </a>
                <p className="hint">
                  {t.team.roleAndCredits(t.roles[mine].name, balance)}{' '}
                  {isDefault && <span className="chip">{t.team.isDefault}</span>}
                </p>
              </div>
              <code>{t.tokens.organizationNumber(id)}</code>
            </li>
          ))}
        </ul>
        <NewOrganization />
      </Card>
      {role === 'owner' && <TwoFactorRequirementCard />}
      {mayManage && <AuditCard />}
      <GoodbyeCard />
    </Page>
  );
}
