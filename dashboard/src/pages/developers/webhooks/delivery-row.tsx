import { useId, useState, type ReactElement } from 'react';
import type { Delivery, DeliveryStatus, Webhook } from '../../../api/developers';
import { developerTexts } from '../../../texts/developers';
import { Button } from '../../../ui/button';
import { formatMoment } from '../../../ui/format';
import { DeliveryDetails } from './delivery-details';

const TONES: Record<DeliveryStatus, string> = {
  delivered: 'valid',
  pending: 'catch_all',
  failed: 'invalid',
  stopped: 'unknown',
};

interface DeliveryRowProps {
  webhook: Webhook;
  delivery: Delivery;
  onResent: () => Promise<void>;
}

export function DeliveryRow({ webhook, delivery, onResent }: DeliveryRowProps): ReactElement {
  const { log: words, eventNames } = developerTexts();
  const [isOpen, setOpen] = useState(false);
  const place = useId();
  const moment = formatMoment(delivery.occurred_at);
  const name = eventNames[delivery.type];
  const { next_attempt_at: next, attempts, status } = delivery;
  const facts = [moment, words.tries(attempts), ...(next === null ? [] : [words.next(formatMoment(next))])];
  return (
    <li className="rows-item delivery-row">
      <div className="delivery-head">
        <div>
          <p className="strong">{name}</p>
          <p className="hint">{facts.join(' · ')}</p>
        </div>
        <span className={`badge ${TONES[status]}`}>{words.statuses[status]}</span>
        <Button
          isSmall
          aria-expanded={isOpen}
          aria-controls={place}
          aria-label={words.showOf(name, moment)}
          onClick={() => {
            setOpen(!isOpen);
          }}
        >
          {words.show}
        </Button>
      </div>
      <div id={place} hidden={!isOpen}>
        {isOpen && <DeliveryDetails webhook={webhook} delivery={delivery} onResent={onResent} />}
      </div>
    </li>
  );
}
