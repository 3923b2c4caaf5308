import type { ReactElement } from 'react';
import type { Limits } from '../../../api/developers';
import { developerTexts } from '../../../texts/developers';
import { Card } from '../../../ui/card';
import { formatNumber } from '../../../ui/format';
import { Facts } from './facts';

interface RequestsCardProps {
  organization: Limits['organization_rate'];
  tokens: Limits['token_rates'];
}

/** What the headers of the answers say, and what they would say now. */
export function RequestsCard({ organization, tokens }: RequestsCardProps): ReactElement {
  const words = developerTexts().limits;
  return (
    <Card title={words.requests} note={words.requestsNote}>
      <Facts
        facts={[
          ['RateLimit-Limit', words.headers.limit],
          ['RateLimit-Remaining', words.headers.remaining],
          ['RateLimit-Reset', words.headers.reset],
        ]}
      />
      <div className="table-wrap" tabIndex={0} role="region" aria-label={words.requests}>
        <table>
          <thead>
            <tr>
              <th scope="col">{words.token}</th>
              <th scope="col" className="number">
                {words.limit}
              </th>
              <th scope="col" className="number">
                {words.remaining}
              </th>
              <th scope="col" className="number">
                {words.reset}
              </th>
            </tr>
          </thead>
          <tbody>
            {tokens.map(({ token_id: id, name, hint, ...rate }) => (
              <Row key={id} name={name} hint={hint} rate={rate} />
            ))}
            <Row name={words.all} hint={null} rate={organization} />
          </tbody>
        </table>
      </div>
      {tokens.length === 0 && <p className="hint">{words.noToken}</p>}
      <p className="hint">{words.over}</p>
    </Card>
  );
}

function Row(props: { name: string; hint: string | null; rate: Limits['organization_rate'] }): ReactElement {
  const words = developerTexts().limits;
  const { limit, remaining, reset_seconds: reset } = props.rate;
  return (
    <tr>
      <th scope="row" className="token-name">
        {props.name}
        {props.hint !== null && <span className="hint block">{words.endsIn(props.hint)}</span>}
      </th>
      <td className="number">{formatNumber(limit)}</td>
      <td className="number">{formatNumber(remaining)}</td>
      <td className="number">{remaining === limit ? words.unused : words.seconds(reset)}</td>
    </tr>
  );
}
