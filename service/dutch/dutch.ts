import type { Catalogue } from '#sentences/say.ts';
import { engineSentencesNl } from '#workbook-engine/dutch/engine-sentences-nl.ts';
import { describedValuesNl } from './described-values-nl.ts';
import { formSentencesNl } from './form-sentences-nl.ts';
import { historySentencesNl } from './history-sentences-nl.ts';
import { inspectionSentencesNl } from './inspection-sentences-nl.ts';
import { itemSentencesNl } from './item-sentences-nl.ts';
import { peopleSentencesNl } from './people-sentences-nl.ts';
import { planningSentencesNl } from './planning-sentences-nl.ts';
import { requestSentencesNl } from './request-sentences-nl.ts';
import { shapeSentencesNl } from './shape-sentences-nl.ts';
import { taskSentencesNl } from './task-sentences-nl.ts';
import { uploadSentencesNl } from './upload-sentences-nl.ts';
import { workbookSentencesNl } from './workbook-sentences-nl.ts';

/** Every sentence that people may meet, in Dutch. */
export const dutch: Catalogue = {
  ...engineSentencesNl,
  ...requestSentencesNl,
  ...peopleSentencesNl,
  ...planningSentencesNl,
  ...itemSentencesNl,
  ...shapeSentencesNl,
  ...workbookSentencesNl,
  ...formSentencesNl,
  ...taskSentencesNl,
  ...historySentencesNl,
  ...inspectionSentencesNl,
  ...uploadSentencesNl,
  ...describedValuesNl,
};
