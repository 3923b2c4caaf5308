/** What is told of an XML text: elements by their names without a prefix. */
export interface XmlHandler {
  open(name: string, attributes: Readonly<Record<string, string>>): void;
  /** May come in pieces, since texts and CDATA may stand side by side. */
  text(text: string): void;
  close(name: string): void;
}
