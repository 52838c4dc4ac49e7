import type { Field } from '#contract/workbook-definition.ts';
import { createChoices } from './words.ts';

export const damageReportFields: Field[] = [
  { name: 'Reference', type: 'text', label: { en: 'Reference', nl: 'Kenmerk' } },
  {
    name: 'Urgency',
    type: 'singleChoice',
    label: { en: 'Urgency', nl: 'Urgentie' },
    required: true,
    choices: createChoices(['Low', 'Laag'], ['Normal', 'Normaal'], ['High', 'Hoog']),
  },
  {
    name: 'Reason',
    type: 'text',
    label: { en: 'Why can it not wait?', nl: 'Waarom kan het niet wachten?' },
    relevant: "${Urgency} = 'high'",
    required: true,
  },
  { name: 'Findings', type: 'longText', label: { en: 'Findings', nl: 'Bevindingen' }, required: true },
  {
    name: 'Hours',
    type: 'decimal',
    label: { en: 'Labour hours', nl: 'Arbeidsuren' },
    min: 0,
    max: 200,
  },
  {
    name: 'Material',
    type: 'decimal',
    label: { en: 'Materials in euros', nl: 'Materiaal in euro’s' },
    min: 0,
    max: 25_000,
  },
  {
    name: 'Costs',
    type: 'calculated',
    label: { en: 'Estimated costs in euros', nl: 'Geschatte kosten in euro’s' },
    calculation: 'round(coalesce(${Hours}, 0) * 68.5 + coalesce(${Material}, 0), 2)',
  },
  { name: 'Pictures', type: 'photo', label: { en: 'Pictures', nl: 'Foto’s' }, maxCount: 10 },
];
