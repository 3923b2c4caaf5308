import { decode, type DecodedPacket, type Question } from 'dns-packet';

export interface ReceivedQuestion {
  id: number;
  question: Question;
  /** What the client can take over UDP by its EDNS record, or null when it sent none. */
  udpBytes: number | null;
}

/** Null when the message holds no question. */
export function decodeQuestion(message: Buffer): ReceivedQuestion | null {
  let packet: DecodedPacket;
  try {
    packet = decode(message);
  } catch {
    return null;
  }
  const question = packet.questions?.[0];
  if (question === undefined) return null;
  const opt = packet.additionals?.find((record) => record.type === 'OPT');
  return { id: packet.id ?? 0, question, udpBytes: opt?.type === 'OPT' ? opt.udpPayloadSize : null };
}
