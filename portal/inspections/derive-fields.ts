import type { Inspection } from '#contract/inspection.ts';
import type { Field } from '#contract/workbook-definition.ts';

/** Derives fields from answers, for users without permission to read the workbook. */
export const deriveFields = (inspection: Inspection): Field[] => {
  const answers = [inspection, ...inspection.items].map((set) => ({
    ...set.irrelevantAnswers,
    ...set.answers,
  }));
  const uploads = new Set(inspection.uploads.map(({ field }) => field));
  return [...new Set(answers.flatMap((each) => Object.keys(each)))].map((name) => {
    const entries = answers.flatMap((each) => (Array.isArray(each[name]) ? each[name] : []));
    const inner = entries.filter((entry) => typeof entry === 'object' && entry !== null);
    if (inner.length === 0) return { name, type: uploads.has(name) ? 'photo' : 'text' };
    const names = [...new Set(inner.flatMap((entry) => Object.keys(entry)))];
    return { name, type: 'repeat', fields: names.map((each) => ({ name: each, type: 'text' as const })) };
  });
};
