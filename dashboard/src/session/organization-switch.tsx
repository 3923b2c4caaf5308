import { useEffect, useId, useRef, useState, type ReactElement } from 'react';
import { t } from '../texts';
import { HeldCredits } from './held-credits';
import { useSession } from './session-context';

/**
 * The current organization, and a list of links to the others behind it: nothing happens at a key press but moving
 * (WCAG 3.2.2). Somebody with one organization sees its name alone.
 */
export function OrganizationSwitch({ page }: { page: string }): ReactElement | null {
  const { organizations, organization } = useSession();
  const [isOpen, setOpen] = useState(false);
  const whole = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  useEffect(() => {
    if (!isOpen) return;
    const close = (event: Event): void => {
      if (event.target instanceof Node && whole.current?.contains(event.target) === true) return;
      setOpen(false);
    };
    document.addEventListener('pointerdown', close);
    document.addEventListener('focusin', close);
    return () => {
      document.removeEventListener('pointerdown', close);
      document.removeEventListener('focusin', close);
    };
  }, [isOpen]);
  if (organization === null) return null;
  const credits = (
    <>
      <span className="switch-credits">{t.common.credits(organization.balance)}</span>
      <HeldCredits organization={organization} />
    </>
  );
  if (organizations.length === 1) {
    return (
      <div className="switch">
        <p className="switch-name" title={organization.name}>
          {organization.name}
        </p>
        {credits}
      </div>
    );
  }
  return (
    <div
      className="switch"
      ref={whole}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && isOpen) {
          setOpen(false);
          button.current?.focus();
        }
        if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
          event.preventDefault();
          if (isOpen) moveFocus(whole.current, event.key === 'ArrowDown' ? 1 : -1);
          else setOpen(true);
        }
      }}
    >
      <button
        type="button"
        ref={button}
        className="input switch-button"
        aria-label={t.shell.switchOrganization(organization.name)}
        aria-expanded={isOpen}
        aria-controls={id}
        title={organization.name}
        onClick={() => {
          setOpen(!isOpen);
        }}
      >
        <span>{organization.name}</span>
      </button>
      {credits}
      <ul id={id} className="switch-list" hidden={!isOpen} aria-label={t.shell.organization}>
        {organizations.map(({ id: other, name, balance }) => (
          <li key={other}>
            <a
              href={`#/o/${other}/${page}`}
              aria-current={other === organization.id ? 'true' : undefined}
              onClick={() => {
                setOpen(false);
              }}
            >
              <span className="two-lines">{name}</span>
              <span className="hint">{t.common.credits(balance)}</span>
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}

function moveFocus(whole: HTMLElement | null, step: number): void {
  const stops = [...(whole?.querySelectorAll<HTMLElement>('button, a') ?? [])];
  const place = stops.findIndex((stop) => stop === document.activeElement);
  stops[Math.min(stops.length - 1, Math.max(0, place + step))]?.focus();
}
