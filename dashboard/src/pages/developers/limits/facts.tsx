import type { ReactElement } from 'react';

export function Facts({ facts }: { facts: readonly (readonly [name: string, value: string])[] }): ReactElement {
  return (
    <dl className="facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
