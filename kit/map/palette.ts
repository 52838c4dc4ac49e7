export type SymbolColor = 'text' | 'calm' | 'warn' | 'good' | 'dimmed' | 'bad';

type BaseMapColor = 'water' | 'green' | 'building' | 'road' | 'border';

export type Palette = Readonly<Record<SymbolColor | BaseMapColor | 'ground' | 'body' | 'line', string>>;
