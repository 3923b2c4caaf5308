import type { Clock } from '../ports';
import type { MailboxProber, ProbeRequest, ProbeResult } from '../smtp/mailbox-prober';
import { classifyReply } from '../smtp/replies/classify-reply';
import type { Classified, Stage } from '../smtp/replies/outcome';
import type { FailureScript, ReplyScript } from './mail-script';
import { SANDBOX_HOST } from './scripted-resolver';
import type { WaitingPlaces } from './waiting-places';

/** Answers as the script says, by way of the classifier of replies; opens no connection. */
export function scriptedProber(
  script: ReplyScript | FailureScript,
  clock: Clock,
  places: WaitingPlaces,
): MailboxProber {
  return {
    probe: async (request) => {
      if ('failure' in script) return failed(script);
      const isInTime = await waited(script.afterMs ?? 0, request, clock, places);
      return isInTime ? replied(script) : failed({ failure: 'aborted', stage: 'rcpt' });
    },
    close: () => Promise.resolve(),
  };
}

/** Returns false when the caller has gone, or the time for the address is over. */
async function waited(ms: number, { mode, tenant, signal }: ProbeRequest, clock: Clock, places: WaitingPlaces) {
  const leave = ms > 0 && mode === 'single' ? places.take(tenant) : null;
  if (leave === null) return true;
  return clock
    .sleep(ms, signal)
    .then(
      () => true,
      () => false,
    )
    .finally(leave);
}

function replied({ reply, stage = 'rcpt', ...script }: ReplyScript): ProbeResult {
  const [, code, line = ''] = /^(\d{3}) (.*)$/.exec(reply) ?? [];
  const classified = classifyReply({ code: Number(code), lines: [line] }, { stage, mxHost: SANDBOX_HOST });
  return resultOf(classified, stage, script);
}

function failed({ failure: outcome, stage, ...script }: FailureScript): ProbeResult {
  const silent = { reason: null, code: null, enhanced: null, certainty: 'high', text: null } as const;
  return resultOf({ outcome, ...silent }, stage, script);
}

function resultOf(
  classified: Classified,
  stage: Stage,
  { catchAll = null, truthfulness = 'decides_by_probe', everyHostSaid = false }: Partial<ReplyScript> = {},
): ProbeResult {
  return {
    classified,
    stage,
    mxHost: stage === 'connect' ? null : SANDBOX_HOST,
    catchAll,
    catchAllPending: false,
    by: null,
    controlPending: false,
    provider: null,
    truthfulness,
    everyHostSaid,
    layer: 'smtp',
    isLocalError: classified.outcome === 'out_of_resources',
  };
}
