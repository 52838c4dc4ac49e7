import { quote, SignInDeniedError } from '#service/sign-in/sign-in-denied-error.ts';
import type { XmlAttribute, XmlElement } from './xml-element.ts';
import {
  initialNamespaces,
  type Namespaces,
  type RawAttribute,
  resolveNamespaces,
  resolvePrefix,
} from './xml-namespaces.ts';

/*
 * Attacks on signed XML exploit two parsers that interpret a message differently: one verifies the signature,
 * and the other reads the user name. So this parser runs before the signature library, and accepts only what
 * every parser interprets the same way: elements, attributes, text, CDATA, comments, the five entities and
 * character references. It rejects document types, other entities and processing instructions (S10);
 * malformed XML, which xmldom would repair; non-ASCII names; and characters that XML 1.0 and 1.1 treat
 * differently. It checks sizes before allocating memory, and does not recurse.
 */

const MAX_MESSAGE_BYTES = 256 * 1024;
/** Genuine responses are 12 levels deep. */
const MAX_DEPTH = 32;
/**
 * Counts elements, attributes and CDATA sections. Genuine responses have 60. The signature library takes 0.1 to 0.3 s
 * to process this many, and a response with a thousand groups with typed values still fits.
 */
const MAX_NODES = 4000;
/** Genuine responses have no comments. The library compares comments in pairs: a message full of them took 18 s. */
const MAX_COMMENTS = 100;
/** Per element. Genuine responses have up to 10. Each attribute is compared with the element's other attributes. */
const MAX_ATTRIBUTES = 24;

const NAME = '[A-Za-z][A-Za-z0-9._-]*';
const DECLARATION =
  /<\?xml version=["']1\.0["'](?: encoding=["'][Uu][Tt][Ff]-8["'])?(?: standalone=["'](?:yes|no)["'])? ?\?>/y;
const START_TAG = new RegExp(`<(?:(${NAME}):)?(${NAME})`, 'y');
const ATTRIBUTE = new RegExp(`[ \\t\\n]+(?:(${NAME}):)?(${NAME})=(?:"([^"<]*)"|'([^'<]*)')`, 'y');
const TAG_END = /[ \t\n]*(\/?)>/y;
const END_TAG = new RegExp(`</((?:${NAME}:)?${NAME})>`, 'y');
const TEXT = /[^<]+/y;

