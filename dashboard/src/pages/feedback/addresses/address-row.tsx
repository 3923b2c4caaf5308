import { useState, type ReactElement } from 'react';
import type { ListedAddress } from '../../../api/feedback';
import { feedbackTexts } from '../../../texts/feedback';
import { Button } from '../../../ui/button';
import { formatDay } from '../../../ui/format';
import { AddressEvents } from './address-events';
import { KnownBadge } from './known-badge';

interface AddressRowProps {
  address: ListedAddress;
  /** Absent for those who may not. */
  onClear?: (address: ListedAddress) => void;
}

export function AddressRow({ address, onClear }: AddressRowProps): ReactElement {
  const [isOpen, setOpen] = useState(false);
  const words = feedbackTexts().addresses;
  const { email, known, since } = address;
  return (
    <li className="rows-item address-row">
      <div className="address-head">
        <div>
          <p className="strong">{email}</p>
          <p className="hint">
            <KnownBadge known={known} /> {since !== null && words.since(formatDay(since))}
          </p>
        </div>
        <div className="row">
          <Button
            isSmall
            aria-expanded={isOpen}
            aria-label={words.eventsOf(email)}
            onClick={() => {
              setOpen(!isOpen);
            }}
          >
            {words.events}
          </Button>
          {onClear !== undefined && (
            <Button
              isSmall
              aria-label={words.clearOf(email)}
              onClick={() => {
                onClear(address);
              }}
            >
              {words.clear}
            </Button>
          )}
        </div>
      </div>
      {isOpen && <AddressEvents email={email} />}
    </li>
  );
}
