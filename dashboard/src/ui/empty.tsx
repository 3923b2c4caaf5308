import type { ReactElement, ReactNode } from 'react';
import { Icon, type IconName } from './icon';

/** What stands where nothing is yet: it says what to do next. */
export function Empty({ icon, title, children }: { icon: IconName; title: string; children: ReactNode }): ReactElement {
  return (
    <div className="empty">
      <span className="empty-icon">
        <Icon name={icon} />
      </span>
      <p className="strong">{title}</p>
      <div className="hint">{children}</div>
    </div>
  );
}
