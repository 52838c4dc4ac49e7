import type { LocalText } from '#contract/workbook-definition.ts';

/** A text in the language of its reader. */
export const localText = (text: LocalText, language: string): string =>
  typeof text === 'string' ? text : text[pickLanguage(Object.keys(text), language)]!;

/** The wanted tag if available, else another variant of its language, else English, else the first. */
export const pickLanguage = (tags: readonly string[], wanted: string): string =>
  closest(tags, wanted) ?? closest(tags, 'en') ?? tags[0]!;

const closest = (tags: readonly string[], wanted: string): string | undefined =>
  tags.find((tag) => tag.toLowerCase() === wanted.toLowerCase()) ??
  tags.find((tag) => mainTag(tag) === mainTag(wanted));

const mainTag = (tag: string): string => tag.split('-', 1)[0]!.toLowerCase();
