import type { ReactElement, ReactNode } from 'react';
import { account } from './api';
import { askToLeave, goTo, release } from './router';
import { AwayBanner } from './session/away-banner';
import { LeaveQuestion } from './session/leave-question';
import { useSession } from './session/session-context';
import { t } from './texts';
import { Brand } from './ui/brand';
import { Button } from './ui/button';
import { FormFault } from './ui/form-fault';
import { Icon, type IconName } from './ui/icon';
import { useTask } from './ui/use-task';

export interface FramePage {
  name: string;
  text: string;
  icon: IconName;
  href: string;
}

interface FrameProps {
  pages: readonly FramePage[];
  /** The name of the page that is shown; null: it is none of them. */
  current: string | null;
  /** Another one is another page, which starts anew. */
  pageKey: string;
  /** Between the brand and the pages. */
  top?: ReactNode;
  /** Links at the foot. */
  links: ReactNode;
  children: ReactNode;
}

/** What stands round every page of somebody who is signed in. */
export function Frame({ pages, current, pageKey, top, links, children }: FrameProps): ReactElement {
  const { account: me, set } = useSession();
  const signOut = useTask(async () => {
    await account.signOut();
    release();
    set(null);
    goTo('/');
  });
  return (
    <div className="shell">
      <a
        className="skip"
        href="#main"
        onClick={(event) => {
          event.preventDefault();
          document.querySelector<HTMLElement>('#main h1')?.focus();
        }}
      >
        {t.shell.skip}
      </a>
      <aside className="side">
        <Brand />
        {top}
        <nav aria-label={t.shell.pages}>
          <ul>
            {pages.map(({ name, text, icon, href }) => (
              <li key={name}>
                <a href={href} aria-current={name === current ? 'page' : undefined}>
                  <Icon name={icon} />
                  <span>{text}</span>
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <div className="side-foot">
          {links}
          <FormFault fault={signOut.fault} />
          <div className="side-account">
            <p className="who" title={me.email}>
              {me.name ?? me.email}
            </p>
            <Button
              isSmall
              isBusy={signOut.isBusy}
              onClick={() => {
                askToLeave(signOut.run);
              }}
            >
              {t.shell.signOut}
            </Button>
          </div>
        </div>
      </aside>
      <main id="main" key={pageKey}>
        <AwayBanner />
        {children}
      </main>
      <LeaveQuestion />
    </div>
  );
}
