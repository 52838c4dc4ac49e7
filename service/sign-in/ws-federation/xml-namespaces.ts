import { quoted, SignInRefused } from '#service/sign-in/sign-in-refused.ts';

/** Prefixes in scope and what they stand for; the empty prefix is the default namespace. */
export type Namespaces = ReadonlyMap<string, string>;

const XML = 'http://www.w3.org/XML/1998/namespace';

/** xmldom reads elements of it by the rules of HTML, where other things are text. */
const XHTML = 'http://www.w3.org/1999/xhtml';

/** Honest answers have ten. Every element that declares one copies those around it. */
const MOST_PREFIXES = 40;

/**
 * Absolute, for what relative names stand for is not defined; without characters that would need an escape. Canonical XML
 * repeats a namespace at each element that begins to use it: one of 200 KB, used by thousands, took 1.4 GB.
 */
const ABSOLUTE = /^[A-Za-z][A-Za-z0-9+.-]{0,20}:[!#-%'-;=?-~]{1,200}$/;

export const outermost: Namespaces = new Map([['', '']]);

type Written = { prefix: string; name: string; value: string };

/** What holds within an element, given its attributes and what holds around it. */
export const namespacesOf = (attributes: readonly Written[], around: Namespaces): Namespaces => {
  let within: Map<string, string> | undefined;
  const declared = new Set<string>();
  for (const { prefix, name, value } of attributes) {
    if (prefix !== 'xmlns' && !(prefix === '' && name === 'xmlns')) {
      refuseReserved(prefix, name);
      continue;
    }
    const bound = prefix === '' ? '' : name;
    if (declared.has(bound)) throw new SignInRefused(`the prefix ${quoted(bound)} is declared twice`);
    declared.add(bound);
    refuseMeaning(bound, value);
    within ??= new Map(around);
    within.set(bound, value);
    if (within.size > MOST_PREFIXES) throw new SignInRefused('the message declares too many namespaces');
  }
  return within ?? around;
};

/** @throws SignInRefused for a prefix that stands for nothing. */
export const resolve = (namespaces: Namespaces, prefix: string): string => {
  const namespace = prefix === 'xml' ? XML : namespaces.get(prefix);
  if (namespace === undefined) throw new SignInRefused(`the prefix ${quoted(prefix)} is not declared`);
  return namespace;
};

const refuseMeaning = (prefix: string, namespace: string): void => {
  const isUndeclared = namespace === '' && prefix === '';
  const isReserved =
    /^xml/i.test(prefix) || /^http:\/\/www\.w3\.org\/(XML\/1998|2000\/xmlns)/.test(namespace);
  if (isReserved || namespace === XHTML || !(isUndeclared || ABSOLUTE.test(namespace))) {
    throw new SignInRefused(`${quoted(prefix)} may not be declared to be ${quoted(namespace)}`);
  }
};

/** `xml:base` and `xml:id` would change what other attributes mean; canonical XML forgets names like `xmlnsx`. */
const refuseReserved = (prefix: string, name: string): void => {
  const isKnown = prefix === 'xml' && (name === 'lang' || name === 'space');
  if (!isKnown && (/^xml/i.test(prefix) || (prefix === '' && /^xml/i.test(name)))) {
    throw new SignInRefused(`the message has an attribute of the reserved name ${quoted(name)}`);
  }
};
