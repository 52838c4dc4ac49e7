import type { Catalogue } from '#sentences/say.ts';
import { answerSentencesNl } from './answer-sentences-nl.ts';
import { definitionSentencesNl } from './definition-sentences-nl.ts';
import { expressionSentencesNl } from './expression-sentences-nl.ts';
import { hintSentencesNl } from './hint-sentences-nl.ts';

/** Every sentence of the engine in Dutch. */
export const engineSentencesNl: Catalogue = {
  ...answerSentencesNl,
  ...definitionSentencesNl,
  ...expressionSentencesNl,
  ...hintSentencesNl,
};
