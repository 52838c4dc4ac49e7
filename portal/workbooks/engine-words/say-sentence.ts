import { inEnglish, patternOf, type Sentence } from '#workbook-engine/sentence.ts';
import { definitionSentencesNl } from './definition-sentences-nl.ts';
import { expressionSentencesNl } from './expression-sentences-nl.ts';
import { functionHelpNl } from './function-help-nl.ts';
import { hintSentencesNl } from './hint-sentences-nl.ts';

/** Every sentence of the engine in Dutch, by its pattern. */
export const sentencesNl: Readonly<Record<string, string>> = {
  ...definitionSentencesNl,
  ...expressionSentencesNl,
  ...hintSentencesNl,
};

/** A sentence of the engine in the language of the reader; one without words in it is said in English. */
export const saySentence = (sentence: Sentence, language: string): string => {
  const pattern = language === 'nl' ? sentencesNl[patternOf(sentence)] : undefined;
  if (pattern === undefined) return inEnglish(sentence);
  return pattern.replaceAll(/\{(\d)\}/g, (place, number) => {
    const value = sentence.values[Number(number)];
    if (value === undefined) return place;
    return typeof value === 'object' ? saySentence(value, language) : String(value);
  });
};

/** What a function is, in the language of the reader. `says` is what the engine says of it. */
export const sayHelp = (name: string, says: string, language: string): string =>
  (language === 'nl' ? functionHelpNl[name] : undefined) ?? says;
