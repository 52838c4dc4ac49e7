import type { TaskFieldValue } from '#contract/task-fields.ts';

/** Damage that was reported by phone. */
export type Damage = { title: string; priority?: TaskFieldValue<'priority'>; findings: string };

/** Damage reports, by the team that carries out the repairs. */
export const demoDamageReports: Readonly<Record<string, readonly Damage[]>> = {
  Bridges: [
    { title: 'Bicycle wreck in the water', findings: 'Two wrecks below the arch. Boats can still pass.' },
    {
      title: 'Graffiti on the railing',
      priority: 'low',
      findings: 'Three square metres of paint, on stone and steel.',
    },
    {
      title: 'Loose kerb stone',
      priority: 'high',
      findings: 'One stone moves when a bicycle rides over it.',
    },
  ],
  'Quay walls': [
    {
      title: 'Damaged pavement along the quay',
      priority: 'high',
      findings: 'Six tiles have sunk by about four centimetres.',
    },
    { title: 'Mooring ring torn off', findings: 'The anchor has rusted through. The stone is intact.' },
    {
      title: 'Graffiti on the quay wall',
      priority: 'low',
      findings: 'Two square metres, just above the water line.',
    },
  ],
  'Green and play': [
    {
      title: 'Fallen branch on the road',
      priority: 'urgent',
      findings: 'The branch has been removed. The crown needs pruning.',
    },
    { title: 'Broken bench', findings: 'Two slats are missing. The frame is sound.' },
    {
      title: 'Litter bin on fire',
      priority: 'urgent',
      findings: 'The bin is destroyed. The fence next to it is scorched.',
    },
  ],
  'Street lighting': [
    {
      title: 'Loose cable',
      priority: 'urgent',
      findings: 'The cable hangs out of the hatch. It carries no current.',
    },
    { title: 'Lamp on during the day', priority: 'low', findings: 'The light sensor is dirty.' },
    {
      title: 'Post hit by a car',
      priority: 'high',
      findings: 'The post leans towards the road and has to be replaced.',
    },
  ],
};
