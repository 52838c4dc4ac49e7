import { quote, SignInDeniedError } from '#service/sign-in/sign-in-denied-error.ts';

/** The prefixes in scope, with their namespaces. The empty prefix stands for the default namespace. */
export type Namespaces = ReadonlyMap<string, string>;

const XML = 'http://www.w3.org/XML/1998/namespace';

/** xmldom parses elements in this namespace by HTML rules, where text ends differently. */
const XHTML = 'http://www.w3.org/1999/xhtml';

/** Genuine responses have ten. Every element that declares a namespace copies those already in scope. */
const MAX_PREFIXES = 40;

/**
 * Namespaces must be absolute, without characters to escape; relative ones have no defined meaning. Canonical
 * XML repeats a namespace on each element that starts to use it: one of 200 KB, used by thousands of
 * elements, took 1.4 GB.
 */
const ABSOLUTE = /^[A-Za-z][A-Za-z0-9+.-]{0,20}:[!#-%'-;=?-~]{1,200}$/;

export const outermost: Namespaces = new Map([['', '']]);

/** An attribute or namespace declaration as written, with its prefix. */
export type RawAttribute = { prefix: string; name: string; value: string };

export const resolveNamespaces = (attributes: readonly RawAttribute[], outer: Namespaces): Namespaces => {
  let scope: Map<string, string> | undefined;
  const declared = new Set<string>();
  for (const { prefix, name, value } of attributes) {
    if (prefix !== 'xmlns' && !(prefix === '' && name === 'xmlns')) {
      rejectReserved(prefix, name);
      continue;
    }
    const bound = prefix === '' ? '' : name;
    if (declared.has(bound)) throw new SignInDeniedError(`the prefix ${quote(bound)} is declared twice`);
    declared.add(bound);
    rejectRedefinition(bound, value);
    scope ??= new Map(outer);
    scope.set(bound, value);
    if (scope.size > MAX_PREFIXES) throw new SignInDeniedError('the message declares too many namespaces');
  }
  return scope ?? outer;
};

/** @throws SignInDeniedError for an undeclared prefix. */
export const resolve = (namespaces: Namespaces, prefix: string): string => {
  const namespace = prefix === 'xml' ? XML : namespaces.get(prefix);
  if (namespace === undefined) throw new SignInDeniedError(`the prefix ${quote(prefix)} is not declared`);
  return namespace;
};

const rejectRedefinition = (prefix: string, namespace: string): void => {
  const isUndeclared = namespace === '' && prefix === '';
  const isReserved =
    /^xml/i.test(prefix) || /^http:\/\/www\.w3\.org\/(XML\/1998|2000\/xmlns)/.test(namespace);
  if (isReserved || namespace === XHTML || !(isUndeclared || ABSOLUTE.test(namespace))) {
    throw new SignInDeniedError(`${quote(prefix)} cannot be bound to ${quote(namespace)}`);
  }
};

/** `xml:base` and `xml:id` would change the meaning of other attributes; canonical XML drops names such as `xmlnsx`. */
const rejectReserved = (prefix: string, name: string): void => {
  const isKnown = prefix === 'xml' && (name === 'lang' || name === 'space');
  if (!isKnown && (/^xml/i.test(prefix) || (prefix === '' && /^xml/i.test(name)))) {
    throw new SignInDeniedError(`the message has an attribute with the reserved name ${quote(name)}`);
  }
};
