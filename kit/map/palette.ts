export type SymbolColor = 'text' | 'calm' | 'warn' | 'good' | 'dimmed' | 'bad';

type BaseMapColor = 'water' | 'green' | 'building' | 'road' | 'border';

/** A theme's colours for the map. */
export type Palette = Readonly<Record<SymbolColor | BaseMapColor | 'ground' | 'body' | 'line', string>>;
