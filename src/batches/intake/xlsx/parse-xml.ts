import { parser as makeParser, type Tag } from 'sax';
import type { Yielder } from '../csv/yielder';
import { damaged } from './workbook-fault';
import type { XmlHandler } from './xml-handler';

/** Characters parsed at a time: a millisecond or two. */
const PIECE = 16_384;
const DEEPEST = 64;
/** Characters of a name, a text, or attributes: Excel itself takes texts of 32,767. */
const MOST_QUIET = 1_048_576;

/**
 * Parses an XML text as it comes in, at bounded memory. No document type is taken, and so no entities of its own.
 * Yields after each piece, so that what the handler has gathered can be taken away.
 * @throws CsvFault where it is not well-formed
 */
export async function* parseXml(
  source: AsyncIterable<string>,
  handler: XmlHandler,
  yielder: Yielder,
): AsyncGenerator<undefined, void> {
  const parser = makeParser(true, { position: false });
  let quiet = 0;
  const state = { isBad: false };
  const fail = (): void => {
    state.isBad = true;
  };
  parser.onerror = fail;
  parser.ondoctype = fail;
  parser.onsgmldeclaration = fail;
  let depth = 0;
  parser.onopentag = (tag) => {
    quiet = 0;
    depth += 1;
    if (depth > DEEPEST) state.isBad = true;
    handler.open(local(tag.name), (tag as Tag).attributes);
  };
  parser.onclosetag = (name) => {
    quiet = 0;
    depth -= 1;
    handler.close(local(name));
  };
  const tell = (text: string): void => {
    quiet = 0;
    handler.text(text);
  };
  parser.ontext = tell;
  parser.oncdata = tell;
  for await (const text of source) {
    for (let at = 0; at < text.length; at += PIECE) {
      await yielder.yieldIfDue();
      const piece = text.slice(at, at + PIECE);
      quiet += piece.length;
      parser.write(piece);
      if (state.isBad || quiet > MOST_QUIET) throw damaged();
      yield;
    }
  }
  parser.close();
  if (state.isBad) throw damaged();
  yield;
}

/** The value of the attribute with that name, whatever its prefix. */
export function attribute(attributes: Readonly<Record<string, string>>, name: string): string | null {
  for (const [key, value] of Object.entries(attributes)) if (local(key) === name) return value;
  return null;
}

function local(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
