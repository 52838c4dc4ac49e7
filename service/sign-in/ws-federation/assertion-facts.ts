import { quoted, SignInRefused } from '#service/sign-in/sign-in-refused.ts';
import { attributeOf, nameOf, type XmlElement } from './xml-element.ts';

/** What an assertion says, whatever its version of SAML; nothing of it is judged yet. */
export type AssertionFacts = {
  issuer: string;
  period: Period;
  /** The audience must be in each of these lists. */
  audiences: readonly (readonly string[])[];
  /** In which cases the bearer of the assertion is its subject: one of them must hold. */
  confirmations: readonly Confirmation[];
  /** When the session with the identity provider ends, as far as the assertion says so. */
  sessionEnds: readonly Date[];
  subject: string | undefined;
  attributes: ReadonlyMap<string, readonly string[]>;
};

export type Period = { notBefore: Date | undefined; notOnOrAfter: Date | undefined };
export type Confirmation = { period: Period; recipient: string | undefined };

export const periodOf = (element: XmlElement): Period => ({
  notBefore: instantOf(element, 'NotBefore'),
  notOnOrAfter: instantOf(element, 'NotOnOrAfter'),
});

/** Times of SAML are in UTC and say so; a date that is not in the calendar is none. */
const INSTANT = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.\d{1,9})?Z$/;

export const instantOf = (element: XmlElement, name: string): Date | undefined => {
  const text = attributeOf(element, name);
  if (text === undefined) return undefined;
  const instant = new Date(text);
  const seconds = INSTANT.exec(text)?.[1];
  const isReal = !Number.isNaN(instant.getTime()) && instant.toISOString().slice(0, 19) === seconds;
  if (!isReal) throw new SignInRefused(`${name} of ${nameOf(element)} is ${quoted(text)}, no time in UTC`);
  return instant;
};

/** Attributes of one name become one with all their values. */
export const collectAttributes = (
  found: readonly { name: string; values: readonly string[] }[],
): ReadonlyMap<string, readonly string[]> => {
  const attributes = new Map<string, string[]>();
  for (const { name, values } of found) {
    const collected = attributes.get(name);
    if (collected) collected.push(...values);
    else attributes.set(name, [...values]);
  }
  return attributes;
};
