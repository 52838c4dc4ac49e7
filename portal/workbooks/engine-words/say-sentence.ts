import { sayBy } from '#sentences/say.ts';
import { inEnglish, type Sentence } from '#sentences/sentence.ts';
import { engineSentencesNl } from '#workbook-engine/dutch/engine-sentences-nl.ts';
import { functionHelpNl } from './function-help-nl.ts';

const inDutch = sayBy(engineSentencesNl);

/** A sentence of the engine in the language of the reader. */
export const saySentence = (sentence: Sentence, language: string): string =>
  language === 'nl' ? inDutch(sentence) : inEnglish(sentence);

/** What a function is, in the language of the reader. `says` is what the engine says of it. */
export const sayHelp = (name: string, says: string, language: string): string =>
  (language === 'nl' ? functionHelpNl[name] : undefined) ?? says;
