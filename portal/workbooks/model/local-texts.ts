import type { LocalizedText } from '#contract/workbook-definition.ts';
import { type FieldNode, walkNodes } from './draft-tree.ts';

export const isLanguageTag = (tag: string): boolean => /^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/.test(tag);

export const listLanguages = (nodes: readonly FieldNode[]): string[] => {
  const tags = new Set<string>();
  const addTags = (text: LocalizedText | undefined) => {
    if (typeof text === 'object' && text !== null) for (const tag of Object.keys(text)) tags.add(tag);
  };
  for (const { properties } of walkNodes(nodes)) {
    const { label, hint, constraintMessage, choices } = properties;
    for (const text of [label, hint, constraintMessage]) addTags(text);
    if (Array.isArray(choices)) for (const choice of choices) addTags(choice?.label);
  }
  return [...tags];
};

/** Returns text in one language. Text without a language counts as the first language. */
export const readText = (
  text: LocalizedText | undefined,
  tag: string,
  languages: readonly string[],
): string => {
  if (text === undefined || text === null) return '';
  if (typeof text === 'string') return tag === '' || tag === languages[0] ? text : '';
  return (tag === '' ? Object.values(text)[0] : text[tag]) ?? '';
};

/** Returns text in the user's language or, if there is none, in the first language available. */
export const localizeText = (text: LocalizedText | undefined, language: string): string =>
  typeof text === 'object' && text !== null
    ? (text[language] ?? readText(text, '', []))
    : readText(text, '', []);

/** Changes text in one language or, with the tag `''`, in all languages. Returns undefined if no text is left. */
export const updateText = (
  text: LocalizedText | undefined,
  tag: string,
  value: string,
  languages: readonly string[],
): LocalizedText | undefined => {
  if (tag === '') return value === '' ? undefined : value;
  const texts = typeof text === 'string' ? { [languages[0] ?? tag]: text } : (text ?? {});
  const { [tag]: _, ...otherTexts } = texts;
  const entries = Object.entries(value === '' ? otherTexts : { ...texts, [tag]: value });
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
};
