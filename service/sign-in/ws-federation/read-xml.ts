import { quoted, SignInDenied } from '#service/sign-in/sign-in-denied.ts';
import type { XmlAttribute, XmlElement } from './xml-element.ts';
import { type Namespaces, namespacesOf, outermost, resolve } from './xml-namespaces.ts';

/*
 * Parses the XML that identity providers produce, and nothing else.
 *
 * Attacks on signed XML exploit two parsers that see two different documents in one text: one for the signature, another
 * for the name. So this parser runs before the library that verifies signatures, and accepts only what every parser
 * interprets in the same way: elements, attributes, text, CDATA, comments, the five entities and character references. It rejects
 * document types, other entities and processing instructions (S10); malformed XML, which xmldom would repair; names
 * beyond ASCII; and characters that XML 1.0 and 1.1 treat differently. Sizes are limited before anything is built
 * from them, and there is no recursion, so depth costs no stack.
 */

const MAX_MESSAGE_BYTES = 256 * 1024;
/** Genuine responses have 12 levels. */
const DEEPEST = 32;
/**
 * Elements, attributes and CDATA sections; the library takes 0.1 to 0.3 s for this many. Genuine responses have 60; a value with its type for
 * each of a thousand groups fits.
 */
const MAX_PIECES = 4000;
/** Genuine responses have none. The library compares each comment with all others, which took 18 s for a message full of them. */
const MAX_COMMENTS = 100;
/** Genuine responses have 10. Each attribute is compared with the others of its element. */
const MAX_ATTRIBUTES = 24;

const NAME = '[A-Za-z][A-Za-z0-9._-]*';
const DECLARATION =
  /<\?xml version=["']1\.0["'](?: encoding=["'][Uu][Tt][Ff]-8["'])?(?: standalone=["'](?:yes|no)["'])? ?\?>/y;
const START_TAG = new RegExp(`<(?:(${NAME}):)?(${NAME})`, 'y');
const ATTRIBUTE = new RegExp(`[ \\t\\n]+(?:(${NAME}):)?(${NAME})=(?:"([^"<]*)"|'([^'<]*)')`, 'y');
const TAG_END = /[ \t\n]*(\/?)>/y;
const END_TAG = new RegExp(`</((?:${NAME}:)?${NAME})>`, 'y');
const TEXT = /[^<]+/y;