/** U+0085 and U+2028 break lines only in XML 1.1. Genuine responses contain none of the other control characters. */
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
  readonly #openElements: OpenElement[] = [];
  #root: XmlElement | undefined;
  #position = 0;
  #nodeCount = 0;
  #commentCount = 0;

  constructor(text: string) {
    this.#text = text;
  }

  parse(): XmlElement {
    this.#match(DECLARATION);
    while (this.#position < this.#text.length) this.#parseNext();
    if (this.#openElements.length > 0) {
      throw this.#createError(`"${this.#openElements.at(-1)!.tag}" is not closed`);
    }
    if (this.#root === undefined) throw this.#createError('there is no element');
    return this.#root;
  }

  #parseNext() {
    const text = this.#match(TEXT)?.[0];
    if (text !== undefined) {
      // Not allowed in well-formed XML, and parsers interpret it differently.
      if (text.includes(']]>')) throw this.#createError('"]]>" appears outside CDATA');
      this.#addChild(this.#decodeReferences(text));
    } else if (this.#text.startsWith('<!--', this.#position)) {
      const comment = this.#readSection('<!--', '-->');
      if (++this.#commentCount > MAX_COMMENTS) throw this.#createError('there are too many comments');
      if (comment.includes('--') || comment.endsWith('-')) throw this.#createError('a comment contains "--"');
    } else if (this.#text.startsWith('<![CDATA[', this.#position)) {
      this.#addChild(this.#readSection('<![CDATA[', ']]>'));
    } else if (this.#text.startsWith('</', this.#position)) {
      this.#parseEndTag();
    } else {
      this.#parseStartTag();
    }
  }

  #parseStartTag() {
    const startTag = this.#match(START_TAG);
    if (!startTag) {
      const text = this.#text.slice(this.#position, this.#position + 20);
      throw this.#createError(`${quote(text)} is not accepted`);
    }
    if (this.#root !== undefined && this.#openElements.length === 0)
      throw this.#createError('there is a second root');
    this.#countNode();
    if (this.#openElements.length === MAX_DEPTH)
      throw this.#createError(`there are more than ${MAX_DEPTH} levels`);

    const [, prefix = '', name] = startTag;
    const attributes: RawAttribute[] = [];
    for (let match = this.#match(ATTRIBUTE); match; match = this.#match(ATTRIBUTE)) {
      const value = this.#decodeReferences((match[3] ?? match[4])!.replaceAll(/[\t\n]/g, ' '));
      this.#countNode();
      attributes.push({ prefix: match[1] ?? '', name: match[2]!, value });
      if (attributes.length > MAX_ATTRIBUTES) throw this.#createError('an element has too many attributes');
    }
    const tagEnd = this.#match(TAG_END);
    if (!tagEnd) throw this.#createError(`"${startTag[0]}" has an attribute that is not well-formed`);

    const outerNamespaces = this.#openElements.at(-1)?.namespaces ?? initialNamespaces;
    const namespaces = resolveNamespaces(attributes, outerNamespaces);
    const element: MutableElement = {
      namespace: resolvePrefix(namespaces, prefix),
      name: name!,
      attributes: resolveAttributes(attributes, namespaces),
      children: [],
    };
    this.#addChild(element);
    this.#root ??= element;
    if (tagEnd[1] === '') this.#openElements.push({ tag: startTag[0].slice(1), namespaces, element });
  }

  #parseEndTag() {
    const tag = this.#match(END_TAG)?.[1];
    if (tag === undefined || this.#openElements.pop()?.tag !== tag)
      throw this.#createError('an end tag has no start tag');
  }

  #addChild(child: MutableElement | string) {
    const children = this.#openElements.at(-1)?.element.children;
    if (children !== undefined) {
      const last = children.at(-1);
      if (typeof child === 'string' && typeof last === 'string') children[children.length - 1] = last + child;
      else if (child !== '') children.push(child);
    } else if (typeof child === 'string' && /[^ \t\n]/.test(child)) {
      throw this.#createError('there is text outside the root element');
    }
  }

  /** Decodes references only once: the result is never parsed as markup. */
  #decodeReferences(text: string): string {
    if (!text.includes('&')) return text;
    const decodedText = text.replaceAll(REFERENCE, (reference, entity, decimal, hexadecimal) => {
      if (entity !== undefined) return ENTITIES[entity]!;
      const code = decimal === undefined ? Number.parseInt(hexadecimal, 16) : Number(decimal);
      // A lone surrogate is not a character, but two surrogates in a row would combine into one.
      const isCharacter = code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
      if (!isCharacter) throw this.#createError(`${quote(reference)} is not an accepted entity`);
      return String.fromCodePoint(code);
    });
    rejectForbiddenCharacters(decodedText);
    return decodedText;
  }

  #readSection(start: string, end: string): string {
    this.#countNode();
    const from = this.#position + start.length;
    const to = this.#text.indexOf(end, from);
    if (to < 0) throw this.#createError(`${start} has no end`);
    this.#position = to + end.length;
    return this.#text.slice(from, to);
  }

  #countNode() {
    if (++this.#nodeCount > MAX_NODES)
      throw this.#createError(`there are more than ${MAX_NODES} elements and attributes`);
  }

  #match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#position;
    const match = pattern.exec(this.#text);
    if (match) this.#position = pattern.lastIndex;
    return match;
  }

  #createError(reason: string): SignInDeniedError {
    return new SignInDeniedError(
      `the message is not acceptable XML: ${reason}, at character ${this.#position}`,
    );
  }
}

const resolveAttributes = (rawAttributes: readonly RawAttribute[], namespaces: Namespaces) => {
  const attributes = rawAttributes
    .filter(({ prefix, name }) => prefix !== 'xmlns' && (prefix !== '' || name !== 'xmlns'))
    .map(({ prefix, name, value }) => ({
      // An unprefixed attribute has no namespace, whatever the default namespace.
      namespace: prefix === '' ? '' : resolvePrefix(namespaces, prefix),
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
