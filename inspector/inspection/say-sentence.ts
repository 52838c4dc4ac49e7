import { sayBy } from '#sentences/say.ts';
import { inEnglish, patternOf, type Sentence, sentence } from '#sentences/sentence.ts';
import { engineSentencesNl } from '#workbook-engine/dutch/engine-sentences-nl.ts';

const inDutch = sayBy(engineSentencesNl);

/** A sentence of the engine in the language of the reader. */
const saySentence = (said: Sentence, language: string): string =>
  language === 'nl' ? inDutch(said) : inEnglish(said);

/** The same with the question in the words of the workbook instead of its name. */
export const sayOfQuestion = (
  said: Sentence,
  { name, label, language }: { name: string; label: string; language: string },
): string =>
  saySentence({ ...said, values: said.values.map((v) => (v === name ? `‘${label}’` : v)) }, language);

const UNKNOWN = patternOf(sentence`${0} does not satisfy its constraint: ${0}`);

/** Whether it tells nothing but an expression, which is for who writes workbooks. */
export const isExpression = (said: Sentence): boolean => patternOf(said) === UNKNOWN;
