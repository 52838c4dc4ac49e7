/// <reference path="./saxen.d.ts" />
import { Parser } from 'saxen';
import { sentence } from '#i18n/sentence.ts';
import { Unreadable } from './unreadable.ts';

/** Handlers for parts of the XML. Names have no namespace prefix. */
export type XmlListener = {
  open?(name: string, attributes: XmlAttributes): void;
  close?(name: string): void;
  text?(text: string): void;
  /** Whether the rest of the file can be skipped. */
  isDone?(): boolean;
};

/** Reads an attribute of the element. Attributes are parsed only when needed. */
export type XmlAttributes = (name: string) => string | undefined;

/** More characters without the end of a tag than any part of a spreadsheet has. */
const MAX_UNCLOSED = 4 * 1024 * 1024;

/** Parses XML as a stream. Rejects document types, which spreadsheets never have. */
export const readXml = async (pieces: AsyncIterable<Buffer>, listener: XmlListener): Promise<void> => {
  const parser = new Parser();
  parser.on('openTag', (name, attributes) => {
    listener.open?.(localName(name), (wanted) => {
      for (const [given, value] of Object.entries(attributes() || {}))
        if (localName(given) === wanted) return decode(value);
      return undefined;
    });
  });
  parser.on('closeTag', (name) => listener.close?.(localName(name)));
  parser.on('text', (text) => listener.text?.(decode(text)));
  parser.on('cdata', (text) => listener.text?.(text));
  parser.on('attention', (text) => {
    if (/^<!DOCTYPE/i.test(text))
      throw new Unreadable(sentence`The file is damaged: it contains a document type.`);
  });
  parser.on('error', (error) => {
    throw new Unreadable(sentence`The file is damaged: ${error.message}.`);
  });

  let decoder: TextDecoder | undefined;
  let open = 0;
  for await (const piece of pieces) {
    decoder ??= new TextDecoder(encodingOf(piece));
    const text = decoder.decode(piece, { stream: true });
    const lastTag = text.lastIndexOf('>');
    open = lastTag === -1 ? open + text.length : text.length - lastTag;
    // The parser would read unclosed text from its start with every piece.
    if (open > MAX_UNCLOSED) throw new Unreadable(sentence`The file is damaged: a tag is not closed.`);
    parser.write(text);
    if (listener.isDone?.()) return;
  }
  parser.write(decoder?.decode() ?? '');
  parser.end();
};

const encodingOf = ([first, second]: Buffer): string => {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
};

const localName = (name: string) => name.slice(name.indexOf(':') + 1);

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

const decode = (text: string): string =>
  text.includes('&')
    ? text.replaceAll(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w{2,4}));/gi, (whole, hex, decimal, name) => {
        if (name !== undefined) return entities[name] ?? whole;
        const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
        return code > 0x10ffff ? whole : String.fromCodePoint(code);
      })
    : text;
