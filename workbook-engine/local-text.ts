import type { LocalText } from '#contract/workbook-definition.ts';

/** Returns the translation for a language, or the best alternative. */
export const localText = (text: LocalText, language: string): string =>
  typeof text === 'string' ? text : text[pickLanguage(Object.keys(text), language)]!;

/** The requested tag, otherwise another variant of the language, otherwise English, otherwise the first. */
export const pickLanguage = (tags: readonly string[], requested: string): string =>
  closest(tags, requested) ?? closest(tags, 'en') ?? tags[0]!;

const closest = (tags: readonly string[], requested: string): string | undefined =>
  tags.find((tag) => tag.toLowerCase() === requested.toLowerCase()) ??
  tags.find((tag) => mainTag(tag) === mainTag(requested));

const mainTag = (tag: string): string => tag.split('-', 1)[0]!.toLowerCase();
