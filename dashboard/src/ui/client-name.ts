import { t } from '../texts';

/** What somebody is signed in with: the service's words for a browser, `Firefox on Linux`, in those of the page. */
export function clientName(client: string | null): string {
  if (client === null) return t.account.program;
  const [, browser, system] = /^(\w+) on (\w+)$/.exec(client) ?? [];
  return browser === undefined || system === undefined ? client : t.account.browserOn(browser, system);
}
