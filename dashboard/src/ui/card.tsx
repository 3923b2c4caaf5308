import type { ReactElement, ReactNode } from 'react';

interface CardProps {
  title?: string;
  note?: ReactNode;
  actions?: ReactNode;
  isDangerous?: boolean;
  children: ReactNode;
}

export function Card({ title, note, actions, isDangerous, children }: CardProps): ReactElement {
  return (
    <section className={isDangerous === true ? 'card dangerous' : 'card'}>
      {title !== undefined && (
        <div className="card-head">
          <div>
            <h2>{title}</h2>
            {note !== undefined && <p className="hint">{note}</p>}
          </div>
          {actions}
        </div>
      )}
      {children}
    </section>
  );
}
