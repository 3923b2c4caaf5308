import type { ReactElement } from 'react';
import { feedback, type KnownAddress } from '../../../api/feedback';
import { useOrganization } from '../../../session/session-context';
import { feedbackTexts } from '../../../texts/feedback';
import { formatMoment } from '../../../ui/format';
import { useLoaded } from '../../../ui/use-loaded';
import { Waiting } from '../../../ui/waiting';

/** What was told about an address, as far as it is kept. */
export function AddressEvents({ email }: { email: string }): ReactElement {
  const { id } = useOrganization();
  const words = feedbackTexts();
  const loaded = useLoaded(`${id}/${email}`, () => feedback.address(id, email));
  if (loaded.data === null) return <Waiting loaded={loaded} />;
  const { known, events } = loaded.data;
  return (
    <div className="address-events">
      {known !== null && <p>{words.knownMeaning[known]}</p>}
      <dl className="facts">
        {lastOf(loaded.data).map(([name, at]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{formatMoment(at)}</dd>
          </div>
        ))}
      </dl>
      {events.length === 0 ? (
        <p className="hint">{words.addresses.noEvents}</p>
      ) : (
        <ul className="rows">
          {events.map((event) => (
            <li key={event.id} className="rows-item">
              <div>
                <p>
                  <span className="strong">{words.eventTypes[event.type]}</span>{' '}
                  <span className="hint">{formatMoment(event.occurred_at)}</span>
                </p>
                {event.diagnostic !== null && <p className="hint breakable">{event.diagnostic}</p>}
              </div>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function lastOf(address: KnownAddress): [name: string, at: string][] {
  const { last } = feedbackTexts().addresses;
  const all: [string, string | null][] = [
    [last.hard, address.last_hard_bounce_at],
    [last.soft, address.last_soft_bounce_at],
    [last.complaint, address.last_complaint_at],
    [last.suppressed, address.last_suppression_at],
    [last.delivered, address.last_delivery_at],
  ];
  return all.filter((each): each is [string, string] => each[1] !== null);
}
