import { quote, SignInDeniedError } from '#service/sign-in/sign-in-denied-error.ts';

/** The prefixes in scope, with their namespaces. The empty prefix stands for the default namespace. */
export type Namespaces = ReadonlyMap<string, string>;

const XML = 'http://www.w3.org/XML/1998/namespace';

/** xmldom parses elements in this namespace by HTML rules, where text ends differently. */
const XHTML = 'http://www.w3.org/1999/xhtml';

/** Genuine responses have ten. Every element that declares a namespace copies all prefixes in scope. */
const MAX_PREFIXES = 40;

/**
 * Relative URIs have no defined meaning here. The length is capped because canonical XML repeats a namespace on each
 * element that starts to use it: a 200 KB namespace used by thousands of elements took 1.4 GB.
 */
const ABSOLUTE_URI = /^[A-Za-z][A-Za-z0-9+.-]{0,20}:[!#-%'-;=?-~]{1,200}$/;

export const initialNamespaces: Namespaces = new Map([['', '']]);

/** An attribute or namespace declaration as written, with its prefix. */
export type RawAttribute = { prefix: string; name: string; value: string };

export const resolveNamespaces = (attributes: readonly RawAttribute[], outerNamespaces: Namespaces) => {
  let scope: Map<string, string> | undefined;
  const declaredPrefixes = new Set<string>();
  for (const { prefix, name, value } of attributes) {
    if (prefix !== 'xmlns' && !(prefix === '' && name === 'xmlns')) {
      rejectReservedName(prefix, name);
      continue;
    }
    const declaredPrefix = prefix === '' ? '' : name;
    if (declaredPrefixes.has(declaredPrefix)) {
      throw new SignInDeniedError(`the prefix ${quote(declaredPrefix)} is declared twice`);
    }
    declaredPrefixes.add(declaredPrefix);
    rejectRedefinition(declaredPrefix, value);
    scope ??= new Map(outerNamespaces);
    scope.set(declaredPrefix, value);
    if (scope.size > MAX_PREFIXES) throw new SignInDeniedError('the message declares too many namespaces');
  }
  return scope ?? outerNamespaces;
};

export const resolvePrefix = (namespaces: Namespaces, prefix: string): string => {
  const namespace = prefix === 'xml' ? XML : namespaces.get(prefix);
  if (namespace === undefined) throw new SignInDeniedError(`the prefix ${quote(prefix)} is not declared`);
  return namespace;
};

const rejectRedefinition = (prefix: string, namespace: string): void => {
  const isDefaultNamespaceRemoval = namespace === '' && prefix === '';
  const isReserved =
    /^xml/i.test(prefix) || /^http:\/\/www\.w3\.org\/(XML\/1998|2000\/xmlns)/.test(namespace);
  if (isReserved || namespace === XHTML || !(isDefaultNamespaceRemoval || ABSOLUTE_URI.test(namespace))) {
    throw new SignInDeniedError(`${quote(prefix)} cannot be bound to ${quote(namespace)}`);
  }
};

/** `xml:base` and `xml:id` would change the meaning of other attributes; canonical XML drops names such as `xmlnsx`. */
const rejectReservedName = (prefix: string, name: string): void => {
  const isKnown = prefix === 'xml' && (name === 'lang' || name === 'space');
  if (!isKnown && (/^xml/i.test(prefix) || (prefix === '' && /^xml/i.test(name)))) {
    throw new SignInDeniedError(`the message has an attribute with the reserved name ${quote(name)}`);
  }
};