/** U+0085 and U+2028 are line breaks only in XML 1.1; genuine documents contain no other control characters below U+00A0. */
const FOREIGN_CHARACTER =
  /[^\t\n\r\u0020-\u007E\u00A0-\u2027\u2029-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u;
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const REFERENCE = /&(?:(amp|lt|gt|quot|apos)|#(\d{1,7})|#x([0-9a-fA-F]{1,6}));|&/g;

/** @throws SignInDenied for everything else. */
export const readXml = (text: string): XmlElement => {
  // A string never has more characters than bytes, so the cheap check comes first.
  if (text.length > MAX_MESSAGE_BYTES || Buffer.byteLength(text) > MAX_MESSAGE_BYTES) {
    throw new SignInDenied(`the message has more than ${MAX_MESSAGE_BYTES} bytes`);
  }
  rejectForeignCharacters(text);
  return new Reading(text.replaceAll(/\r\n?/g, '\n')).document();
};

type Open = { tag: string; namespaces: Namespaces; element: Growing };
type Growing = Omit<XmlElement, 'children'> & { children: (XmlElement | string)[] };

class Reading {
  readonly #text: string;
  readonly #open: Open[] = [];
  #root: XmlElement | undefined;
  #at = 0;
  #pieces = 0;
  #comments = 0;

  constructor(text: string) {
    this.#text = text;
  }

  document(): XmlElement {
    this.#take(DECLARATION);
    while (this.#at < this.#text.length) this.#next();
    if (this.#open.length > 0) throw this.#wrong(`"${this.#open.at(-1)!.tag}" is not closed`);
    if (this.#root === undefined) throw this.#wrong('there is no element');
    return this.#root;
  }

  #next() {
    const text = this.#take(TEXT)?.[0];
    if (text !== undefined) {
      // Well-formed XML does not contain it, and parsers interpret it differently.
      if (text.includes(']]>')) throw this.#wrong('"]]>" appears outside CDATA');
      this.#add(this.#decode(text));
    } else if (this.#text.startsWith('<!--', this.#at)) {
      const comment = this.#until('<!--', '-->');
      if (++this.#comments > MAX_COMMENTS) throw this.#wrong('there are too many comments');
      if (comment.includes('--') || comment.endsWith('-')) throw this.#wrong('a comment contains "--"');
    } else if (this.#text.startsWith('<![CDATA[', this.#at)) {
      this.#add(this.#until('<![CDATA[', ']]>'));
    } else if (this.#text.startsWith('</', this.#at)) {
      this.#close();
    } else {
      this.#start();
    }
  }

  #start() {
    const begin = this.#take(START_TAG);
    if (!begin) throw this.#wrong(`${quoted(this.#text.slice(this.#at, this.#at + 20))} is not accepted`);
    if (this.#root !== undefined && this.#open.length === 0) throw this.#wrong('there is a second root');
    this.#count();
    if (this.#open.length === DEEPEST) throw this.#wrong(`there are more than ${DEEPEST} levels`);

    const [, prefix = '', name] = begin;
    const written: { prefix: string; name: string; value: string }[] = [];
    for (let match = this.#take(ATTRIBUTE); match; match = this.#take(ATTRIBUTE)) {
      const value = this.#decode((match[3] ?? match[4])!.replaceAll(/[\t\n]/g, ' '));
      this.#count();
      written.push({ prefix: match[1] ?? '', name: match[2]!, value });
      if (written.length > MAX_ATTRIBUTES) throw this.#wrong('an element has too many attributes');
    }
    const end = this.#take(TAG_END);
    if (!end) throw this.#wrong(`"${begin[0]}" has an attribute that is not well-formed`);

    const namespaces = namespacesOf(written, this.#open.at(-1)?.namespaces ?? outermost);
    const element: Growing = {
      namespace: resolve(namespaces, prefix),
      name: name!,
      attributes: attributesOf(written, namespaces),
      children: [],
    };
    this.#add(element);
    this.#root ??= element;
    if (end[1] === '') this.#open.push({ tag: begin[0].slice(1), namespaces, element });
  }

  #close() {
    const tag = this.#take(END_TAG)?.[1];
    if (tag === undefined || this.#open.pop()?.tag !== tag) throw this.#wrong('an end tag has no start tag');
  }

  #add(child: Growing | string) {
    const children = this.#open.at(-1)?.element.children;
    if (children !== undefined) {
      const last = children.at(-1);
      if (typeof child === 'string' && typeof last === 'string') children[children.length - 1] = last + child;
      else if (child !== '') children.push(child);
    } else if (typeof child === 'string' && /[^ \t\n]/.test(child)) {
      throw this.#wrong('there is text outside the root element');
    }
  }

  /** References are decoded once: the result is never parsed as markup. */
  #decode(text: string): string {
    if (!text.includes('&')) return text;
    const decoded = text.replaceAll(REFERENCE, (reference, entity, decimal, hexadecimal) => {
      if (entity !== undefined) return ENTITIES[entity]!;
      const code = decimal === undefined ? Number.parseInt(hexadecimal, 16) : Number(decimal);
      // Half of a surrogate pair is not a character, but two in a row would look like one afterwards.
      const isCharacter = code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
      if (!isCharacter) throw this.#wrong(`${quoted(reference)} is not an accepted entity`);
      return String.fromCodePoint(code);
    });
    rejectForeignCharacters(decoded);
    return decoded;
  }

  #until(begin: string, end: string): string {
    this.#count();
    const from = this.#at + begin.length;
    const to = this.#text.indexOf(end, from);
    if (to < 0) throw this.#wrong(`${begin} has no end`);
    this.#at = to + end.length;
    return this.#text.slice(from, to);
  }

  #count() {
    if (++this.#pieces > MAX_PIECES)
      throw this.#wrong(`there are more than ${MAX_PIECES} elements and attributes`);
  }

  #take(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at;
    const match = pattern.exec(this.#text);
    if (match) this.#at = pattern.lastIndex;
    return match;
  }

  #wrong(what: string): SignInDenied {
    return new SignInDenied(`the message is not acceptable XML: ${what}, at character ${this.#at}`);
  }
}

const attributesOf = (
  written: readonly { prefix: string; name: string; value: string }[],
  namespaces: Namespaces,
): XmlAttribute[] => {
  const attributes = written
    .filter(({ prefix, name }) => prefix !== 'xmlns' && (prefix !== '' || name !== 'xmlns'))
    .map(({ prefix, name, value }) => ({
      // An attribute without a prefix has no namespace, regardless of the default namespace.
      namespace: prefix === '' ? '' : resolve(namespaces, prefix),
      name,
      value,
    }))
    .sort((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1));
  const secondTenant = attributes.find(
    (attribute, index) => index > 0 && sortKey(attribute) === sortKey(attributes[index - 1]!),
  );
  if (secondTenant)
    throw new SignInDenied(`the message has an element with two attributes ${quoted(secondTenant.name)}`);
  return attributes;
};

const sortKey = ({ namespace, name }: XmlAttribute) => `${namespace} ${name}`;

const rejectForeignCharacters = (text: string): void => {
  const code = FOREIGN_CHARACTER.exec(text)?.[0].codePointAt(0);
  if (code === undefined) return;
  const written = code.toString(16).toUpperCase().padStart(4, '0');
  throw new SignInDenied(`the message contains the character U+${written}`);
};
