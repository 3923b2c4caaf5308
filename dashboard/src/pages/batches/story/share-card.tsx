import { useState, type ReactElement } from 'react';
import { summaryLinks, type Batch } from '../../../api';
import { useOrganization } from '../../../session/session-context';
import { t } from '../../../texts';
import { Button } from '../../../ui/button';
import { Card } from '../../../ui/card';
import { CopyButton } from '../../../ui/copy-button';
import { SelectField } from '../../../ui/field';
import { Form } from '../../../ui/form';
import { formatDay, formatMoment } from '../../../ui/format';
import { FormFault } from '../../../ui/form-fault';
import { useLoaded } from '../../../ui/use-loaded';
import { useTask } from '../../../ui/use-task';
import { Waiting } from '../../../ui/waiting';

const DAYS = [7, 30, 90, 365];

/** Links to the summary for people without an account: made, listed, withdrawn. */
export function ShareCard({ batch }: { batch: Batch }): ReactElement {
  const { id } = useOrganization();
  const [days, setDays] = useState(30);
  const [made, setMade] = useState<string | null>(null);
  const loaded = useLoaded(`${id} ${batch.id} links`, () => summaryLinks.list(id, batch.id));
  const make = useTask(async () => {
    const { link } = await summaryLinks.make(id, batch.id, days);
    setMade(new URL(link, window.location.origin).href);
    await loaded.reload();
  });
  const withdraw = useTask(async (linkId: number) => {
    await summaryLinks.withdraw(id, batch.id, linkId);
    setMade(null);
    await loaded.reload();
  });
  return (
    <Card title={t.sharing.title} note={t.sharing.note}>
      <Form className="beside" onSubmit={make.run}>
        <SelectField
          label={t.sharing.days}
          value={days}
          onChange={(event) => {
            setDays(Number(event.target.value));
          }}
        >
          {DAYS.map((value) => (
            <option key={value} value={value}>
              {t.sharing.inDays(value)}
            </option>
          ))}
        </SelectField>
        <Button type="submit" isBusy={make.isBusy}>
          {t.sharing.make}
        </Button>
      </Form>
      <FormFault fault={make.fault} />
      <div className={made === null ? 'visually-hidden' : 'made'} role="status">
        {made !== null && (
          <>
            <p>{t.sharing.passOn}</p>
            <div className="secret">
              <code tabIndex={0} role="textbox" aria-readonly="true" aria-label={t.sharing.theLink}>
                {made}
              </code>
              <CopyButton text={made} label={t.sharing.copyLink} />
            </div>
          </>
        )}
      </div>
      {loaded.data === null && <Waiting loaded={loaded} />}
      <FormFault fault={withdraw.fault} />
      {loaded.data !== null && loaded.data.length > 0 && (
        <ul className="rows" aria-label={t.sharing.links}>
          {loaded.data.map(({ id: linkId, created_at: at, expires_at: until }) => (
            <li key={linkId} className="rows-item">
              <div>
                <p className="strong">{t.sharing.made(formatMoment(at))}</p>
                <p className="hint">{t.sharing.until(formatDay(until))}</p>
              </div>
              <Button
                isSmall
                aria-label={t.sharing.withdrawOne(formatMoment(at))}
                onClick={() => {
                  withdraw.run(linkId);
                }}
              >
                {t.sharing.withdraw}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
