import { quoted, SignInRefused } from '#service/sign-in/sign-in-refused.ts';

/** An element with its names resolved: which prefixes its author chose is of no interest. */
export type XmlElement = {
  /** Empty when it is in none. */
  readonly namespace: string;
  readonly name: string;
  /** Without declarations of namespaces, in the order of their names. */
  readonly attributes: readonly XmlAttribute[];
  /** No two texts are neighbours. Comments are not there, and text on both sides of one is one text. */
  readonly children: readonly (XmlElement | string)[];
};

export type XmlAttribute = { readonly namespace: string; readonly name: string; readonly value: string };

export const isNamed = (element: XmlElement, namespace: string, name: string): boolean =>
  element.name === name && element.namespace === namespace;

/** The value of an attribute that is in no namespace, as all of those that mean something here are. */
export const attributeOf = (element: XmlElement, name: string): string | undefined =>
  element.attributes.find((attribute) => attribute.name === name && attribute.namespace === '')?.value;

export const readAttribute = (element: XmlElement, name: string): string => {
  const value = attributeOf(element, name);
  if (value === undefined) throw new SignInRefused(`${nameOf(element)} has no ${name}`);
  return value;
};

/** The elements in an element that holds nothing else, but for white space. */
export const elementsOf = (parent: XmlElement): XmlElement[] =>
  parent.children.filter((child) => {
    if (typeof child === 'string' && /[^ \t\n\r]/.test(child)) {
      throw new SignInRefused(`${nameOf(parent)} holds text beside elements: ${quoted(child.trim())}`);
    }
    return typeof child !== 'string';
  }) as XmlElement[];

/** The text of an element that holds nothing else. Nothing is trimmed. */
export const textOf = (element: XmlElement): string =>
  element.children
    .map((child) => {
      if (typeof child === 'string') return child;
      throw new SignInRefused(`${nameOf(element)} holds ${nameOf(child)}, where only text is understood`);
    })
    .join('');

/** The element and everything in it, from the outside in. */
export const everyElement = (element: XmlElement): XmlElement[] => {
  const found = [element];
  // The list grows while it is read.
  for (const { children } of found) {
    for (const child of children) if (typeof child !== 'string') found.push(child);
  }
  return found;
};

export const childrenNamed = (parent: XmlElement, namespace: string, name: string): XmlElement[] =>
  elementsOf(parent).filter((child) => isNamed(child, namespace, name));

export const onlyChildOrNone = (
  parent: XmlElement,
  namespace: string,
  name: string,
): XmlElement | undefined => {
  const [child, second] = childrenNamed(parent, namespace, name);
  if (second !== undefined) throw new SignInRefused(`${nameOf(parent)} has more than one ${name}`);
  return child;
};

export const onlyChildNamed = (parent: XmlElement, namespace: string, name: string): XmlElement => {
  const child = onlyChildOrNone(parent, namespace, name);
  if (child === undefined) throw new SignInRefused(`${nameOf(parent)} has no ${name}`);
  return child;
};

/** Refuses what is not known: it might say when the rest does not hold. */
export const holdsNothingBut = (parent: XmlElement, namespace: string, names: readonly string[]): void => {
  for (const child of elementsOf(parent)) {
    if (/^Encrypted/.test(child.name)) throw encrypted(child);
    if (child.namespace !== namespace || !names.includes(child.name)) {
      throw new SignInRefused(`${nameOf(parent)} holds ${nameOf(child)}, which is not understood there`);
    }
  }
};

export const encrypted = ({ name }: XmlElement): SignInRefused =>
  new SignInRefused(
    `the identity provider has sent an ${name}: encryption is not supported, switch it off for this realm`,
  );

/** Names hold letters, digits, points, hyphens and underscores only, but may be long. */
export const nameOf = ({ name }: XmlElement): string => (name.length > 60 ? `${name.slice(0, 60)}…` : name);
