export type MarkColour = 'text' | 'calm' | 'warn' | 'good' | 'dimmed' | 'bad';

type GroundColour = 'water' | 'green' | 'built' | 'road' | 'border';

/** The colours of a theme, as what draws the map takes them. */
export type Palette = Readonly<Record<MarkColour | GroundColour | 'ground' | 'body' | 'line', string>>;
