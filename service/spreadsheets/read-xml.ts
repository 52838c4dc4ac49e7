/// <reference path="./saxen.d.ts" />
import { Parser } from 'saxen';
import { sentence } from '#sentences/sentence.ts';
import { Unreadable } from './unreadable.ts';

/** What a reader of a part of a spreadsheet wants to know; names come without their prefixes. */
export type XmlListener = {
  open?(name: string, attributes: XmlAttributes): void;
  close?(name: string): void;
  text?(text: string): void;
  /** Whether it knows enough, and the rest need not be read. */
  isDone?(): boolean;
};

/** The attributes of an element, read when they are asked for. */
export type XmlAttributes = (name: string) => string | undefined;

/** Characters without the end of a tag: no part of a spreadsheet has so many. */
const LONGEST_PIECE = 4 * 1024 * 1024;

/** Reads XML as it comes, and holds none of it. Refuses document types, which spreadsheets have not. */
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
      throw new Unreadable(sentence`The file is broken: a spreadsheet has no document type.`);
  });
  parser.on('error', (error) => {
    throw new Unreadable(sentence`The file is broken: ${error.message}.`);
  });

  let decoder: TextDecoder | undefined;
  let open = 0;
  for await (const piece of pieces) {
    decoder ??= new TextDecoder(encodingOf(piece));
    const text = decoder.decode(piece, { stream: true });
    const lastTag = text.lastIndexOf('>');
    open = lastTag === -1 ? open + text.length : text.length - lastTag;
    // What has no end would be read from its beginning again and again.
    if (open > LONGEST_PIECE) throw new Unreadable(sentence`The file is broken: a tag has no end.`);
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
