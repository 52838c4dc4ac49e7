import { quote, SignInDeniedError } from '#service/sign-in/sign-in-denied-error.ts';
import type { XmlAttribute, XmlElement } from './xml-element.ts';
import {
  type Namespaces,
  outermost,
  type RawAttribute,
  resolve,
  resolveNamespaces,
} from './xml-namespaces.ts';

/*
 * Attacks on signed XML exploit two parsers that interpret a message differently: one verifies the signature,
 * and the other reads the user name. So this parser runs before the signature library, and accepts only what
 * every parser interprets in the same way: elements, attributes, text, CDATA, comments, the five entities and
 * character references. It rejects document types, other entities and processing instructions (S10);
 * malformed XML, which xmldom would repair; non-ASCII names; and characters that XML 1.0 and 1.1 treat
 * differently. It checks sizes before allocating memory, and does not recurse.
 */

const MAX_MESSAGE_BYTES = 256 * 1024;
/** Genuine responses are 12 levels deep. */
const MAX_DEPTH = 32;
/**
 * Elements, attributes and CDATA sections; the library takes 0.1 to 0.3 s to process this many. Genuine responses have
 * 60; a thousand groups with typed values still fit.
 */
const MAX_NODES = 4000;
/** Genuine responses have none. The library compares them in pairs: a message full of them took 18 s. */
const MAX_COMMENTS = 100;
/** Genuine responses have 10. Each attribute is compared with the element's other attributes. */
const MAX_ATTRIBUTES = 24;

const NAME = '[A-Za-z][A-Za-z0-9._-]*';
const DECLARATION =
  /<\?xml version=["']1\.0["'](?: encoding=["'][Uu][Tt][Ff]-8["'])?(?: standalone=["'](?:yes|no)["'])? ?\?>/y;
const START_TAG = new RegExp(`<(?:(${NAME}):)?(${NAME})`, 'y');
const ATTRIBUTE = new RegExp(`[ \\t\\n]+(?:(${NAME}):)?(${NAME})=(?:"([^"<]*)"|'([^'<]*)')`, 'y');
const TAG_END = /[ \t\n]*(\/?)>/y;
const END_TAG = new RegExp(`</((?:${NAME}:)?${NAME})>`, 'y');
const TEXT = /[^<]+/y;

