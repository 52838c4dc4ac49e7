import type { Inspection } from '#contract/inspection.ts';
import type { Field } from '#contract/workbook-definition.ts';

/** Derives fields from the answers, for users who cannot read the workbook. */
export const deriveFields = (inspection: Inspection): Field[] => {
  const answerSets = [inspection, ...inspection.items].map(({ irrelevantAnswers, answers }) => ({
    ...irrelevantAnswers,
    ...answers,
  }));
  const uploads = new Set(inspection.uploads.map(({ field }) => field));
  return [...new Set(answerSets.flatMap((answers) => Object.keys(answers)))].map((name) => {
    const values = answerSets.flatMap((answers) => (Array.isArray(answers[name]) ? answers[name] : []));
    const entries = values.filter((entry) => typeof entry === 'object' && entry !== null);
    if (entries.length === 0) return { name, type: uploads.has(name) ? 'photo' : 'text' };
    const names = [...new Set(entries.flatMap((entry) => Object.keys(entry)))];
    return {
      name,
      type: 'repeat',
      fields: names.map((nestedName) => ({ name: nestedName, type: 'text' as const })),
    };
  });
};
