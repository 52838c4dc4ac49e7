import { quote, SignInDeniedError } from '#service/sign-in/sign-in-denied-error.ts';

/** An element whose name is resolved, so that prefixes do not matter. */
export type XmlElement = {
  /** Empty if the element has no namespace. */
  readonly namespace: string;
  readonly name: string;
  /** Sorted by name, without namespace declarations. */
  readonly attributes: readonly XmlAttribute[];
  /** Adjacent text nodes are merged. Comments are removed. */
  readonly children: readonly (XmlElement | string)[];
};

export type XmlAttribute = { readonly namespace: string; readonly name: string; readonly value: string };

export const isNamed = (element: XmlElement, namespace: string, name: string): boolean =>
  element.name === name && element.namespace === namespace;

/** Finds the value of an attribute without a namespace. No attribute that Ronda reads has a namespace. */
export const findAttribute = (element: XmlElement, name: string): string | undefined =>
  element.attributes.find((attribute) => attribute.name === name && attribute.namespace === '')?.value;

export const readAttribute = (element: XmlElement, name: string): string => {
  const value = findAttribute(element, name);
  if (value === undefined) throw new SignInDeniedError(`${formatName(element)} has no ${name}`);
  return value;
};

/** Returns the child elements of an element that contains nothing but elements and white space. */
export const readElements = (parent: XmlElement): XmlElement[] =>
  parent.children.filter((child) => {
    if (typeof child === 'string' && /[^ \t\n\r]/.test(child)) {
      throw new SignInDeniedError(
        `${formatName(parent)} contains text next to elements: ${quote(child.trim())}`,
      );
    }
    return typeof child !== 'string';
  }) as XmlElement[];

/** Returns the untrimmed text of an element that contains nothing but text. */
export const readText = (element: XmlElement): string =>
  element.children
    .map((child) => {
      if (typeof child === 'string') return child;
      throw new SignInDeniedError(
        `${formatName(element)} contains ${formatName(child)}, where only text is allowed`,
      );
    })
    .join('');

/** Lists an element and all its descendants, each parent before its children. */
export const listElements = (element: XmlElement): XmlElement[] => {
  const elements = [element];
  // The array grows during iteration.
  for (const { children } of elements) {
    for (const child of children) if (typeof child !== 'string') elements.push(child);
  }
  return elements;
};

export const findChildren = (parent: XmlElement, namespace: string, name: string): XmlElement[] =>
  readElements(parent).filter((child) => isNamed(child, namespace, name));

export const findSingleChild = (parent: XmlElement, namespace: string, name: string) => {
  const [child, second] = findChildren(parent, namespace, name);
  if (second !== undefined) throw new SignInDeniedError(`${formatName(parent)} has more than one ${name}`);
  return child;
};

export const requireSingleChild = (parent: XmlElement, namespace: string, name: string): XmlElement => {
  const child = findSingleChild(parent, namespace, name);
  if (child === undefined) throw new SignInDeniedError(`${formatName(parent)} has no ${name}`);
  return child;
};

/** Rejects children with any other name: they might restrict the parent's validity. */
export const rejectUnexpectedChildren = (parent: XmlElement, namespace: string, names: readonly string[]) => {
  for (const child of readElements(parent)) {
    if (/^Encrypted/.test(child.name)) throw encryptionNotSupported(child);
    if (child.namespace !== namespace || !names.includes(child.name)) {
      throw new SignInDeniedError(
        `${formatName(parent)} contains ${formatName(child)}, which is not supported there`,
      );
    }
  }
};

export const encryptionNotSupported = ({ name }: XmlElement): SignInDeniedError =>
  new SignInDeniedError(
    `the identity provider sent an ${name}: encryption is not supported; disable it for this realm`,
  );

/** Truncates a name, which contains only letters, digits, dots, hyphens and underscores, but may be long. */
export const formatName = ({ name }: XmlElement): string =>
  name.length > 60 ? `${name.slice(0, 60)}…` : name;
