import type { Catalogue } from '#sentences/say.ts';

/** What values must be that people fill in, as the descriptions of their schemas say it, in Dutch. */
export const describedValuesNl: Catalogue = {
  'an e-mail address': 'een e-mailadres',
};
