import type { ReactElement } from 'react';
import { credits } from '../../api';
import type { ListCount } from '../../csv/count-list';
import { useOrganization } from '../../session/session-context';
import { t } from '../../texts';
import { useLoaded } from '../../ui/use-loaded';
import { CreditsNotice } from '../overview/credits-notice';

interface PriceProps {
  /** What has to be done before anything can be counted, or null. */
  missing: string | null;
  /** Null while the rows are counted. */
  count: ListCount | null;
  balance: number;
}

/** What a list can cost at most, before anything is sent; read out when it changes. */
export function Price({ missing, count, balance }: PriceProps): ReactElement {
  return (
    <div className="price" role="status">
      {missing !== null && <p className="notice">{missing}</p>}
      {missing === null && count === null && <p className="hint">{t.intake.counting}</p>}
      {missing === null && count !== null && <Counted count={count} balance={balance} />}
    </div>
  );
}

function Counted({ count, balance }: { count: ListCount; balance: number }): ReactElement {
  const { rows, addresses, without, isExact } = count;
  return (
    <>
      <p>
        {t.intake.counted(rows, addresses, isExact)}
        {without > 0 && ` ${t.intake.withoutAddress(without)}`}
      </p>
      {addresses === 0 && <p className="notice bad">{t.intake.noAddresses}</p>}
      {addresses > balance ? (
        <>
          <p className="notice bad">{t.intake.tooFew(addresses, balance)}</p>
          <MoreCredits needed={addresses} />
        </>
      ) : (
        <p className="strong">{t.intake.price(addresses, balance, isExact)}</p>
      )}
      <p className="hint">{t.intake.free}</p>
    </>
  );
}

/** Where more come from, beside what is too few. */
function MoreCredits({ needed }: { needed: number }): ReactElement | null {
  const { id, balance } = useOrganization();
  const { data } = useLoaded(`${id} ${balance}`, () => credits.read(id));
  return data === null ? null : <CreditsNotice credits={data} needed={needed} />;
}
