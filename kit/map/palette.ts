export type SymbolColour = 'text' | 'calm' | 'warn' | 'good' | 'dimmed' | 'bad';

type BaseMapColour = 'water' | 'green' | 'built' | 'road' | 'border';

/** The colours of a theme for the map. */
export type Palette = Readonly<Record<SymbolColour | BaseMapColour | 'ground' | 'body' | 'line', string>>;