/** U+0085 and U+2028 break lines only in XML 1.1. Genuine XML has no other control character below U+00A0. */
const FORBIDDEN_CHARACTER =
  /[^\t\n\r\u0020-\u007E\u00A0-\u2027\u2029-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u;
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const REFERENCE = /&(?:(amp|lt|gt|quot|apos)|#(\d{1,7})|#x([0-9a-fA-F]{1,6}));|&/g;

/** @throws SignInDeniedError if the XML is outside the accepted subset */
export const readXml = (text: string): XmlElement => {
  // A string never has more characters than bytes, so the cheaper check comes first.
  if (text.length > MAX_MESSAGE_BYTES || Buffer.byteLength(text) > MAX_MESSAGE_BYTES) {
    throw new SignInDeniedError(`the message has more than ${MAX_MESSAGE_BYTES} bytes`);
  }
  rejectForbiddenCharacters(text);
  return new XmlParser(text.replaceAll(/\r\n?/g, '\n')).parse();
};

type OpenElement = { tag: string; namespaces: Namespaces; element: MutableElement };
type MutableElement = Omit<XmlElement, 'children'> & { children: (XmlElement | string)[] };

class XmlParser {
  readonly #text: string;
  readonly #open: OpenElement[] = [];
  #root: XmlElement | undefined;
  #position = 0;
  #nodes = 0;
  #comments = 0;

  constructor(text: string) {
    this.#text = text;
  }

  parse(): XmlElement {
    this.#match(DECLARATION);
    while (this.#position < this.#text.length) this.#next();
    if (this.#open.length > 0) throw this.#error(`"${this.#open.at(-1)!.tag}" is not closed`);
    if (this.#root === undefined) throw this.#error('there is no element');
    return this.#root;
  }

  #next() {
    const text = this.#match(TEXT)?.[0];
    if (text !== undefined) {
      // Well-formed XML does not contain this sequence, and parsers interpret it differently.
      if (text.includes(']]>')) throw this.#error('"]]>" appears outside CDATA');
      this.#add(this.#decode(text));
    } else if (this.#text.startsWith('<!--', this.#position)) {
      const comment = this.#section('<!--', '-->');
      if (++this.#comments > MAX_COMMENTS) throw this.#error('there are too many comments');
      if (comment.includes('--') || comment.endsWith('-')) throw this.#error('a comment contains "--"');
    } else if (this.#text.startsWith('<![CDATA[', this.#position)) {
      this.#add(this.#section('<![CDATA[', ']]>'));
    } else if (this.#text.startsWith('</', this.#position)) {
      this.#endTag();
    } else {
      this.#startTag();
    }
  }

  #startTag() {
    const startTag = this.#match(START_TAG);
    if (!startTag)
      throw this.#error(`${quote(this.#text.slice(this.#position, this.#position + 20))} is not accepted`);
    if (this.#root !== undefined && this.#open.length === 0) throw this.#error('there is a second root');
    this.#count();
    if (this.#open.length === MAX_DEPTH) throw this.#error(`there are more than ${MAX_DEPTH} levels`);

    const [, prefix = '', name] = startTag;
    const attributes: RawAttribute[] = [];
    for (let match = this.#match(ATTRIBUTE); match; match = this.#match(ATTRIBUTE)) {
      const value = this.#decode((match[3] ?? match[4])!.replaceAll(/[\t\n]/g, ' '));
      this.#count();
      attributes.push({ prefix: match[1] ?? '', name: match[2]!, value });
      if (attributes.length > MAX_ATTRIBUTES) throw this.#error('an element has too many attributes');
    }
    const tagEnd = this.#match(TAG_END);
    if (!tagEnd) throw this.#error(`"${startTag[0]}" has an attribute that is not well-formed`);

    const namespaces = resolveNamespaces(attributes, this.#open.at(-1)?.namespaces ?? outermost);
    const element: MutableElement = {
      namespace: resolve(namespaces, prefix),
      name: name!,
      attributes: resolveAttributes(attributes, namespaces),
      children: [],
    };
    this.#add(element);
    this.#root ??= element;
    if (tagEnd[1] === '') this.#open.push({ tag: startTag[0].slice(1), namespaces, element });
  }

  #endTag() {
    const tag = this.#match(END_TAG)?.[1];
    if (tag === undefined || this.#open.pop()?.tag !== tag) throw this.#error('an end tag has no start tag');
  }

  #add(child: MutableElement | string) {
    const children = this.#open.at(-1)?.element.children;
    if (children !== undefined) {
      const last = children.at(-1);
      if (typeof child === 'string' && typeof last === 'string') children[children.length - 1] = last + child;
      else if (child !== '') children.push(child);
    } else if (typeof child === 'string' && /[^ \t\n]/.test(child)) {
      throw this.#error('there is text outside the root element');
    }
  }

  /** Decodes references only once: the result is never parsed as markup. */
  #decode(text: string): string {
    if (!text.includes('&')) return text;
    const decoded = text.replaceAll(REFERENCE, (reference, entity, decimal, hexadecimal) => {
      if (entity !== undefined) return ENTITIES[entity]!;
      const code = decimal === undefined ? Number.parseInt(hexadecimal, 16) : Number(decimal);
      // Half a surrogate pair is not a character, but two halves in a row would combine into one.
      const isCharacter = code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
      if (!isCharacter) throw this.#error(`${quote(reference)} is not an accepted entity`);
      return String.fromCodePoint(code);
    });
    rejectForbiddenCharacters(decoded);
    return decoded;
  }

  #section(start: string, end: string): string {
    this.#count();
    const from = this.#position + start.length;
    const to = this.#text.indexOf(end, from);
    if (to < 0) throw this.#error(`${start} has no end`);
    this.#position = to + end.length;
    return this.#text.slice(from, to);
  }

  #count() {
    if (++this.#nodes > MAX_NODES)
      throw this.#error(`there are more than ${MAX_NODES} elements and attributes`);
  }

  #match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#position;
    const match = pattern.exec(this.#text);
    if (match) this.#position = pattern.lastIndex;
    return match;
  }

  #error(reason: string): SignInDeniedError {
    return new SignInDeniedError(
      `the message is not acceptable XML: ${reason}, at character ${this.#position}`,
    );
  }
}

const resolveAttributes = (
  rawAttributes: readonly RawAttribute[],
  namespaces: Namespaces,
): XmlAttribute[] => {
  const attributes = rawAttributes
    .filter(({ prefix, name }) => prefix !== 'xmlns' && (prefix !== '' || name !== 'xmlns'))
    .map(({ prefix, name, value }) => ({
      // An attribute without a prefix has no namespace, whatever the default namespace is.
      namespace: prefix === '' ? '' : resolve(namespaces, prefix),
      name,
      value,
    }))
    .sort((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1));
  const duplicate = attributes.find(
    (attribute, index) => index > 0 && sortKey(attribute) === sortKey(attributes[index - 1]!),
  );
  if (duplicate)
    throw new SignInDeniedError(`the message has an element with two attributes ${quote(duplicate.name)}`);
  return attributes;
};

const sortKey = ({ namespace, name }: XmlAttribute) => `${namespace} ${name}`;

const rejectForbiddenCharacters = (text: string): void => {
  const code = FORBIDDEN_CHARACTER.exec(text)?.[0].codePointAt(0);
  if (code === undefined) return;
  const hex = code.toString(16).toUpperCase().padStart(4, '0');
  throw new SignInDeniedError(`the message contains the character U+${hex}`);
};
