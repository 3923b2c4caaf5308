import { contentFor, encodeReply, RCODES, type FindEntry } from './dns-reply';
import type { Reply } from './loopback-sockets';
import type { ReceivedQuestion } from './received-question';
import type { ZoneEntry } from './zone';

/** What fits over UDP when the client does not say more (RFC 1035 4.2.1). */
const CLASSIC_UDP_BYTES = 512;
const NOTHING = { answers: [], authorities: [] };

/** Sends what the entry asks for: the right reply, a wrong one, or none. */
export function scriptedReply(
  { id, question, udpBytes }: ReceivedQuestion,
  transport: 'udp' | 'tcp',
  entry: ZoneEntry | undefined,
  find: FindEntry,
  reply: Reply,
): void {
  if (transport === 'udp' && entry?.truncate === true) {
    reply(encodeReply(id, question, { rcode: RCODES.noerror, ...NOTHING }, true));
    return;
  }
  const content = contentFor(question.name.toLowerCase(), question.type, entry, find);
  const whole = encodeReply(id, question, content);
  const fits = transport === 'tcp' || whole.length <= (udpBytes ?? CLASSIC_UDP_BYTES);
  const right = fits ? whole : encodeReply(id, question, content, true);
  switch (entry?.behaviour) {
    case 'silent':
      return;
    case 'close':
      reply(null);
      return;
    case 'formerr_on_edns':
      reply(udpBytes === null ? right : encodeReply(id, question, { rcode: RCODES.formerr, ...NOTHING }));
      return;
    case 'wrong_id':
      reply(encodeReply((id + 1) & 0xffff, question, content));
      return;
    case 'wrong_question':
      reply(encodeReply(id, { ...question, name: `x${question.name}` }, content));
      return;
    case 'other_port':
      reply(right, { otherPort: true });
      return;
    case 'garbage':
      reply(Buffer.from('this is no DNS message'));
      return;
    case 'cut_off':
      reply(right.subarray(0, -7));
      return;
    case 'nxdomain':
    case 'nodata':
    case 'servfail':
    case 'refused':
    case 'formerr':
    case 'referral':
    case undefined:
      reply(right);
  }
}
