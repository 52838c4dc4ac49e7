import { quote, SignInDeniedError } from '#service/sign-in/sign-in-denied-error.ts';
import { findAttribute, formatName, type XmlElement } from './xml-element.ts';

/** The content of an assertion in any SAML version, before validation. */
export type AssertionFacts = {
  issuer: string;
  period: Period;
  /** Each of these lists must contain the expected audience. */
  audiences: readonly (readonly string[])[];
  /** Anyone who presents the assertion may use it if at least one of these confirmations is met. */
  confirmations: readonly Confirmation[];
  /** The times at which the session at the identity provider ends, if the assertion contains any. */
  sessionEndTimes: readonly Date[];
  subject: string | undefined;
  attributes: ReadonlyMap<string, readonly string[]>;
};

export type Period = { notBefore: Date | undefined; notOnOrAfter: Date | undefined };
export type Confirmation = { period: Period; recipient: string | undefined };

export const parsePeriod = (element: XmlElement): Period => ({
  notBefore: parseInstant(element, 'NotBefore'),
  notOnOrAfter: parseInstant(element, 'NotOnOrAfter'),
});

/** SAML times are in UTC and end with "Z". Nonexistent dates are rejected. */
const INSTANT = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.\d{1,9})?Z$/;

export const parseInstant = (element: XmlElement, name: string): Date | undefined => {
  const text = findAttribute(element, name);
  if (text === undefined) return undefined;
  const instant = new Date(text);
  const seconds = INSTANT.exec(text)?.[1];
  const isValid = !Number.isNaN(instant.getTime()) && instant.toISOString().slice(0, 19) === seconds;
  if (!isValid)
    throw new SignInDeniedError(
      `${name} of ${formatName(element)} is ${quote(text)}, which is not a time in UTC`,
    );
  return instant;
};

export const collectAttributes = (
  attributes: readonly { name: string; values: readonly string[] }[],
): ReadonlyMap<string, readonly string[]> => {
  const valuesByName = new Map<string, string[]>();
  for (const { name, values } of attributes) valuesByName.getOrInsertComputed(name, () => []).push(...values);
  return valuesByName;
};
