import type { LocalText } from '#contract/workbook-definition.ts';
import { type FieldNode, walkNodes } from './draft-tree.ts';

const TAG = /^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/;
export const isLanguageTag = (tag: string): boolean => TAG.test(tag);

/** The languages in which anything of a draft is said, in the order in which they occur. */
export const languagesOf = (nodes: readonly FieldNode[]): string[] => {
  const tags = new Set<string>();
  const note = (text: LocalText | undefined) => {
    if (typeof text === 'object' && text !== null) for (const tag of Object.keys(text)) tags.add(tag);
  };
  for (const { node } of walkNodes(nodes)) {
    const { label, hint, constraintMessage, choices } = node.members;
    for (const text of [label, hint, constraintMessage]) note(text);
    if (Array.isArray(choices)) for (const choice of choices) note(choice?.label);
  }
  return [...tags];
};

/** The text of one language. One text for all counts as that of the first. */
export const textIn = (text: LocalText | undefined, tag: string, languages: readonly string[]): string => {
  if (text === undefined || text === null) return '';
  if (typeof text === 'string') return tag === '' || tag === languages[0] ? text : '';
  return (tag === '' ? Object.values(text)[0] : text[tag]) ?? '';
};

/** The text as it is said to a reader: in their language where there are words in it. */
export const textFor = (text: LocalText | undefined, language: string): string =>
  typeof text === 'object' && text !== null ? (text[language] ?? textIn(text, '', [])) : textIn(text, '', []);

/** Says a text in one language (`''`: for all). An empty text is none, and without any there is nothing. */
export const withText = (
  text: LocalText | undefined,
  tag: string,
  said: string,
  languages: readonly string[],
): LocalText | undefined => {
  if (tag === '') return said === '' ? undefined : said;
  const before = typeof text === 'string' ? { [languages[0] ?? tag]: text } : (text ?? {});
  const { [tag]: _, ...others } = before;
  const entries = Object.entries(said === '' ? others : { ...before, [tag]: said });
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
};
