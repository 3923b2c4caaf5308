import type { ReactElement } from 'react';
import type { CheckResult } from '../../api';
import { t } from '../../texts';

type Tone = 'good' | 'bad' | 'plain';

/** Five facts, coloured by what they mean for the sender. */
export function Flags({ result }: { result: CheckResult }): ReactElement {
  const { flags } = t.check;
  const facts: [name: string, value: string, tone: Tone][] = [
    [flags.mxFound, yesNo(mailServer(result)), mailServerTone(result)],
    [flags.mailbox, mailbox(result), mailboxTone(result)],
    [flags.catchAll, yesNo(result.is_catch_all), result.is_catch_all === true ? 'bad' : 'plain'],
    [flags.disposable, yesNo(result.is_disposable), result.is_disposable ? 'bad' : 'plain'],
    [flags.role, yesNo(result.is_role_account), result.is_role_account ? 'bad' : 'plain'],
  ];
  return (
    <dl className="flags">
      {facts.map(([name, value, tone]) => (
        <div key={name} className={tone}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Null where the name servers did not say: then none was found, and there may well be one. */
function mailServer({ mx_found: isFound, status }: CheckResult): boolean | null {
  return isFound || status !== 'unknown' ? isFound : null;
}

function mailServerTone(result: CheckResult): Tone {
  const isFound = mailServer(result);
  if (isFound === null) return 'plain';
  return isFound ? 'good' : 'bad';
}

function yesNo(value: boolean | null): string {
  if (value === null) return t.common.notKnown;
  return value ? t.common.yes : t.common.no;
}

/** A server that takes all mail has confirmed nothing: it says yes to any address. */
const saysNothing = (result: CheckResult): boolean => result.smtp_valid === true && result.is_catch_all === true;

function mailbox(result: CheckResult): string {
  return saysNothing(result) ? t.check.mailboxOpen : yesNo(result.smtp_valid);
}

function mailboxTone(result: CheckResult): Tone {
  if (result.smtp_valid === null || saysNothing(result)) return 'plain';
  return result.smtp_valid ? 'good' : 'bad';
}
