/// <reference path="./saxen.d.ts" />
import { Parser } from 'saxen';
import { msg } from '#i18n/message.ts';
import { UnreadableFileError } from './unreadable-file-error.ts';

/** Names are passed without their namespace prefix. */
export type XmlListener = {
  open?(name: string, attributes: XmlAttributes): void;
  close?(name: string): void;
  text?(text: string): void;
  isDone?(): boolean;
};

/** Parses the attributes only when one is read. */
export type XmlAttributes = (name: string) => string | undefined;

/** The maximum length of an incomplete tag or comment, or of text between tags. */
const MAX_UNCLOSED_LENGTH = 4 * 1024 * 1024;
/** Spreadsheets have about ten open tags. */
const MAX_DEPTH = 1_000;

const createUnclosedError = () => new UnreadableFileError(msg`The file is damaged: a tag is not closed.`);

/** Rejects document types, which spreadsheets never have. */
export const readXml = async (chunks: AsyncIterable<Buffer>, listener: XmlListener): Promise<void> => {
  const parser = new Parser();
  let depth = 0;
  /** The characters since the last complete tag, text or comment. The parser rereads them with every chunk. */
  let unclosedLength = 0;
  parser.on('openTag', (name, attributes) => {
    unclosedLength = 0;
    depth++;
    if (depth > MAX_DEPTH) throw createUnclosedError();
    listener.open?.(getLocalName(name), (attribute) => {
      for (const [qualifiedName, value] of Object.entries(attributes() || {}))
        if (getLocalName(qualifiedName) === attribute) return decode(value);
      return undefined;
    });
  });
  parser.on('closeTag', (name) => {
    unclosedLength = 0;
    depth--;
    listener.close?.(getLocalName(name));
  });
  parser.on('text', (text) => {
    unclosedLength = 0;
    listener.text?.(decode(text));
  });
  parser.on('cdata', (text) => {
    unclosedLength = 0;
    listener.text?.(text);
  });
  parser.on('comment', () => {
    unclosedLength = 0;
  });
  parser.on('attention', (text) => {
    unclosedLength = 0;
    if (/^<!DOCTYPE/i.test(text))
      throw new UnreadableFileError(msg`The file is damaged: it contains a document type.`);
  });
  parser.on('error', (error) => {
    throw new UnreadableFileError(msg`The file is damaged: ${error.message}.`);
  });

  let decoder: TextDecoder | undefined;
  for await (const chunk of chunks) {
    decoder ??= new TextDecoder(detectEncoding(chunk));
    const text = decoder.decode(chunk, { stream: true });
    unclosedLength += text.length;
    if (unclosedLength > MAX_UNCLOSED_LENGTH) throw createUnclosedError();
    parser.write(text);
    if (listener.isDone?.()) return;
  }
  parser.write(decoder?.decode() ?? '');
  parser.end();
};

const detectEncoding = ([first, second]: Buffer): string => {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
};

const getLocalName = (name: string) => name.slice(name.indexOf(':') + 1);

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

const decode = (text: string): string =>
  text.includes('&')
    ? text.replaceAll(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w{2,4}));/gi, (match, hex, decimal, name) => {
        if (name !== undefined) return ENTITIES[name] ?? match;
        const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
        return code > 0x10ffff ? match : String.fromCodePoint(code);
      })
    : text;
